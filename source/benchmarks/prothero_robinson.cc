// SPDX-License-Identifier: Apache-2.0
// The Prothero-Robinson equation of second order.
#include <rivlin/benchmarks/prothero_robinson.h>

#include <rivlin/base/text.h>


#include <cmath>
#include <numbers>

namespace rivlin
{
  ProtheroRobinson::ProtheroRobinson(const double frequency,
                                     const double compliance)
    : a(frequency)
    , eps_squared(compliance)
  {}

  int ProtheroRobinson::n_velocities() const
  {
    return 1;
  }

  int ProtheroRobinson::n_multipliers() const
  {
    return 1;
  }

  ConstraintKind ProtheroRobinson::constraint_kind() const
  {
    return eps_squared > 0 ? ConstraintKind::compliant : ConstraintKind::rigid;
  }

  double ProtheroRobinson::phi(const double t, const int k) const
  {
    return std::pow(a, k) * std::cos(a * t + k * std::numbers::pi / 2);
  }

  Evaluation ProtheroRobinson::mass(const Vector &, MatrixRef M) const
  {
    M(0, 0) = 1;
    return {};
  }

  Evaluation ProtheroRobinson::force(const double t,
                                     const Vector &,
                                     const Vector &,
                                     Vector &g) const
  {
    g(0) = -phi(t, 2);
    return {};
  }

  void ProtheroRobinson::constraint(const double t,
                                    const Vector &q,
                                    const Vector &lambda,
                                    Vector &Phi) const
  {
    Phi(0) = q(0) - phi(t, 0) - eps_squared * lambda(0);
  }

  void ProtheroRobinson::constraint_jacobian(double,
                                             const Vector &,
                                             MatrixRef B) const
  {
    B(0, 0) = 1;
  }

  void ProtheroRobinson::constraint_compliance(double,
                                               const Vector &,
                                               const Vector &,
                                               MatrixRef C) const
  {
    C(0, 0) = -eps_squared;
  }

  void ProtheroRobinson::constraint_rate(const double t,
                                         const Vector &,
                                         Vector &Phi_t) const
  {
    Phi_t(0) = -phi(t, 1);
  }

  void ProtheroRobinson::constraint_curvature(const double t,
                                              const Vector &,
                                              const Vector &,
                                              Vector &curvature) const
  {
    curvature(0) = -phi(t, 2);
  }

  Evaluation ProtheroRobinson::stiffness(const State &, MatrixRef K) const
  {
    K(0, 0) = 0;
    return {};
  }

  Evaluation ProtheroRobinson::damping(const State &, MatrixRef D) const
  {
    D(0, 0) = 0;
    return {};
  }

  TimeDependence ProtheroRobinson::time_dependence() const
  {
    return TimeDependence::given;
  }

  Evaluation ProtheroRobinson::time_derivative(const State &state,
                                               const ConstraintLevel level,
                                               Blocks &result) const
  {
    const int k = level == ConstraintLevel::position   ? 1
                  : level == ConstraintLevel::velocity ? 2
                                                       : 3;
    result.q.setConstant(1, -phi(state.time, 3));
    result.lambda.setConstant(1, -phi(state.time, k));
    return {};
  }

  Benchmark prothero_robinson(const double eps_squared,
                              const double a,
                              const double end_time)
  {
    const auto system = std::make_shared<ProtheroRobinson>(a, eps_squared);
    Benchmark result;
    result.name          = message("Prothero-Robinson, eps^2 = ", eps_squared);
    result.system        = system;
    result.start.q       = Vector::Constant(1, system->phi(0, 0));
    result.start.v       = Vector::Constant(1, system->phi(0, 1));
    result.end_time      = end_time;
    result.solution.time = end_time;
    result.solution.q    = Vector::Constant(1, system->phi(end_time, 0));
    result.solution.v    = Vector::Constant(1, system->phi(end_time, 1));
    result.solution.lambda = Vector::Zero(1);
    result.source          = "closed form";
    return result;
  }
} // namespace rivlin
