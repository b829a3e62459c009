// SPDX-License-Identifier: Apache-2.0
// Residual, difference quotients and LU factorization of dense systems.
#include <rivlin/dynamics/dense_system.h>

#include <rivlin/dynamics/message.h>

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    /// Step of a central difference: error h^2 + eps/h is smallest for
    /// h = eps^(1/3).
    const double central = std::cbrt(std::numeric_limits<double>::epsilon());

    /// A matrix that lives on the stack if it is small: residuals of small
    /// systems allocate nothing.
    class Scratch
    {
    public:
      Scratch(const int rows, const int columns)
        : heap(rows * columns > capacity ? rows * columns : 0)
        , matrix(heap.size() > 0 ? heap.data() : stack.data(), rows, columns)
      {}

    private:
      static constexpr int capacity = 256;
      std::array<double, capacity> stack;
      Vector heap;

    public:
      Eigen::Map<Matrix> matrix;
    };

    class DenseTangent final : public Tangent
    {
    public:
      explicit DenseTangent(const DenseSystem &dense_system)
        : system(dense_system)
      {
        const int n = dense_system.n_velocities(),
                  m = dense_system.n_multipliers();
        K.setZero(n, n);
        D.setZero(n, n);
        M.setZero(n, n);
        B.setZero(m, n);
        C.setZero(m, m);
        matrix.setZero(n + m, n + m);
        rhs_and_x.setZero(n + m);
        lu = Eigen::PartialPivLU<Matrix>(n + m);
      }

      Evaluation linearize(const State &state,
                           const ConstraintLevel level,
                           const TangentWeights &weights,
                           const Vector *) override
      {
        const int n = static_cast<int>(M.rows()),
                  m = static_cast<int>(B.rows());
        if (Evaluation evaluation = system.mass(state.q, M); !evaluation.valid)
          return evaluation;
        D.setZero();
        if (Evaluation evaluation = system.damping(state, D); !evaluation.valid)
          return evaluation;
        matrix.topLeftCorner(n, n) = weights.v * D + weights.a * M;
        if (weights.q != 0)
          {
            if (Evaluation evaluation = system.stiffness(state, K);
                !evaluation.valid)
              return evaluation;
            matrix.topLeftCorner(n, n) += weights.q * K;
          }
        if (m > 0)
          {
            system.constraint_jacobian(state.time, state.q, B);
            matrix.topRightCorner(n, m) = B.transpose();
            // On the higher levels only the highest derivative is used.
            const double weight = level == ConstraintLevel::position ? weights.q
                                  : level == ConstraintLevel::velocity
                                    ? weights.v
                                    : weights.a;
            matrix.bottomLeftCorner(m, n) = weight * B;
            system.constraint_compliance(state.time, state.q, state.lambda, C);
            matrix.bottomRightCorner(m, m) = C;
          }
        lu.compute(matrix);
        const auto pivots = lu.matrixLU().diagonal();
        for (int i = 0; i < n + m; ++i)
          if (!std::isfinite(pivots(i)) || pivots(i) == 0)
            return {false,
                    message("the tangent is singular: pivot ",
                            i,
                            " of ",
                            n + m,
                            " is ",
                            pivots(i))};
        return {};
      }

      Evaluation solve(const Blocks &rhs, Blocks &x) const override
      {
        const auto n = M.rows(), m = B.rows();
        x.q.resize(n);
        x.lambda.resize(m);
        // The triangular solves in place: no temporary of the expression
        // lu.solve(), and any number of right-hand sides.
        Vector &y = rhs_and_x;
        for (Eigen::Index i = 0; i < n + m; ++i)
          y(lu.permutationP().indices()(i)) =
            i < n ? rhs.q(i) : rhs.lambda(i - n);
        lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(y);
        lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(y);
        x.q      = y.head(n);
        x.lambda = y.tail(m);
        return {};
      }

      void apply(const double c_v,
                 const double c_a,
                 const Vector &x,
                 Blocks &y) const override
      {
        y.q.noalias() = c_v * (D * x);
        y.q.noalias() += c_a * (M * x);
        y.lambda = Vector::Zero(B.rows());
      }

    private:
      const DenseSystem &system;
      Matrix K, D, M, B, C, matrix;
      Eigen::PartialPivLU<Matrix> lu;
      mutable Vector rhs_and_x;
    };
  } // namespace

  void DenseSystem::constraint(double,
                               const Vector &,
                               const Vector &,
                               Vector &) const
  {
    assert(n_multipliers() == 0 && "a constrained system must give Phi");
  }

  void DenseSystem::constraint_jacobian(const double t,
                                        const Vector &q,
                                        MatrixRef B) const
  {
    if (n_multipliers() == 0)
      return;
    const Vector lambda = Vector::Zero(n_multipliers());
    Vector shifted      = q, plus(n_multipliers()), minus(n_multipliers());
    for (Eigen::Index j = 0; j < q.size(); ++j)
      {
        const double h = central * std::max(std::abs(q(j)), typical_size());
        shifted(j)     = q(j) + h;
        constraint(t, shifted, lambda, plus);
        shifted(j) = q(j) - h;
        constraint(t, shifted, lambda, minus);
        shifted(j) = q(j);
        B.col(j)   = (plus - minus) / (2 * h);
      }
  }

  void DenseSystem::constraint_compliance(double,
                                          const Vector &,
                                          const Vector &,
                                          MatrixRef C) const
  {
    C.setZero();
  }

  void DenseSystem::constraint_rate(const double t,
                                    const Vector &q,
                                    Vector &Phi_t) const
  {
    const Vector lambda = Vector::Zero(n_multipliers());
    const double h      = central * std::max(std::abs(t), 1.);
    Vector minus(n_multipliers());
    constraint(t + h, q, lambda, Phi_t);
    constraint(t - h, q, lambda, minus);
    Phi_t = (Phi_t - minus) / (2 * h);
  }

  void DenseSystem::constraint_curvature(const double t,
                                         const Vector &q,
                                         const Vector &v,
                                         Vector &curvature) const
  {
    // d/ds of B(t + s, q + s v) v + Phi_t(t + s, q + s v) at s = 0.
    const double h = central *
                     std::max({std::abs(t), q.norm(), typical_size()}) /
                     std::max(1., v.norm());
    Matrix B(n_multipliers(), v.size());
    Vector Phi_t(n_multipliers());
    curvature.setZero(n_multipliers());
    for (const double sign : {1., -1.})
      {
        const Vector shifted = q + sign * h * v;
        constraint_jacobian(t + sign * h, shifted, B);
        constraint_rate(t + sign * h, shifted, Phi_t);
        curvature += sign / (2 * h) * (B * v + Phi_t);
      }
  }

  Evaluation DenseSystem::stiffness(const State &state, MatrixRef K) const
  {
    State shifted = state;
    Blocks plus, minus;
    for (Eigen::Index j = 0; j < state.q.size(); ++j)
      {
        const double h =
          central * std::max(std::abs(state.q(j)), typical_size());
        shifted.q(j) = state.q(j) + h;
        if (Evaluation evaluation =
              residual(shifted, ConstraintLevel::position, plus);
            !evaluation.valid)
          return evaluation;
        shifted.q(j) = state.q(j) - h;
        if (Evaluation evaluation =
              residual(shifted, ConstraintLevel::position, minus);
            !evaluation.valid)
          return evaluation;
        shifted.q(j) = state.q(j);
        K.col(j)     = (plus.q - minus.q) / (2 * h);
      }
    return {};
  }

  Evaluation DenseSystem::damping(const State &state, MatrixRef D) const
  {
    Vector shifted = state.v, plus(state.v.size()), minus(state.v.size());
    for (Eigen::Index j = 0; j < state.v.size(); ++j)
      {
        const double h =
          central * std::max(std::abs(state.v(j)), typical_size());
        shifted(j) = state.v(j) + h;
        if (Evaluation evaluation = force(state.time, state.q, shifted, plus);
            !evaluation.valid)
          return evaluation;
        shifted(j) = state.v(j) - h;
        if (Evaluation evaluation = force(state.time, state.q, shifted, minus);
            !evaluation.valid)
          return evaluation;
        shifted(j) = state.v(j);
        D.col(j)   = (plus - minus) / (2 * h);
      }
    return {};
  }

  double DenseSystem::typical_size() const
  {
    return 1;
  }

  Evaluation DenseSystem::residual(const State &state,
                                   const ConstraintLevel level,
                                   Blocks &result) const
  {
    const int n = n_velocities(), m = n_multipliers();
    Scratch M_scratch(n, n), B_scratch(m, n);
    Eigen::Map<Matrix> &M = M_scratch.matrix, &B = B_scratch.matrix;
    result.q.resize(n);
    result.lambda.resize(m);
    if (Evaluation evaluation = mass(state.q, M); !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = force(state.time, state.q, state.v, result.q);
        !evaluation.valid)
      return evaluation;
    result.q.noalias() += M * state.a;
    if (m == 0)
      return {};
    constraint_jacobian(state.time, state.q, B);
    result.q.noalias() += B.transpose() * state.lambda;
    if (level == ConstraintLevel::position)
      constraint(state.time, state.q, state.lambda, result.lambda);
    else if (level == ConstraintLevel::velocity)
      {
        constraint_rate(state.time, state.q, result.lambda);
        result.lambda.noalias() += B * state.v;
      }
    else
      {
        constraint_curvature(state.time, state.q, state.v, result.lambda);
        result.lambda.noalias() += B * state.a;
      }
    return {};
  }

  std::unique_ptr<Tangent> DenseSystem::make_tangent() const
  {
    return std::make_unique<DenseTangent>(*this);
  }
} // namespace rivlin
