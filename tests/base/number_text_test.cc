// SPDX-License-Identifier: Apache-2.0
// Text of numbers: short, and exact when read back.
#include <rivlin/base/number_text.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

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

  TEST(NumberText, SmallNumbersKeepTheirDigits)
  {
    // std::to_string makes -0.000000 of it.
    EXPECT_EQ(number_text(-1.1e-9), "-1.1e-09");
    EXPECT_EQ(number_text(-1.1e-9, 6), "-1.1e-09");
  }

  TEST(NumberText, DigitsAreSignificantOnes)
  {
    EXPECT_EQ(number_text(1. / 3, 3), "0.333");
    EXPECT_EQ(number_text(0.1 + 0.2, 6), "0.3");
    EXPECT_EQ(number_text(1234567., 6), "1.23457e+06");
    EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity(), 6), "-inf");
    EXPECT_EQ(number_text(0.1f), number_text(static_cast<double>(0.1f)));
  }

  TEST(NumberText, IntegersOfAllTypes)
  {
    EXPECT_EQ(number_text(-3), "-3");
    EXPECT_EQ(number_text(std::numeric_limits<long long>::min()),
              "-9223372036854775808");
    EXPECT_EQ(number_text(std::numeric_limits<std::uint64_t>::max()),
              "18446744073709551615");
    EXPECT_EQ(number_text(std::size_t(7)), "7");
    EXPECT_EQ(number_text(std::uint8_t(65)), "65");
  }

  TEST(NumberText, FixedFormsForTablesAndFileNames)
  {
    EXPECT_EQ(scientific_text(0.00125, 3), "1.250e-03");
    EXPECT_EQ(fixed_text(12.5, 2), "12.50");
    EXPECT_EQ(zero_padded(12, 4), "0012");
    EXPECT_EQ(zero_padded(12345, 4), "12345");
    EXPECT_EQ(numbers_text(std::vector<double>{1, 0.5, -2e-7}),
              "1, 0.5, -2e-07");
    EXPECT_EQ(numbers_text(std::vector<double>{1, 2}, " "), "1 2");
  }

  TEST(NumberText, ReadsWholeNumbersOnly)
  {
    EXPECT_EQ(to_double(" +1.5e-3\t"), 1.5e-3);
    EXPECT_EQ(to_double("-7"), -7.);
    EXPECT_EQ(to_double(".5"), 0.5);
    for (const char *text : {"", " ", "1.5x", "1,5", "+-1", "++1", "x", "0x10"})
      EXPECT_FALSE(to_double(text)) << text;
    EXPECT_EQ(to_integer(" +12 "), 12);
    EXPECT_EQ(to_integer("-12"), -12);
    for (const char *text : {"", "1.5", "1 2", "9223372036854775808", "+-1"})
      EXPECT_FALSE(to_integer(text)) << text;
  }

  TEST(NumberText, NumbersBeyondTheRangeAreInfiniteOrZero)
  {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(to_double("1e400"), infinity);
    EXPECT_EQ(to_double("-1E+400"), -infinity);
    EXPECT_EQ(to_double("1e-400"), 0.);
    EXPECT_EQ(to_double("-1E-400"), 0.);
    EXPECT_EQ(to_double("inf"), infinity);
    EXPECT_TRUE(std::isnan(to_double("nan").value_or(0)));
    EXPECT_FALSE(to_double(std::string(400, '1')));
  }
} // namespace
