// SPDX-License-Identifier: Apache-2.0
// Slider-crank mechanism with a spring-mass system.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// Arnold and Bruls (2007), Section 5.1: ten absolute coordinates
  ///   x1 y1 theta1 x2 y2 theta2 x3 x4 x5 y5
  /// of crank, rod, slider, spring mass and hinge, eight rigid constraints. The
  /// hinge has no mass, so M is singular; no gravity; slender rods.
  class SliderCrank final : public DenseSystem
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
    TimeDependence time_dependence() const override;
  };

  /// At rest with theta1 = pi/2 and an undeformed spring, torque 1 N m on the
  /// crank, until t = 1 s.
  Benchmark slider_crank(double end_time = 1);
} // namespace rivlin
