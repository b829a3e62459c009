// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold, Mechanism and Machine Theory 48 (2012) 121-137,
// Section 6.
#include <rivlin/dynamics/local_system.h>

#include <rivlin/base/text.h>


#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace rivlin
{
  /// Rows s r and the constraint, unknowns (dy, s dlambda), s the scaling.
  class LocalTangent final : public Tangent
  {
  public:
    explicit LocalTangent(const LocalSystem &local_system)
      : local(local_system)
    {
      const int n = local.n_velocities(), m = local.n_multipliers();
      for (Matrix *A : {&K, &D, &M, &T, &coupling, &v_by_y, &a_by_y, &scratch})
        A->setZero(n, n);
      for (Matrix *A : {&B, &G, &by_q, &by_v, &by_a})
        A->setZero(m, n);
      C.setZero(m, m);
      matrix.setZero(n + m, n + m);
      lu = Eigen::PartialPivLU<Matrix>(n + m);
    }

    Evaluation linearize(const State &state,
                         const ConstraintLevel level,
                         const TangentWeights &weights,
                         const Vector *) override
    {
      const DenseSystem &system = local.system;
      const auto n = M.rows(), m = B.rows();
      scaling = weights.scaling;
      local.to_group(state, inner);
      differentiate_map(state, weights.q != 0);
      const Matrix V = weights.v * T + weights.q * v_by_y,
                   A =
                     weights.a * T + weights.v * coupling + weights.q * a_by_y;
      if (Evaluation evaluation = system.mass(inner.q, M); !evaluation.valid)
        return evaluation;
      D.setZero();
      if (Evaluation evaluation = system.damping(inner, D); !evaluation.valid)
        return evaluation;
      auto upper_left = matrix.topLeftCorner(n, n);
      upper_left      = M * A + D * V;
      if (weights.q != 0)
        {
          if (Evaluation evaluation = system.stiffness(inner, K);
              !evaluation.valid)
            return evaluation;
          upper_left += weights.q * (K * T);
        }
      upper_left *= scaling;
      by_q.setZero();
      by_v.setZero();
      by_a.setZero();
      if (m > 0)
        {
          system.constraint_jacobian(inner.time, inner.q, B);
          system.force_directions(inner.time, inner.q, G);
          if (level == ConstraintLevel::position)
            by_q = B;
          else if (level == ConstraintLevel::velocity)
            by_v = B;
          else
            {
              by_a = B;
              if (weights.q != 0 || weights.v != 0)
                system.acceleration_derivatives(inner, by_q, by_v);
            }
          matrix.topRightCorner(n, m) = G.transpose();
          matrix.bottomLeftCorner(m, n) =
            weights.q * (by_q * T) + by_v * V + by_a * A;
          system.constraint_compliance(inner.time, inner.q, inner.lambda, C);
          matrix.bottomRightCorner(m, m) = C / scaling;
        }
      lu.compute(matrix);
      const auto pivots = lu.matrixLU().diagonal();
      for (Eigen::Index i = 0; i < n + m; ++i)
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
      Vector right(n + m);
      right << scaling * rhs.q, rhs.lambda;
      const Vector solution = lu.solve(right);
      x.q                   = solution.head(n);
      x.lambda              = solution.tail(m) / scaling;
      return {};
    }

    void apply(const double c_v,
               const double c_a,
               const Vector &x,
               Blocks &y) const override
    {
      const Vector dv = c_v * (T * x),
                   da = c_v * (coupling * x) + c_a * (T * x);
      y.q             = D * dv + M * da;
      y.lambda        = by_v * dv + by_a * da;
    }

  private:
    /// T, dv/dy, da/dy and `coupling` = da/dy'.
    void differentiate_map(const State &state, const bool by_y)
    {
      const auto n = T.rows();
      coordinate_tangent(local.map, local.space, state.q, T);
      coordinate_tangent_derivative(
        local.map, local.space, state.q, state.v, coupling);
      // Second derivatives of T are central differences of its first ones:
      // error eps^(2/3), enough for a Newton matrix.
      const double h = std::cbrt(std::numeric_limits<double>::epsilon());
      for (Eigen::Index j = 0; j < n; ++j)
        {
          const Vector unit = Vector::Unit(n, j);
          coordinate_tangent_derivative(
            local.map, local.space, state.q, unit, scratch);
          v_by_y.col(j) = scratch * state.v;
          if (!by_y)
            continue;
          a_by_y.col(j) = scratch * state.a;
          for (const double s : {h, -h})
            {
              coordinate_tangent_derivative(
                local.map, local.space, state.q + s * unit, state.v, scratch);
              a_by_y.col(j) += scratch * state.v / (2 * s);
            }
        }
      coupling += v_by_y;
    }

    const LocalSystem &local;
    State inner;
    Matrix K, D, M, T, coupling, v_by_y, a_by_y, scratch;
    Matrix B, G, C, by_q, by_v, by_a, matrix;
    Eigen::PartialPivLU<Matrix> lu;
    double scaling = 1;
  };

  LocalSystem::LocalSystem(const DenseSystem &dense_system,
                           const CoordinateMap coordinate_map)
    : system(dense_system)
    , map(coordinate_map)
    , space(system.space())
    , q_n(identity(space))
  {
    require_map(map, space);
  }

  void LocalSystem::set_origin(const Vector &q)
  {
    q_n = q;
  }

  void LocalSystem::to_group(const State &local, State &result) const
  {
    Vector w;
    coordinate_exponent(map, space, local.q, w);
    system.retract(q_n, w, result.q);
    Matrix T(n_velocities(), n_velocities());
    coordinate_tangent(map, space, local.q, T);
    result.v = T * local.v;
    acceleration_to_group(local, local.a, result.a);
    result.lambda = local.lambda;
    result.time   = local.time;
    copy_points(local, result);
  }

  void LocalSystem::acceleration_to_group(const State &local,
                                          const Vector &second,
                                          Vector &a) const
  {
    Matrix T(n_velocities(), n_velocities());
    coordinate_tangent(map, space, local.q, T);
    a = T * second;
    coordinate_tangent_derivative(map, space, local.q, local.v, T);
    a += T * local.v;
  }

  int LocalSystem::n_velocities() const
  {
    return system.n_velocities();
  }

  int LocalSystem::n_multipliers() const
  {
    return system.n_multipliers();
  }

  ConstraintKind LocalSystem::constraint_kind() const
  {
    return system.constraint_kind();
  }

  Evaluation LocalSystem::residual(const State &state,
                                   const ConstraintLevel level,
                                   Blocks &result) const
  {
    State inner;
    to_group(state, inner);
    return system.residual(inner, level, result);
  }

  std::unique_ptr<Tangent> LocalSystem::make_tangent() const
  {
    return std::make_unique<LocalTangent>(*this);
  }

  double LocalSystem::increment_norm(const Blocks &increment) const
  {
    return system.increment_norm(increment);
  }

  double LocalSystem::residual_norm(const Blocks &residual) const
  {
    return system.residual_norm(residual);
  }

  double LocalSystem::work(const Vector &force, const Vector &increment) const
  {
    return system.work(force, increment);
  }
} // namespace rivlin
