// SPDX-License-Identifier: Apache-2.0
// Two masses and a pressure: the miniature of mixed elasticity.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// A block with the two stretches 1 + q_1 and 1 + q_2, its volume ratio J =
  /// (1 + q_1)(1 + q_2), and a pressure:
  ///   m q'' + d q' + mu q + k q^3 + (dJ/dq)^T p = f(t),   J - 1 = p / kappa.
  /// kappa = infinity makes the constraint rigid.
  class TwoMass final : public DenseSystem
  {
  public:
    explicit TwoMass(double bulk_modulus);

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

  private:
    double compliance; ///< 1 / kappa
  };

  /// Driven by f = (4 sin 3t, 0) from rest; kappa may be infinity.
  Benchmark two_mass(double bulk_modulus, double end_time = 2);
} // namespace rivlin
