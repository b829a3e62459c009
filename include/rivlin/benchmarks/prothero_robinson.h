// SPDX-License-Identifier: Apache-2.0
// The Prothero-Robinson equation of second order.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// q'' = -lambda + phi''(t), eps^2 lambda = q - phi(t), phi = cos(a t)
  /// (Becker 2012, Example 3.1.12, with the second derivative of phi). Started
  /// on the smooth motion its solution is q = phi, lambda = 0 for every eps;
  /// eps = 0 is a rigid constraint.
  class ProtheroRobinson final : public DenseSystem
  {
  public:
    ProtheroRobinson(double a, double eps_squared);

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
    Evaluation time_derivative(const State &state,
                               ConstraintLevel level,
                               Blocks &result) const override;

    /// The k-th derivative of phi.
    double phi(double t, int k) const;

  private:
    double a;
    double eps_squared;
  };

  /// a = 6, t_end = 2.2 as in Becker's Figures 4.4 and 4.5.
  Benchmark
  prothero_robinson(double eps_squared, double a = 6, double end_time = 2.2);
} // namespace rivlin
