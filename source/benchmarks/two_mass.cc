// SPDX-License-Identifier: Apache-2.0
// Two masses and a pressure: the miniature of mixed elasticity.
#include <rivlin/benchmarks/two_mass.h>

#include <rivlin/base/text.h>


#include <cmath>

namespace rivlin
{
  TwoMass::TwoMass(const double bulk_modulus)
    : compliance(1 / bulk_modulus)
  {}

  int TwoMass::n_velocities() const
  {
    return 2;
  }

  int TwoMass::n_multipliers() const
  {
    return 1;
  }

  ConstraintKind TwoMass::constraint_kind() const
  {
    return compliance > 0 ? ConstraintKind::compliant : ConstraintKind::rigid;
  }

  Evaluation TwoMass::mass(const Vector &, MatrixRef M) const
  {
    M.setZero();
    M(0, 0) = 1;
    M(1, 1) = 2;
    return {};
  }

  Evaluation TwoMass::force(const double t,
                            const Vector &q,
                            const Vector &v,
                            Vector &g) const
  {
    if (!((1 + q(0)) > 0 && (1 + q(1)) > 0))
      return {false,
              message("a stretch is not positive: ", 1 + q(0), ", ", 1 + q(1))};
    const double d = 0.1, mu = 10, k = 5;
    for (int i = 0; i < 2; ++i)
      g(i) = d * v(i) + mu * q(i) + k * q(i) * q(i) * q(i);
    g(0) -= 4 * std::sin(3 * t);
    return {};
  }

  void TwoMass::constraint(double,
                           const Vector &q,
                           const Vector &p,
                           Vector &Phi) const
  {
    Phi(0) = q(0) + q(1) + q(0) * q(1) - compliance * p(0);
  }

  void TwoMass::constraint_jacobian(double, const Vector &q, MatrixRef B) const
  {
    B(0, 0) = 1 + q(1);
    B(0, 1) = 1 + q(0);
  }

  void TwoMass::constraint_compliance(double,
                                      const Vector &,
                                      const Vector &,
                                      MatrixRef C) const
  {
    C(0, 0) = -compliance;
  }

  void TwoMass::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t(0) = 0;
  }

  void TwoMass::constraint_curvature(double,
                                     const Vector &,
                                     const Vector &v,
                                     Vector &curvature) const
  {
    curvature(0) = 2 * v(0) * v(1);
  }

  Benchmark two_mass(const double bulk_modulus, const double end_time)
  {
    Benchmark result;
    result.name     = std::isinf(bulk_modulus)
                        ? std::string("two masses, incompressible")
                        : message("two masses, kappa = ", bulk_modulus);
    result.system   = std::make_shared<TwoMass>(bulk_modulus);
    result.start.q  = Vector::Zero(2);
    result.start.v  = Vector::Zero(2);
    result.end_time = end_time;
    result.source   = "RADAU5, tolerance 1e-12";
    return result;
  }
} // namespace rivlin
