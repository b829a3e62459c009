// SPDX-License-Identifier: Apache-2.0
// The mathematical pendulum in Cartesian coordinates.
#include <rivlin/benchmarks/pendulum.h>

#include <cmath>

namespace rivlin
{
  int Pendulum::n_velocities() const
  {
    return 2;
  }

  int Pendulum::n_multipliers() const
  {
    return 1;
  }

  ConstraintKind Pendulum::constraint_kind() const
  {
    return ConstraintKind::rigid;
  }

  Evaluation Pendulum::mass(const Vector &, MatrixRef M) const
  {
    M.setIdentity();
    return {};
  }

  Evaluation
  Pendulum::force(double, const Vector &, const Vector &, Vector &g) const
  {
    g(0) = 0;
    g(1) = gravity;
    return {};
  }

  void Pendulum::constraint(double,
                            const Vector &q,
                            const Vector &,
                            Vector &Phi) const
  {
    Phi(0) = (q.squaredNorm() - 1) / 2;
  }

  void Pendulum::constraint_jacobian(double, const Vector &q, MatrixRef B) const
  {
    B(0, 0) = q(0);
    B(0, 1) = q(1);
  }

  void Pendulum::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t(0) = 0;
  }

  void Pendulum::constraint_curvature(double,
                                      const Vector &,
                                      const Vector &v,
                                      Vector &curvature) const
  {
    curvature(0) = v.squaredNorm();
  }

  Evaluation Pendulum::stiffness(const State &state, MatrixRef K) const
  {
    K.setIdentity();
    K *= state.lambda(0);
    return {};
  }

  Evaluation Pendulum::damping(const State &, MatrixRef D) const
  {
    D.setZero();
    return {};
  }

  TimeDependence Pendulum::time_dependence() const
  {
    return TimeDependence::none;
  }

  void Pendulum::acceleration_derivatives(const State &state,
                                          MatrixRef by_q,
                                          MatrixRef by_v) const
  {
    for (int j = 0; j < 2; ++j)
      {
        by_q(0, j) = state.a(j);
        by_v(0, j) = 2 * state.v(j);
      }
  }

  Benchmark pendulum(const double x_0, const double end_time)
  {
    const double y_0   = -std::sqrt(1 - x_0 * x_0);
    const double speed = std::sqrt(1 - 2 * Pendulum::gravity * (1 + y_0));
    Benchmark result;
    result.name     = "pendulum";
    result.system   = std::make_shared<Pendulum>();
    result.start.q  = Vector{{x_0, y_0}};
    result.start.v  = Vector{{-speed * y_0, speed * x_0}};
    result.end_time = end_time;
    result.source   = "RADAU5, tolerance 1e-12";
    if (x_0 == 0.2 && end_time == 2)
      {
        // Checked by an independent high precision computation.
        result.solution.time = 2;
        result.solution.q    = Vector{{0.185148979392389, -0.982710463681932}};
        result.solution.lambda = Vector::Constant(1, 10.3011689461592);
      }
    return result;
  }
} // namespace rivlin
