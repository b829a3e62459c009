// SPDX-License-Identifier: Apache-2.0
// Lengths of steps along slopes with known roots.
#include <rivlin/dynamics/line_search.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace rivlin;

TEST(LineSearch, TakesTheFullStepOfAParabola)
{
  int n = 0;
  EXPECT_EQ(line_search(-3,
                        1,
                        [&](double s) {
                          ++n;
                          return std::optional(3 * (s - 1));
                        }),
            1);
  EXPECT_EQ(n, 1);
}

TEST(LineSearch, GoesOnWhileTheEnergyFalls)
{
  EXPECT_EQ(line_search(-1,
                        0.25,
                        [](double s) { return std::optional(-1 - s); }),
            0.25);
}

TEST(LineSearch, StopsBeforeAWall)
{
  // A wall ten times as stiff as the body, at s = 0.3.
  const auto slope = [](double s) {
    return s - 1 + 10 * std::max(0., s - 0.3);
  };
  std::vector<double> trials;
  const double s = line_search(-1, 1, [&](double x) {
    trials.push_back(x);
    return std::optional(slope(x));
  });
  EXPECT_LE(std::abs(slope(s)), 0.5);
  EXPECT_EQ(trials.back(), s);
  EXPECT_GT(trials.size(), 1u);
}

TEST(LineSearch, StepsBackFromInvalidStates)
{
  const double s = line_search(-1, 1, [](double x) {
    return x > 0.4 ? std::nullopt : std::optional(-1 + 3 * x);
  });
  EXPECT_NEAR(s, 0.25, 1e-15); // halved twice, a quarter of the slope is left
  EXPECT_EQ(line_search(-1, 1, [](double) { return std::optional<double>(); }),
            0);
}
