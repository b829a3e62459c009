// SPDX-License-Identifier: Apache-2.0
// The stiff spring pendulum.
#include <rivlin/benchmarks/spring_pendulum.h>

#include <rivlin/base/text.h>


#include <cmath>

namespace rivlin
{
  SpringPendulum::SpringPendulum(const double compliance, const double g)
    : eps_squared(compliance)
    , gravity(g)
  {}

  int SpringPendulum::n_velocities() const
  {
    return 2;
  }

  int SpringPendulum::n_multipliers() const
  {
    return 1;
  }

  ConstraintKind SpringPendulum::constraint_kind() const
  {
    return eps_squared > 0 ? ConstraintKind::compliant : ConstraintKind::rigid;
  }

  Evaluation SpringPendulum::mass(const Vector &, MatrixRef M) const
  {
    M.setIdentity();
    return {};
  }

  Evaluation
  SpringPendulum::force(double, const Vector &, const Vector &, Vector &g) const
  {
    g(0) = 0;
    g(1) = gravity;
    return {};
  }

  void SpringPendulum::constraint(double,
                                  const Vector &q,
                                  const Vector &lambda,
                                  Vector &Phi) const
  {
    // 1 - 1/r without cancellation near r = 1.
    const double r = q.norm();
    Phi(0) = (q.squaredNorm() - 1) / (r * (r + 1)) - eps_squared * lambda(0);
  }

  void SpringPendulum::constraint_jacobian(double,
                                           const Vector &q,
                                           MatrixRef B) const
  {
    const double r = q.norm();
    B(0, 0)        = q(0) / (r * r * r);
    B(0, 1)        = q(1) / (r * r * r);
  }

  void
  SpringPendulum::force_directions(double, const Vector &q, MatrixRef G) const
  {
    G(0, 0) = q(0);
    G(0, 1) = q(1);
  }

  void SpringPendulum::constraint_compliance(double,
                                             const Vector &,
                                             const Vector &,
                                             MatrixRef C) const
  {
    C(0, 0) = -eps_squared;
  }

  void
  SpringPendulum::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t(0) = 0;
  }

  void SpringPendulum::constraint_curvature(double,
                                            const Vector &q,
                                            const Vector &v,
                                            Vector &curvature) const
  {
    const double r = q.norm(), q_v = q.dot(v);
    curvature(0) =
      v.squaredNorm() / (r * r * r) - 3 * q_v * q_v / std::pow(r, 5);
  }

  Evaluation SpringPendulum::stiffness(const State &state, MatrixRef K) const
  {
    K.setIdentity();
    K *= state.lambda(0);
    return {};
  }

  Evaluation SpringPendulum::damping(const State &, MatrixRef D) const
  {
    D.setZero();
    return {};
  }

  TimeDependence SpringPendulum::time_dependence() const
  {
    return TimeDependence::none;
  }

  Benchmark spring_pendulum(const double eps_squared,
                            const double gravity,
                            const double end_time)
  {
    Benchmark result;
    result.name     = message("spring pendulum, eps^2 = ", eps_squared);
    result.system   = std::make_shared<SpringPendulum>(eps_squared, gravity);
    result.start.q  = Vector::Unit(2, 0);
    result.start.v  = Vector::Zero(2);
    result.end_time = end_time;
    result.source   = "RADAU5, tolerance 1e-12";
    return result;
  }
} // namespace rivlin
