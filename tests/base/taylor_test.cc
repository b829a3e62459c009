// SPDX-License-Identifier: Apache-2.0
// Every function of the series type against its derivatives on paper.
#include <rivlin/base/taylor.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace
{
  using rivlin::Taylor;

  // A few operations each: 1e-14 leaves a factor of 50 over roundoff.
  void expect_derivatives(const Taylor<3> &x,
                          const std::array<double, 4> &expected)
  {
    for (int k = 0; k <= 3; ++k)
      EXPECT_NEAR(x.derivative(k),
                  expected[k],
                  1e-14 * (1 + std::abs(expected[k])))
        << "order " << k;
  }

  TEST(Taylor, ElementaryFunctionsHaveTheirDerivatives)
  {
    const double t = 0.7;
    const auto x   = Taylor<3>::variable(t);
    expect_derivatives(exp(x),
                       {std::exp(t), std::exp(t), std::exp(t), std::exp(t)});
    expect_derivatives(log(x),
                       {std::log(t), 1 / t, -1 / (t * t), 2 / (t * t * t)});
    expect_derivatives(sin(x),
                       {std::sin(t), std::cos(t), -std::sin(t), -std::cos(t)});
    expect_derivatives(cos(x),
                       {std::cos(t), -std::sin(t), -std::cos(t), std::sin(t)});
    expect_derivatives(
      1. / x, {1 / t, -1 / (t * t), 2 / (t * t * t), -6 / std::pow(t, 4)});
    expect_derivatives(sqrt(x),
                       {std::sqrt(t),
                        0.5 * std::pow(t, -0.5),
                        -0.25 * std::pow(t, -1.5),
                        0.375 * std::pow(t, -2.5)});
    expect_derivatives(pow(x, -1.3),
                       {std::pow(t, -1.3),
                        -1.3 * std::pow(t, -2.3),
                        2.99 * std::pow(t, -3.3),
                        -9.867 * std::pow(t, -4.3)});
  }

  TEST(Taylor, NaturalPowersAreExactAtZero)
  {
    const auto x = Taylor<3>::variable(0.);
    expect_derivatives(pow(x, 0.), {1, 0, 0, 0});
    expect_derivatives(pow(x, 2.), {0, 0, 2, 0});
    expect_derivatives(pow(x, 3.), {0, 0, 0, 6});
  }

  TEST(Taylor, ChainsAndProductsFollowTheRules)
  {
    // d/dt of exp(sin t) t^2 - 3 t / (1 + t^2), derivatives by hand.
    const double t = 0.4, s = std::sin(t), c = std::cos(t), e = std::exp(s);
    const double e1 = e * c, e2 = e * (c * c - s),
                 e3 = e * (c * c * c - 3 * s * c - c);
    const double d  = 1 + t * t;
    const auto x    = Taylor<3>::variable(t);
    expect_derivatives(exp(sin(x)) * x * x,
                       {e * t * t,
                        e1 * t * t + 2 * t * e,
                        e2 * t * t + 4 * t * e1 + 2 * e,
                        e3 * t * t + 6 * t * e2 + 6 * e1});
    expect_derivatives(3. * x / (1. + x * x),
                       {3 * t / d,
                        3 * (1 - t * t) / (d * d),
                        6 * t * (t * t - 3) / (d * d * d),
                        -18 * (t * t * t * t - 6 * t * t + 1) /
                          (d * d * d * d)});
  }

  TEST(Taylor, DerivativesGoInAndOut)
  {
    const auto x = Taylor<3>::from_derivatives({1., 2., 3., 4.});
    expect_derivatives(x, {1, 2, 3, 4});
    expect_derivatives(-x + 1., {0, -2, -3, -4});
    EXPECT_DOUBLE_EQ(x.c[3], 4. / 6);
  }
} // namespace
