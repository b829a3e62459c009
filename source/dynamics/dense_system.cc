// SPDX-License-Identifier: Apache-2.0
// Residual, difference quotients and LU factorization of dense systems.
#include <rivlin/dynamics/dense_system.h>

#include <rivlin/dynamics/local_coordinates.h>

#include "dense_tangent.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

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

    /// Of differences with respect to q along the j-th unit vector. Redundant
    /// coordinates have no scale of their own: rotations are of order 1.
    double
    position_step(const DenseSystem &system, const Vector &q, const int j)
    {
      const double size =
        q.size() == system.n_velocities() ? std::abs(q(j)) : 0;
      return central * std::max(size, system.typical_size());
    }

    /// shifted = q o exp(h e_j)
    void shift(const DenseSystem &system,
               const Vector &q,
               const int j,
               const double h,
               Vector &shifted)
    {
      system.retract(q, h * Vector::Unit(system.n_velocities(), j), shifted);
    }
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
    for (int j = 0; j < n_velocities(); ++j)
      {
        const double h = position_step(*this, q, j);
        shift(*this, q, j, h, shifted);
        constraint(t, shifted, lambda, plus);
        shift(*this, q, j, -h, shifted);
        constraint(t, shifted, lambda, minus);
        B.col(j) = (plus - minus) / (2 * h);
      }
  }

  void DenseSystem::force_directions(const double t,
                                     const Vector &q,
                                     MatrixRef G) const
  {
    constraint_jacobian(t, q, G);
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
        Vector shifted;
        retract(q, sign * h * v, shifted);
        constraint_jacobian(t + sign * h, shifted, B);
        constraint_rate(t + sign * h, shifted, Phi_t);
        curvature += sign / (2 * h) * (B * v + Phi_t);
      }
  }

  Evaluation DenseSystem::stiffness(const State &state, MatrixRef K) const
  {
    State shifted = state;
    Blocks plus, minus;
    for (int j = 0; j < n_velocities(); ++j)
      {
        const double h = position_step(*this, state.q, j);
        shift(*this, state.q, j, h, shifted.q);
        if (Evaluation evaluation =
              residual(shifted, ConstraintLevel::position, plus);
            !evaluation.valid)
          return evaluation;
        shift(*this, state.q, j, -h, shifted.q);
        if (Evaluation evaluation =
              residual(shifted, ConstraintLevel::position, minus);
            !evaluation.valid)
          return evaluation;
        K.col(j) = (plus.q - minus.q) / (2 * h);
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

  bool DenseSystem::sudden_force(const State &, Vector &) const
  {
    return false;
  }

  bool DenseSystem::sudden_stiffness(const State &, MatrixRef) const
  {
    return false;
  }

  void DenseSystem::acceleration_derivatives(const State &state,
                                             MatrixRef by_q,
                                             MatrixRef by_v) const
  {
    const int m = n_multipliers(), n = n_velocities();
    Matrix B(m, n);
    Vector shifted_q = state.q, shifted_v = state.v, value(m);
    const auto evaluate = [&](const double sign_over_step, auto column) {
      constraint_curvature(state.time, shifted_q, shifted_v, value);
      constraint_jacobian(state.time, shifted_q, B);
      column += sign_over_step * (B * state.a + value);
    };
    by_q.setZero();
    by_v.setZero();
    for (int j = 0; j < n; ++j)
      for (const double sign : {1., -1.})
        {
          const double h_q = position_step(*this, state.q, j);
          shift(*this, state.q, j, sign * h_q, shifted_q);
          evaluate(sign / (2 * h_q), by_q.col(j));
          shifted_q = state.q;
          const double h_v =
            central * std::max(std::abs(state.v(j)), typical_size());
          shifted_v(j) = state.v(j) + sign * h_v;
          evaluate(sign / (2 * h_v), by_v.col(j));
          shifted_v(j) = state.v(j);
        }
  }

  double DenseSystem::error_norm(const State &state_n,
                                 const State &state_np,
                                 const Blocks &error,
                                 const Vector &velocity_error,
                                 const Tolerances &tolerances) const
  {
    const double h =
      tolerances.scale_with_step ? state_np.time - state_n.time : 1.;
    double sum         = 0;
    const auto add_one = [&](const double e, const double size) {
      const double ratio =
        e / (tolerances.absolute + tolerances.relative * size);
      sum += ratio * ratio;
    };
    const auto add = [&](const Vector &e,
                         const Vector &old_value,
                         const Vector &new_value,
                         const double scale) {
      for (Eigen::Index i = 0; i < e.size(); ++i)
        add_one(scale * e(i),
                std::max(std::abs(old_value(i)), std::abs(new_value(i))));
    };
    for (int i = 0; i < static_cast<int>(error.q.size()); ++i)
      add_one(error.q(i),
              std::max(size_along(state_n.q, i), size_along(state_np.q, i)));
    add(velocity_error, state_n.v, state_np.v, h);
    add(error.lambda, state_n.lambda, state_np.lambda, h * h);
    const auto n = error.q.size() + velocity_error.size() + error.lambda.size();
    return std::sqrt(sum / static_cast<double>(n));
  }

  double DenseSystem::size_along(const Vector &q, const int i) const
  {
    return std::abs(q(i));
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
    force_directions(state.time, state.q, B);
    result.q.noalias() += B.transpose() * state.lambda;
    if (level == ConstraintLevel::position)
      {
        constraint(state.time, state.q, state.lambda, result.lambda);
        return {};
      }
    constraint_jacobian(state.time, state.q, B);
    if (level == ConstraintLevel::velocity)
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

  DenseLieSystem::DenseLieSystem(ConfigurationSpace configuration_space)
    : group(std::move(configuration_space))
  {}

  int DenseLieSystem::n_velocities() const
  {
    return group.n_velocities();
  }

  int DenseLieSystem::n_positions() const
  {
    return group.n_positions();
  }

  ConfigurationSpace DenseLieSystem::space() const
  {
    return group;
  }

  void DenseLieSystem::retract(const Vector &q,
                               const Vector &increment,
                               Vector &result) const
  {
    rivlin::retract(group, q, increment, result);
  }

  double DenseLieSystem::size_along(const Vector &q, const int i) const
  {
    return size_in_direction(group, q, i);
  }
} // namespace rivlin
