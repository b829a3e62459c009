// SPDX-License-Identifier: Apache-2.0
// Reproduction of cubics, smoothness at the points and order of convergence.
#include <rivlin/dynamics/cubic_spline.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{
  using namespace rivlin;

  const std::vector<double> uneven = {-1., -0.8, 0.1, 0.15, 1.4, 2.};

  template <typename Function>
  CubicSpline spline_of(const std::vector<double> &x, Function f)
  {
    std::vector<double> y;
    for (const double xi : x)
      y.push_back(f(xi));
    return CubicSpline(x, y);
  }

  TEST(CubicSpline, ReproducesCubicsWithAllDerivatives)
  {
    const auto f = [](auto x) { return 1. + x * (-2. + x * (3. - 4. * x)); };
    const CubicSpline spline = spline_of(uneven, f);
    for (double x = -1; x <= 2; x += 0.0625)
      {
        const Taylor<3> expected = f(Taylor<3>::variable(x));
        for (int k = 0; k <= 3; ++k)
          // Values are below 40; the k-th divided difference over the smallest
          // spacing 0.05 magnifies roundoff by up to 0.05^-k = 8e3 for k = 3.
          EXPECT_NEAR(spline.evaluate(x).derivative(k),
                      expected.derivative(k),
                      40 * 8e3 * 2.3e-16 * 10)
            << "x = " << x << ", order " << k;
      }
  }

  TEST(CubicSpline, IsStraightThroughTwoPointsAndAParabolaThroughThree)
  {
    const auto line     = [](double x) { return 3 - 2 * x; };
    const auto parabola = [](double x) { return 3 - 2 * x + 5 * x * x; };
    const Taylor<3> a   = spline_of({1., 4.}, line).evaluate(2.5);
    const Taylor<3> b   = spline_of({1., 4., 5.}, parabola).evaluate(4.5);
    EXPECT_NEAR(a.value(), line(2.5), 1e-14);
    EXPECT_NEAR(a.derivative(1), -2, 1e-14);
    EXPECT_NEAR(a.derivative(2), 0, 1e-14);
    // Numbers near 100, a dozen roundings.
    EXPECT_NEAR(b.value(), parabola(4.5), 1e-12);
    EXPECT_NEAR(b.derivative(1), 43, 1e-12);
    EXPECT_NEAR(b.derivative(2), 10, 1e-12);
    EXPECT_NEAR(b.derivative(3), 0, 1e-12);
  }

  TEST(CubicSpline, GoesThroughThePointsAndHasTwoContinuousDerivatives)
  {
    const auto f = [](double x) { return std::exp(std::sin(5 * x)); };
    const CubicSpline spline = spline_of(uneven, f);
    for (std::size_t i = 0; i < uneven.size(); ++i)
      EXPECT_NEAR(spline.evaluate(uneven[i]).value(), f(uneven[i]), 1e-13);
    for (std::size_t i = 1; i + 1 < uneven.size(); ++i)
      {
        // One step of the floating point grid to the left is the other piece;
        // across it the second derivative moves by 2e-16 times the third one,
        // which is below 1e4 here.
        const double before = std::nextafter(uneven[i], -10.);
        const Taylor<3> l   = spline.evaluate(before);
        const Taylor<3> r   = spline.evaluate(uneven[i]);
        for (int k = 0; k <= 2; ++k)
          EXPECT_NEAR(l.derivative(k), r.derivative(k), 1e-10) << "order " << k;
      }
    // The test can see a jump: the third derivative has one inside, and none
    // at the second and the last but one point (not a knot).
    const auto jump = [&](const double x) {
      return std::abs(spline.evaluate(x).derivative(3) -
                      spline.evaluate(std::nextafter(x, -10.)).derivative(3));
    };
    EXPECT_GT(jump(uneven[2]), 1.);
    EXPECT_LT(jump(uneven[1]), 1e-8);
    EXPECT_LT(jump(uneven[4]), 1e-8);
  }

  TEST(CubicSpline, ConvergesWithFourthOrderUpToTheEnds)
  {
    const auto error = [](const int n) {
      std::vector<double> x;
      for (int i = 0; i <= n; ++i)
        x.push_back(2. * i / n);
      const CubicSpline spline =
        spline_of(x, [](double xi) { return std::sin(xi); });
      double largest = 0;
      for (int i = 0; i <= 1000; ++i)
        largest = std::max(largest,
                           std::abs(spline.evaluate(0.002 * i).value() -
                                    std::sin(0.002 * i)));
      return largest;
    };
    EXPECT_GT(std::log2(error(20) / error(40)), 3.7);
  }

  // Alternating errors e are the worst: M[i-1] + 4 M[i] + M[i+1] = 6/h^2
  // (y[i-1]
  // - 2 y[i] + y[i+1]) for the second derivatives M gives |M| = 12 e/h^2.
  TEST(CubicSpline, CarriesErrorsIntoTheSecondDerivative)
  {
    const double e = 1e-3, h = 0.25;
    std::vector<double> x, y;
    for (int i = 0; i <= 60; ++i)
      {
        x.push_back(h * i);
        y.push_back(i % 2 ? e : -e);
      }
    // The ends have an influence of (2 - sqrt(3))^30 = 7e-18 on the middle.
    EXPECT_NEAR(CubicSpline(x, y).evaluate(30 * h).derivative(2),
                12 * e / (h * h),
                1e-13);
  }

  TEST(CubicSpline, ContinuesTheEndPolynomials)
  {
    const auto f             = [](double x) { return x * x * x; };
    const CubicSpline spline = spline_of(uneven, f);
    EXPECT_NEAR(spline.evaluate(2.5).value(), f(2.5), 1e-10);
    EXPECT_NEAR(spline.evaluate(-1.5).value(), f(-1.5), 1e-10);
    EXPECT_EQ(spline.first(), -1.);
    EXPECT_EQ(spline.last(), 2.);
  }
} // namespace
