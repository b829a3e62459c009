// SPDX-License-Identifier: Apache-2.0
// The stiff spring pendulum.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// q'' = -q lambda - (0, gravity), eps^2 lambda = 1 - 1/|q| (Becker 2012,
  /// Example 3.1.8 with factor 1 as in its Jacobian 4.37): a unit mass on a
  /// spring of stiffness 1/eps^2. The force direction q is not the gradient of
  /// the constraint.
  class SpringPendulum final : public DenseSystem
  {
  public:
    SpringPendulum(double eps_squared, double gravity);

    int n_velocities() const override;
    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    Evaluation mass(const Vector &q, MatrixRef M) const override;
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override;
    void constraint(double t,
                    const Vector &q,
                    const Vector &lambda,
                    Vector &Phi) const override;
    void
    constraint_jacobian(double t, const Vector &q, MatrixRef B) const override;
    void
    force_directions(double t, const Vector &q, MatrixRef G) const override;
    void constraint_compliance(double t,
                               const Vector &q,
                               const Vector &lambda,
                               MatrixRef C) const override;
    void
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const override;
    void constraint_curvature(double t,
                              const Vector &q,
                              const Vector &v,
                              Vector &curvature) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    TimeDependence time_dependence() const override;

  private:
    double eps_squared;
    double gravity;
  };

  /// Start (1, 0) at rest; gravity 13.7503716 gives period 2 at eps = 0. The
  /// solution at t = 4 is known for eps^2 = 1e-4.
  Benchmark spring_pendulum(double eps_squared,
                            double gravity  = 13.7503716,
                            double end_time = 4);
} // namespace rivlin
