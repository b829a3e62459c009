// SPDX-License-Identifier: Apache-2.0
// Andrews' squeezing mechanism.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// Seven bodies in relative angles (beta, Theta, gamma, Phi, delta, Omega,
  /// epsilon), six rigid constraints, mass matrix that depends on the angles:
  /// the equations of the Test Set for IVP Solvers (Lioen and de Swart 1998;
  /// Hairer and Wanner 1996, Section VII.7).
  class Andrews final : public DenseSystem
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

  /// From rest under a constant torque until t = 0.03 s; beta(0.03) =
  /// 15.81077119629904 is published.
  Benchmark andrews();
} // namespace rivlin
