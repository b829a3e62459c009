// SPDX-License-Identifier: Apache-2.0
// Text of numbers: short, and exact when read back.
#include <rivlin/base/number_text.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

namespace
{
  using rivlin::number_text;

  TEST(NumberText, IsShort)
  {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(-3), "-3");
    EXPECT_EQ(number_text(1e-5), "1e-05");
    EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
  }

  TEST(NumberText, ReadsBackExactly)
  {
    using limits = std::numeric_limits<double>;
    for (const double x : {1. / 3,
                           0.1 + 0.2,
                           -limits::max(),
                           -limits::min(),
                           limits::denorm_min(),
                           1 + limits::epsilon()})
      EXPECT_EQ(std::strtod(number_text(x).c_str(), nullptr), x);
  }
} // namespace
