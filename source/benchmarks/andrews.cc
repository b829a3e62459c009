// SPDX-License-Identifier: Apache-2.0
// Andrews' squeezing mechanism (SI units).
#include <rivlin/benchmarks/andrews.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    // Masses, inertias and lengths in the test set's names.
    constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706,
                     m5 = .07050, m6 = .00706, m7 = .05498;
    constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7,
                     i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
    constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273,
                     xc = .014, yc = .072;
    constexpr double c0 = 4530, l0 = .07785, mom = .033;
    constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007,
                     ra = .00092, ss = .035, sa = .01874, sb = .01043,
                     sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                     ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;
    enum Angle
    {
      beta,
      theta,
      gam,
      phi,
      delta,
      omega,
      epsilon
    };
  } // namespace

  int Andrews::n_velocities() const
  {
    return 7;
  }

  int Andrews::n_multipliers() const
  {
    return 6;
  }

  ConstraintKind Andrews::constraint_kind() const
  {
    return ConstraintKind::rigid;
  }

  Evaluation Andrews::mass(const Vector &q, MatrixRef M) const
  {
    const double c_theta = std::cos(q(theta));
    const double s_phi = std::sin(q(phi)), s_omega = std::sin(q(omega));
    const double e_ = e - ea, z_ = zf - fa;
    M.setZero();
    M(0, 0) =
      m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * c_theta + da * da) + i1 + i2;
    M(1, 0) = M(0, 1) = m2 * (da * da - da * rr * c_theta) + i2;
    M(1, 1)           = m2 * da * da + i2;
    M(2, 2)           = m3 * (sa * sa + sb * sb) + i3;
    M(3, 3)           = m4 * e_ * e_ + i4;
    M(4, 3) = M(3, 4) = m4 * (e_ * e_ + zt * e_ * s_phi) + i4;
    M(4, 4)           = m4 * (zt * zt + 2 * zt * e_ * s_phi + e_ * e_) +
              m5 * (ta * ta + tb * tb) + i4 + i5;
    M(5, 5) = m6 * z_ * z_ + i6;
    M(6, 5) = M(5, 6) = m6 * (z_ * z_ - u * z_ * s_omega) + i6;
    M(6, 6)           = m6 * (z_ * z_ - 2 * u * z_ * s_omega + u * u) +
              m7 * (ua * ua + ub * ub) + i6 + i7;
    return {};
  }

  Evaluation
  Andrews::force(double, const Vector &q, const Vector &v, Vector &g) const
  {
    const double s_gam = std::sin(q(gam)), c_gam = std::cos(q(gam));
    const double xd     = sd * c_gam + sc * s_gam + xb;
    const double yd     = sd * s_gam - sc * c_gam + yb;
    const double length = std::hypot(xd - xc, yd - yc);
    const double pull   = -c0 * (length - l0) / length;
    const double fx = pull * (xd - xc), fy = pull * (yd - yc);
    const double e_ = e - ea, z_ = zf - fa;
    // The test set gives forces on the right-hand side; g stands on the left.
    g(0) = -(mom - m2 * da * rr * v(theta) * (v(theta) + 2 * v(beta)) *
                     std::sin(q(theta)));
    g(1) = -(m2 * da * rr * v(beta) * v(beta) * std::sin(q(theta)));
    g(2) = -(fx * (sc * c_gam - sd * s_gam) + fy * (sd * c_gam + sc * s_gam));
    g(3) = -(m4 * zt * e_ * v(delta) * v(delta) * std::cos(q(phi)));
    g(4) = m4 * zt * e_ * v(phi) * (v(phi) + 2 * v(delta)) * std::cos(q(phi));
    g(5) = m6 * u * z_ * v(epsilon) * v(epsilon) * std::cos(q(omega));
    g(6) = -(m6 * u * z_ * v(omega) * (v(omega) + 2 * v(epsilon)) *
             std::cos(q(omega)));
    return {};
  }

  void Andrews::constraint(double,
                           const Vector &q,
                           const Vector &,
                           Vector &Phi) const
  {
    const double x = rr * std::cos(q(beta)) - d * std::cos(q(beta) + q(theta));
    const double y = rr * std::sin(q(beta)) - d * std::sin(q(beta) + q(theta));
    Phi(0)         = x - ss * std::sin(q(gam)) - xb;
    Phi(1)         = y + ss * std::cos(q(gam)) - yb;
    Phi(2) = x - e * std::sin(q(phi) + q(delta)) - zt * std::cos(q(delta)) - xa;
    Phi(3) = y + e * std::cos(q(phi) + q(delta)) - zt * std::sin(q(delta)) - ya;
    Phi(4) =
      x - zf * std::cos(q(omega) + q(epsilon)) - u * std::sin(q(epsilon)) - xa;
    Phi(5) =
      y - zf * std::sin(q(omega) + q(epsilon)) + u * std::cos(q(epsilon)) - ya;
  }

  void Andrews::constraint_jacobian(double, const Vector &q, MatrixRef B) const
  {
    const double bt = q(beta) + q(theta), pd = q(phi) + q(delta),
                 oe = q(omega) + q(epsilon);
    B.setZero();
    for (int i = 0; i < 3; ++i)
      {
        B(2 * i, beta)      = -rr * std::sin(q(beta)) + d * std::sin(bt);
        B(2 * i, theta)     = d * std::sin(bt);
        B(2 * i + 1, beta)  = rr * std::cos(q(beta)) - d * std::cos(bt);
        B(2 * i + 1, theta) = -d * std::cos(bt);
      }
    B(0, gam)     = -ss * std::cos(q(gam));
    B(1, gam)     = -ss * std::sin(q(gam));
    B(2, phi)     = -e * std::cos(pd);
    B(2, delta)   = -e * std::cos(pd) + zt * std::sin(q(delta));
    B(3, phi)     = -e * std::sin(pd);
    B(3, delta)   = -e * std::sin(pd) - zt * std::cos(q(delta));
    B(4, omega)   = zf * std::sin(oe);
    B(4, epsilon) = zf * std::sin(oe) - u * std::cos(q(epsilon));
    B(5, omega)   = -zf * std::cos(oe);
    B(5, epsilon) = -zf * std::cos(oe) - u * std::sin(q(epsilon));
  }

  void Andrews::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t.setZero();
  }

  void Andrews::constraint_curvature(double,
                                     const Vector &q,
                                     const Vector &v,
                                     Vector &curvature) const
  {
    const double bt = q(beta) + q(theta), pd = q(phi) + q(delta),
                 oe  = q(omega) + q(epsilon);
    const double wb  = v(beta) * v(beta),
                 wbt = (v(beta) + v(theta)) * (v(beta) + v(theta)),
                 wg  = v(gam) * v(gam),
                 wpd = (v(phi) + v(delta)) * (v(phi) + v(delta)),
                 wd  = v(delta) * v(delta),
                 woe = (v(omega) + v(epsilon)) * (v(omega) + v(epsilon)),
                 we  = v(epsilon) * v(epsilon);
    const double x   = -rr * std::cos(q(beta)) * wb + d * std::cos(bt) * wbt;
    const double y   = -rr * std::sin(q(beta)) * wb + d * std::sin(bt) * wbt;
    curvature(0)     = x + ss * std::sin(q(gam)) * wg;
    curvature(1)     = y - ss * std::cos(q(gam)) * wg;
    curvature(2) = x + e * std::sin(pd) * wpd + zt * std::cos(q(delta)) * wd;
    curvature(3) = y - e * std::cos(pd) * wpd + zt * std::sin(q(delta)) * wd;
    curvature(4) = x + zf * std::cos(oe) * woe + u * std::sin(q(epsilon)) * we;
    curvature(5) = y + zf * std::sin(oe) * woe - u * std::cos(q(epsilon)) * we;
  }

  TimeDependence Andrews::time_dependence() const
  {
    return TimeDependence::none;
  }

  Benchmark andrews()
  {
    Benchmark result;
    result.name     = "Andrews' mechanism";
    result.system   = std::make_shared<Andrews>();
    result.start.q  = Vector{{-0.0617138900142764496358948458001,
                              0,
                              0.455279819163070380255912382449,
                              0.222668390165885884674473185609,
                              0.487364979543842550225598953530,
                              -0.222668390165885884674473185609,
                              1.23054744454982119249735015568}};
    result.start.v  = Vector::Zero(7);
    result.end_time = 0.03;
    result.source   = "RADAU5, tolerance 1e-12; beta published";
    return result;
  }
} // namespace rivlin
