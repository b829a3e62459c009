// SPDX-License-Identifier: Apache-2.0
// Slider-crank mechanism with a spring-mass system (SI units).
#include <rivlin/benchmarks/slider_crank.h>

#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    constexpr double m1 = 0.36, m2 = 0.15, m3 = 0.1, m4 = 0.7;
    constexpr double l1 = 0.3, l2 = 0.6;
    constexpr double spring = 1000, torque = 1;
    // Spring undeformed when x4 - x3 = 0: the offset does not enter.
    enum Coordinate
    {
      x1,
      y1,
      theta1,
      x2,
      y2,
      theta2,
      x3,
      x4,
      x5,
      y5
    };
  } // namespace

  int SliderCrank::n_velocities() const
  {
    return 10;
  }

  int SliderCrank::n_multipliers() const
  {
    return 8;
  }

  ConstraintKind SliderCrank::constraint_kind() const
  {
    return ConstraintKind::rigid;
  }

  Evaluation SliderCrank::mass(const Vector &, MatrixRef M) const
  {
    M.setZero();
    M(x1, x1) = M(y1, y1) = m1;
    M(theta1, theta1)     = m1 * l1 * l1 / 12;
    M(x2, x2) = M(y2, y2) = m2;
    M(theta2, theta2)     = m2 * l2 * l2 / 12;
    M(x3, x3)             = m3;
    M(x4, x4)             = m4;
    return {};
  }

  Evaluation
  SliderCrank::force(double, const Vector &q, const Vector &, Vector &g) const
  {
    g.setZero();
    g(theta1)         = -torque;
    const double pull = spring * (q(x4) - q(x3));
    g(x3)             = -pull;
    g(x4)             = pull;
    return {};
  }

  void SliderCrank::constraint(double,
                               const Vector &q,
                               const Vector &,
                               Vector &Phi) const
  {
    const double c1 = std::cos(q(theta1)), s1 = std::sin(q(theta1));
    const double c2 = std::cos(q(theta2)), s2 = std::sin(q(theta2));
    Phi(0) = q(x1) - l1 / 2 * c1;
    Phi(1) = q(y1) - l1 / 2 * s1;
    Phi(2) = q(x5) - q(x1) - l1 / 2 * c1;
    Phi(3) = q(y5) - q(y1) - l1 / 2 * s1;
    Phi(4) = q(x2) - q(x5) - l2 / 2 * c2;
    Phi(5) = q(y2) - q(y5) - l2 / 2 * s2;
    Phi(6) = q(x3) - q(x2) - l2 / 2 * c2;
    Phi(7) = -q(y2) - l2 / 2 * s2;
  }

  void
  SliderCrank::constraint_jacobian(double, const Vector &q, MatrixRef B) const
  {
    const double c1 = std::cos(q(theta1)), s1 = std::sin(q(theta1));
    const double c2 = std::cos(q(theta2)), s2 = std::sin(q(theta2));
    B.setZero();
    B(0, x1) = B(1, y1) = B(2, x5) = B(3, y5) = 1;
    B(4, x2) = B(5, y2) = B(6, x3) = 1;
    B(2, x1) = B(3, y1) = B(4, x5) = B(5, y5) = -1;
    B(6, x2) = B(7, y2) = -1;
    B(0, theta1) = B(2, theta1) = l1 / 2 * s1;
    B(1, theta1) = B(3, theta1) = -l1 / 2 * c1;
    B(4, theta2) = B(6, theta2) = l2 / 2 * s2;
    B(5, theta2) = B(7, theta2) = -l2 / 2 * c2;
  }

  void SliderCrank::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t.setZero();
  }

  void SliderCrank::constraint_curvature(double,
                                         const Vector &q,
                                         const Vector &v,
                                         Vector &curvature) const
  {
    const double w1 = v(theta1) * v(theta1), w2 = v(theta2) * v(theta2);
    curvature(0) = curvature(2) = l1 / 2 * std::cos(q(theta1)) * w1;
    curvature(1) = curvature(3) = l1 / 2 * std::sin(q(theta1)) * w1;
    curvature(4) = curvature(6) = l2 / 2 * std::cos(q(theta2)) * w2;
    curvature(5) = curvature(7) = l2 / 2 * std::sin(q(theta2)) * w2;
  }

  TimeDependence SliderCrank::time_dependence() const
  {
    return TimeDependence::none;
  }

  Benchmark slider_crank(const double end_time)
  {
    Benchmark result;
    result.name   = "slider-crank";
    result.system = std::make_shared<SliderCrank>();
    Vector &q     = result.start.q;
    q.setZero(10);
    q(theta1) = std::numbers::pi / 2;
    q(theta2) = -std::asin(l1 / l2);
    q(y1)     = l1 / 2;
    q(y5)     = l1;
    q(x2)     = l2 / 2 * std::cos(q(theta2));
    q(y2)     = l1 / 2;
    q(x3) = q(x4)   = l2 * std::cos(q(theta2));
    result.start.v  = Vector::Zero(10);
    result.end_time = end_time;
    result.source   = "RADAU5, tolerance 1e-12";
    return result;
  }
} // namespace rivlin
