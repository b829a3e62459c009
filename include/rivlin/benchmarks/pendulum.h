// SPDX-License-Identifier: Apache-2.0
// The mathematical pendulum in Cartesian coordinates.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// Unit mass and length, Phi = (x^2 + y^2 - 1)/2, gravity 9.81 (Arnold,
  /// Bruls and Cardona, Numer. Math. 129, 2015, Example 1): the smallest system
  /// of index 3.
  class Pendulum final : public DenseSystem
  {
  public:
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
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const override;
    void constraint_curvature(double t,
                              const Vector &q,
                              const Vector &v,
                              Vector &curvature) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    TimeDependence time_dependence() const override;
    void acceleration_derivatives(const State &state,
                                  MatrixRef by_q,
                                  MatrixRef by_v) const override;

    static constexpr double gravity = 9.81;
  };

  /// Total energy 1/2 - gravity, x(0) = x_0, moving to the right. The
  /// multiplier is lambda = 1 - 2 gravity - 3 gravity y.
  Benchmark pendulum(double x_0 = 0.2, double end_time = 2);
} // namespace rivlin
