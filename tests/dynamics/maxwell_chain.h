// SPDX-License-Identifier: Apache-2.0
// Masses between viscoelastic elements: a system with variables at points.
#pragma once

#include <rivlin/base/text.h>
#include <rivlin/dynamics/dense_system.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

/// n masses in a row; between the wall, the masses and the end there are
/// elements with the force k e + s, where s' = k_1 e' - s / tau (Maxwell). The
/// end is driven by u(t), or there is none and the last mass is free.
///
/// The variables at the elements are s and e at the last accepted time. The
/// update of s is exact for e linear in time,
///   s = exp(-x) s_n + k_1 (e - e_n) (1 - exp(-x)) / x,   x = (t - t_n) / tau.
class MaxwellChain final : public rivlin::DenseSystem
{
public:
  using Motion = std::function<double(double)>;

  MaxwellChain(int n_masses, Motion end = nullptr)
    : n(n_masses)
    , driven(std::move(end))
  {}

  double k = 3, k_1 = 5, tau = 0.2, m = 0.1;
  /// Elements that are longer make the state invalid.
  double longest = std::numeric_limits<double>::infinity();
  /// Accepted steps.
  mutable long n_accepted = 0;

  int n_elements() const
  {
    return n + (driven ? 1 : 0);
  }
  double elongation(const rivlin::State &state, int i) const
  {
    const double right = i < n ? state.q(i) : driven(state.time);
    return right - (i > 0 ? state.q(i - 1) : 0);
  }
  double force_of(const rivlin::State &state, int i) const
  {
    return k * elongation(state, i) + viscous_force(state, i);
  }

  int n_velocities() const override
  {
    return n;
  }
  int n_multipliers() const override
  {
    return 0;
  }
  rivlin::ConstraintKind constraint_kind() const override
  {
    return rivlin::ConstraintKind::none;
  }
  rivlin::Evaluation mass(const rivlin::Vector &,
                          rivlin::MatrixRef M) const override
  {
    M.setIdentity();
    M *= m;
    return {};
  }
  rivlin::Evaluation force(double,
                           const rivlin::Vector &,
                           const rivlin::Vector &,
                           rivlin::Vector &) const override
  {
    return {false, "the force depends on more than q and v"};
  }
  rivlin::Evaluation stiffness(const rivlin::State &state,
                               rivlin::MatrixRef K) const override
  {
    const double tangent = k + k_1 * secant(state);
    K.setZero();
    for (int i = 0; i < n_elements(); ++i)
      {
        if (i < n)
          K(i, i) += tangent;
        if (i > 0)
          K(i - 1, i - 1) += tangent;
        if (i > 0 && i < n)
          {
            K(i, i - 1) -= tangent;
            K(i - 1, i) -= tangent;
          }
      }
    return {};
  }
  rivlin::Evaluation damping(const rivlin::State &,
                             rivlin::MatrixRef D) const override
  {
    D.setZero();
    return {};
  }
  rivlin::Evaluation residual(const rivlin::State &state,
                              rivlin::ConstraintLevel,
                              rivlin::Blocks &result) const override
  {
    result.lambda.resize(0);
    result.q = m * state.a;
    for (int i = 0; i < n_elements(); ++i)
      {
        const double e = elongation(state, i);
        if (!(std::abs(e) < longest))
          return {false,
                  rivlin::message("element ", i, " is stretched to ", e)};
        const double f = force_of(state, i);
        if (i < n)
          result.q(i) += f;
        if (i > 0)
          result.q(i - 1) -= f;
      }
    return {};
  }
  std::vector<rivlin::PointVariables> initial_points() const override
  {
    return {{"Maxwell force and elongation",
             rivlin::PointKind::sampled,
             n_elements(),
             2,
             rivlin::Vector::Zero(2 * n_elements())}};
  }
  void accept(rivlin::State &state) const override
  {
    ++n_accepted;
    for (int i = 0; i < n_elements(); ++i)
      {
        const double s                    = viscous_force(state, i);
        state.points[0].values(2 * i)     = s;
        state.points[0].values(2 * i + 1) = elongation(state, i);
      }
  }

private:
  double age(const rivlin::State &state) const
  {
    return (state.time - state.point_time) / tau;
  }
  double secant(const rivlin::State &state) const
  {
    const double x = age(state);
    return x == 0 ? 1 : -std::expm1(-x) / x;
  }
  double viscous_force(const rivlin::State &state, int i) const
  {
    const rivlin::Vector &old = state.points[0].values;
    return std::exp(-age(state)) * old(2 * i) +
           k_1 * (elongation(state, i) - old(2 * i + 1)) * secant(state);
  }

  int n;
  Motion driven;
};
