// SPDX-License-Identifier: Apache-2.0
// Units by name, and what cannot be converted.
#include <rivlin/base/unit_conversion.h>

#include <gtest/gtest.h>

#include <numbers>

namespace
{
  using namespace rivlin;

  void expect_factor(const char *from, const char *to, const double expected)
  {
    const auto factor = unit_factor(from, to);
    ASSERT_TRUE(factor.has_value()) << from << " to " << to;
    EXPECT_DOUBLE_EQ(*factor, expected) << from << " to " << to;
  }

  TEST(UnitConversion, FactorsAreThoseOfTheDefinitions)
  {
    expect_factor("m", "mm", 1000);
    expect_factor("mm", "m", 1e-3);
    expect_factor("um", "mm", 1e-3);
    expect_factor("\u00b5m", "mm", 1e-3);
    expect_factor("in", "mm", 25.4);
    expect_factor("deg", "rad", std::numbers::pi / 180);
    expect_factor("\u00b0", "rad", std::numbers::pi / 180);
    expect_factor("kN", "N", 1000);
    expect_factor("bar", "MPa", 0.1);
    expect_factor("N/mm^2", "Pa", 1e6);
    expect_factor("t/mm^3", "kg/m^3", 1e12);
    expect_factor("m/s^2", "mm/s^2", 1000);
    expect_factor("m/s\u00b2", "mm/s^2", 1000);
    expect_factor("1/s", "1/s", 1);
    expect_factor("anything", "anything", 1);
  }

  TEST(UnitConversion, FactorsOfAUnitAreSeparatedInManyWays)
  {
    for (const char *unit :
         {"N m", "Nm", "N*m", "N.m", "N\u00b7m", "N  m ", "J"})
      expect_factor(unit, "N mm", 1000);
    expect_factor("kN m", "N mm", 1e6);
    expect_factor("N / mm", "N/m", 1000);
    expect_factor("kg m/s^2", "N", 1);
    expect_factor("kg m s^-2", "N", 1);
  }

  TEST(UnitConversion, OtherQuantitiesAndUnknownUnitsAreNone)
  {
    for (const char *unit : {"mm",
                             "N",
                             "",
                             " ",
                             "RAD",
                             "Rad",
                             "rad/s",
                             "rad^",
                             "rad^x",
                             "rad^12",
                             "/",
                             "rad/",
                             "rad//s",
                             "rad s 1/s/"})
      EXPECT_FALSE(unit_factor(unit, "rad").has_value()) << unit;
    EXPECT_FALSE(unit_factor("rad", "turns").has_value());
  }

  TEST(UnitConversion, LikeUnitsBeginWithTheOneThatIsWanted)
  {
    const auto angles = units_like("rad");
    EXPECT_EQ(angles, (std::vector<std::string>{"rad", "deg", "mrad"}));
    EXPECT_EQ(units_like("N m")[0], "N m");
  }

  TEST(UnitConversion, DimensionsHaveTheirUnitInBothSystems)
  {
    const UnitSystem &mm = unit_system("mm-t-s"), &m = unit_system("m-kg-s");
    EXPECT_EQ(unit_of("mass/length^3", mm), "t/mm^3");
    EXPECT_EQ(unit_of("mass/length^3", m), "kg/m^3");
    EXPECT_EQ(unit_of("force length", mm), mm.moment);
    EXPECT_EQ(unit_of("force length", m), m.moment);
    EXPECT_EQ(unit_of("stress s/length", mm), "MPa s/mm");
    EXPECT_EQ(unit_of("rad", m), "rad");
    EXPECT_EQ(unit_of("", m), "");
  }

  TEST(UnitConversion, ConvertedDefaultsReadAsIfWritten)
  {
    const UnitSystem &mm = unit_system("mm-t-s"), &m = unit_system("m-kg-s");
    EXPECT_EQ(converted_from_mm(1.1e-9, "mass/length^3", m), 1100);
    EXPECT_EQ(converted_from_mm(7.85e-9, "mass/length^3", m), 7850);
    EXPECT_EQ(converted_from_mm(0.4, "stress", m), 4e5);
    EXPECT_EQ(converted_from_mm(1e-3, "length", m), 1e-6);
    EXPECT_EQ(converted_from_mm(0.3, "length", m), 3e-4);
    EXPECT_EQ(converted_from_mm(0.3, "length", mm), 0.3);
    EXPECT_EQ(converted_from_mm(0.3, "", m), 0.3);
    EXPECT_EQ(converted_from_mm(0.3, "s", m), 0.3);
  }
} // namespace
