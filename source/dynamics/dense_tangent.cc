// SPDX-License-Identifier: Apache-2.0
// Assembly, LU factorization and storage of the tangents of dense systems.
#include "dense_tangent.h"

#include <rivlin/base/text.h>
#include <rivlin/dynamics/local_coordinates.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  DenseTangent::DenseTangent(const DenseSystem &dense_system)
    : system(dense_system)
    , space(dense_system.space())
    , is_flat(space.is_flat())
  {
    const int n = dense_system.n_velocities(), m = dense_system.n_multipliers();
    K.setZero(n, n);
    D.setZero(n, n);
    M.setZero(n, n);
    B.setZero(m, n);
    G.setZero(m, n);
    C.setZero(m, m);
    by_q.setZero(m, n);
    by_v.setZero(m, n);
    by_a.setZero(m, n);
    T.setIdentity(n, n);
    product.setZero(std::max(n, m), n);
    matrix.setZero(n + m, n + m);
    smooth.setZero(n + m, n + m);
    sudden.setZero(n, n);
    rhs_and_x.setZero(n + m);
    lu = Eigen::PartialPivLU<Matrix>(n + m);
    for (Correction &correction : corrections)
      correction = {Vector::Zero(n), {Vector::Zero(n), Vector::Zero(m)}, 0};
  }

  Evaluation DenseTangent::linearize(const State &state,
                                     const ConstraintLevel level,
                                     const TangentWeights &weights,
                                     const Vector *increment)
  {
    // Position derivatives times T(increment): Bruls et al. 2012, eq. 34.
    const bool with_T = !is_flat && increment != nullptr && weights.q != 0;
    if (with_T)
      tangent_operator(space, *increment, T);
    return assemble(state, level, weights, with_T);
  }

  Evaluation DenseTangent::linearize_stage(const State &state,
                                           const ConstraintLevel level,
                                           const TangentWeights &weights,
                                           const Vector &turn)
  {
    if (!is_flat)
      stage_operator(space, turn, T);
    return assemble(state, level, weights, !is_flat);
  }

  Evaluation DenseTangent::assemble(const State &state,
                                    const ConstraintLevel level,
                                    const TangentWeights &weights,
                                    const bool with_T)
  {
    const int n = static_cast<int>(M.rows());
    is_there = is_factorized = sudden_now = false;
    kept                                  = weights;
    if (Evaluation evaluation = system.mass(state.q, M); !evaluation.valid)
      return evaluation;
    D.setZero();
    if (Evaluation evaluation = system.damping(state, D); !evaluation.valid)
      return evaluation;
    auto upper_left = matrix.topLeftCorner(n, n);
    upper_left      = weights.v * D + weights.a * M;
    if (weights.q != 0)
      {
        if (Evaluation evaluation = system.stiffness(state, K);
            !evaluation.valid)
          return evaluation;
        if (with_T)
          multiply_by_T(K);
        upper_left += weights.q * K;
        sudden_now = system.sudden_stiffness(state, sudden);
        if (sudden_now && with_T)
          multiply_by_T(sudden);
      }
    upper_left *= weights.scaling;
    set_constraint(state, level, weights, with_T);
    smooth = matrix;
    if (sudden_now)
      smooth.topLeftCorner(n, n) -= weights.q * weights.scaling * sudden;
    return factorize();
  }

  void DenseTangent::set_constraint(const State &state,
                                    const ConstraintLevel level,
                                    const TangentWeights &weights,
                                    const bool with_T)
  {
    const auto n = M.rows(), m = B.rows();
    by_v.setZero();
    by_a.setZero();
    if (m == 0)
      return;
    system.constraint_jacobian(state.time, state.q, B);
    system.force_directions(state.time, state.q, G);
    matrix.topRightCorner(n, m) = G.transpose();
    auto lower_left             = matrix.bottomLeftCorner(m, n);
    if (level == ConstraintLevel::position)
      {
        if (with_T)
          multiply_by_T(B);
        lower_left = weights.q * B;
      }
    else if (level == ConstraintLevel::velocity)
      {
        by_v       = B;
        lower_left = weights.v * B;
      }
    else
      {
        by_a = B;
        if (weights.q != 0 || weights.v != 0)
          system.acceleration_derivatives(state, by_q, by_v);
        if (with_T)
          multiply_by_T(by_q);
        lower_left = weights.q * by_q + weights.v * by_v + weights.a * B;
      }
    system.constraint_compliance(state.time, state.q, state.lambda, C);
    matrix.bottomRightCorner(m, m) = C / weights.scaling;
  }

  Evaluation DenseTangent::factorize()
  {
    lu.compute(matrix);
    n_corrections = 0;
    is_there = is_factorized = false;
    const auto pivots        = lu.matrixLU().diagonal();
    for (Eigen::Index i = 0; i < pivots.size(); ++i)
      if (!std::isfinite(pivots(i)) || pivots(i) == 0)
        return {false,
                message("the tangent is singular: pivot ",
                        i,
                        " of ",
                        pivots.size(),
                        " is ",
                        pivots(i))};
    is_there = is_factorized = true;
    return {};
  }

  Evaluation DenseTangent::solve(const Blocks &rhs, Blocks &x) const
  {
    const auto n = M.rows(), m = B.rows();
    x.q.resize(n);
    x.lambda.resize(m);
    // The triangular solves in place: no temporary of the expression
    // lu.solve(), and any number of right-hand sides.
    Vector &y = rhs_and_x;
    for (Eigen::Index i = 0; i < n + m; ++i)
      y(lu.permutationP().indices()(i)) =
        i < n ? kept.scaling * rhs.q(i) : rhs.lambda(i - n);
    lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(y);
    lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(y);
    x.q      = y.head(n);
    x.lambda = y.tail(m) / kept.scaling;
    for (int k = 0; k < n_corrections; ++k)
      {
        const Correction &made = corrections[k];
        const double part      = made.factor * made.v.dot(x.q);
        x.q -= part * made.w.q;
        x.lambda -= part * made.w.lambda;
      }
    return {};
  }

  void DenseTangent::apply(const double c_v,
                           const double c_a,
                           const Vector &x,
                           Blocks &y) const
  {
    y.q.noalias() = c_v * (D * x);
    y.q.noalias() += c_a * (M * x);
    y.lambda.noalias() = c_v * (by_v * x);
    y.lambda.noalias() += c_a * (by_a * x);
  }

  void DenseTangent::multiply_by_T(Matrix &A)
  {
    auto result      = product.topRows(A.rows());
    result.noalias() = A * T;
    A                = result;
  }

  // Stored: whether there is one, the weights, the matrix.
  namespace
  {
    constexpr int n_weights = 5;
  }

  int DenseTangent::n_numbers() const
  {
    return n_weights + static_cast<int>(matrix.size());
  }

  void DenseTangent::store(Vector &numbers) const
  {
    numbers[0] = is_there ? 1 : 0;
    numbers[1] = kept.q;
    numbers[2] = kept.v;
    numbers[3] = kept.a;
    numbers[4] = kept.scaling;
    std::copy_n(smooth.data(), smooth.size(), numbers.data() + n_weights);
  }

  void DenseTangent::load(const Vector &numbers)
  {
    const TangentWeights stored{numbers[1], numbers[2], numbers[3], numbers[4]};
    const double *own = numbers.data() + n_weights;
    // Most often it is the one at hand.
    if (is_there && n_corrections == 0 && numbers[0] == 1 &&
        stored.q == kept.q && stored.v == kept.v && stored.a == kept.a &&
        stored.scaling == kept.scaling &&
        std::equal(own, own + smooth.size(), smooth.data()))
      return;
    is_there      = numbers[0] == 1;
    is_factorized = false;
    kept          = stored;
    std::copy_n(own, smooth.size(), smooth.data());
  }

  bool DenseTangent::fits(const TangentWeights &weights) const
  {
    const auto close = [](const double a, const double b) {
      return std::abs(a - b) <= 0.1 * std::abs(b);
    };
    return is_there && close(kept.q, weights.q) && close(kept.v, weights.v) &&
           close(kept.a, weights.a);
  }

  Evaluation DenseTangent::update_sudden_forces(const State &state,
                                                const Vector *increment)
  {
    const auto n      = M.rows();
    const bool before = sudden_now;
    sudden_now        = system.sudden_stiffness(state, sudden);
    if (is_factorized && !before && !sudden_now)
      return {};
    matrix = smooth;
    if (sudden_now)
      {
        if (!is_flat && increment != nullptr)
          {
            tangent_operator(space, *increment, T);
            multiply_by_T(sudden);
          }
        matrix.topLeftCorner(n, n) += kept.q * kept.scaling * sudden;
      }
    return factorize();
  }

  bool DenseTangent::learn(const Blocks &x, const Blocks &missed, Blocks &next)
  {
    const auto n = M.rows(), m = B.rows();
    const double size = x.q.squaredNorm();
    if (!(size > 0) || n_corrections == static_cast<int>(corrections.size()))
      return false;
    const double denominator = 1 - x.q.dot(next.q) / size;
    if (!(std::abs(denominator) > 0.1))
      return false;
    Correction &now = corrections[n_corrections++];
    now.v           = x.q / size;
    now.w.q         = -next.q;
    now.w.lambda    = -next.lambda;
    now.factor      = 1 / denominator;
    smooth.topLeftCorner(n, n).noalias() +=
      kept.scaling * missed.q * now.v.transpose();
    smooth.bottomLeftCorner(m, n).noalias() +=
      missed.lambda * now.v.transpose();
    next.q *= now.factor;
    next.lambda *= now.factor;
    return true;
  }

  bool DenseTangent::sudden_forces(const State &state, Vector &force) const
  {
    force.resize(M.rows());
    if (system.sudden_force(state, force))
      return true;
    force.setZero();
    return false;
  }

  void DenseTangent::subtract_sudden(const double s,
                                     const Vector &x,
                                     Vector &result) const
  {
    if (sudden_now)
      result.noalias() -= (s * kept.q) * (sudden * x);
  }

  double DenseTangent::sudden_work(const Vector &x) const
  {
    if (!sudden_now)
      return 0;
    auto Cx      = rhs_and_x.head(x.size());
    Cx.noalias() = sudden * x;
    return kept.q * x.dot(Cx);
  }
} // namespace rivlin
