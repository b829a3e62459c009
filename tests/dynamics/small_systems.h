// SPDX-License-Identifier: Apache-2.0
// Systems of one or few unknowns with closed solutions, for tests.
#pragma once

#include <rivlin/base/text.h>
#include <rivlin/dynamics/dense_system.h>

#include <cmath>

/// k q + c q^3 = t F.
class HardeningSpring : public rivlin::DenseSystem
{
public:
  HardeningSpring(double linear, double cubic, double load)
    : k(linear)
    , c(cubic)
    , F(load)
  {}
  int n_velocities() const override
  {
    return 1;
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
    M(0, 0) = 1;
    return {};
  }
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &,
                           rivlin::Vector &g) const override
  {
    g(0) = k * q(0) + c * q(0) * q(0) * q(0) - t * F;
    return {};
  }
  rivlin::Evaluation stiffness(const rivlin::State &state,
                               rivlin::MatrixRef K) const override
  {
    K(0, 0) = k + 3 * c * state.q(0) * state.q(0);
    return {};
  }

private:
  double k, c, F;
};

/// Two bars of unit stiffness EA over half span b and height h, loaded at the
/// apex by t F downwards; q is the deflection of the apex (von Mises truss).
class TwoBarTruss : public rivlin::DenseSystem
{
public:
  TwoBarTruss(double half_span, double height, double load = 0)
    : b(half_span)
    , h(height)
    , F(load)
  {}
  int n_velocities() const override
  {
    return 1;
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
    M(0, 0) = 1;
    return {};
  }
  /// Vertical equilibrium of engineering strain (l - L)/L.
  double load_at(double q) const
  {
    const double L = std::hypot(b, h), l = std::hypot(b, h - q);
    return 2 * (L - l) / L * (h - q) / l;
  }
  /// dF/dq = 0 at l^3 = L b^2.
  double limit_deflection() const
  {
    const double L = std::hypot(b, h), l = std::cbrt(L * b * b);
    return h - std::sqrt(l * l - b * b);
  }
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &,
                           rivlin::Vector &g) const override
  {
    g(0) = load_at(q(0)) - t * F;
    return {};
  }

private:
  double b, h, F;
};

/// n masses between springs of unit stiffness and unit length; the left end is
/// fixed, the right end is driven by t u and eliminated. Crossed masses are
/// invalid.
class DrivenChain : public rivlin::DenseSystem
{
public:
  DrivenChain(int n_masses, double motion)
    : n(n_masses)
    , u(motion)
  {}
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
    return {};
  }
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &,
                           rivlin::Vector &g) const override
  {
    const auto at = [&](int i) { return i < 0 ? 0. : i < n ? q(i) : t * u; };
    for (int i = 0; i <= n; ++i)
      if (!(std::abs(at(i) - at(i - 1)) < 3))
        return {false,
                rivlin::message("spring ", i, " is stretched to ", at(i))};
    for (int i = 0; i < n; ++i)
      g(i) = 2 * at(i) - at(i - 1) - at(i + 1);
    return {};
  }
  rivlin::Evaluation residual_change(const rivlin::State &,
                                     double h,
                                     rivlin::Blocks &change) const override
  {
    change.q        = rivlin::Vector::Zero(n);
    change.q(n - 1) = -h * u;
    change.lambda.resize(0);
    return {};
  }

private:
  int n;
  double u;
};

/// k q + p = t F, q - p / kappa = 0.
class MixedSpring : public rivlin::DenseSystem
{
public:
  MixedSpring(double stiffness, double bulk_modulus, double load)
    : k(stiffness)
    , kappa(bulk_modulus)
    , F(load)
  {}
  int n_velocities() const override
  {
    return 1;
  }
  int n_multipliers() const override
  {
    return 1;
  }
  rivlin::ConstraintKind constraint_kind() const override
  {
    return rivlin::ConstraintKind::compliant;
  }
  rivlin::Evaluation mass(const rivlin::Vector &,
                          rivlin::MatrixRef M) const override
  {
    M(0, 0) = 1;
    return {};
  }
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &,
                           rivlin::Vector &g) const override
  {
    g(0) = k * q(0) - t * F;
    return {};
  }
  void constraint(double,
                  const rivlin::Vector &q,
                  const rivlin::Vector &p,
                  rivlin::Vector &Phi) const override
  {
    Phi(0) = q(0) - p(0) / kappa;
  }
  void constraint_jacobian(double,
                           const rivlin::Vector &,
                           rivlin::MatrixRef B) const override
  {
    B(0, 0) = 1;
  }
  void constraint_compliance(double,
                             const rivlin::Vector &,
                             const rivlin::Vector &,
                             rivlin::MatrixRef C) const override
  {
    C(0, 0) = -1 / kappa;
  }

private:
  double k, kappa, F;
};

/// q = t, and every state with |q| beyond a bound is invalid.
class InvalidBeyond : public HardeningSpring
{
public:
  explicit InvalidBeyond(double largest)
    : HardeningSpring(1, 0, 1)
    , bound(largest)
  {}
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &v,
                           rivlin::Vector &g) const override
  {
    if (std::abs(q(0)) > bound)
      return {false, rivlin::message("q = ", q(0), " is too far")};
    return HardeningSpring::force(t, q, v, g);
  }

private:
  double bound;
};

/// sinh(q) = 2 sin(3 t), invalid farther than 0.15 from the solution: a
/// predictor that overshoots is refused.
class NarrowValley : public HardeningSpring
{
public:
  NarrowValley()
    : HardeningSpring(1, 0, 1)
  {}
  double solution(double t) const
  {
    return std::asinh(2 * std::sin(3 * t));
  }
  rivlin::Evaluation force(double t,
                           const rivlin::Vector &q,
                           const rivlin::Vector &,
                           rivlin::Vector &g) const override
  {
    if (std::abs(q(0) - solution(t)) > 0.15)
      return {false, rivlin::message("q = ", q(0), " left the valley")};
    g(0) = std::sinh(q(0)) - 2 * std::sin(3 * t);
    return {};
  }
  rivlin::Evaluation stiffness(const rivlin::State &state,
                               rivlin::MatrixRef K) const override
  {
    K(0, 0) = std::cosh(state.q(0));
    return {};
  }
  rivlin::Evaluation residual_change(const rivlin::State &state,
                                     double h,
                                     rivlin::Blocks &change) const override
  {
    change.q.setConstant(1, -6 * std::cos(3 * state.time) * h);
    change.lambda.resize(0);
    return {};
  }
};
