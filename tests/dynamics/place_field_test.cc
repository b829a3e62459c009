// SPDX-License-Identifier: Apache-2.0
// Fields from formulas in the place, with abbreviations.
#include <rivlin/dynamics/place_field.h>

#include <rivlin/base/error.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace
{
  using namespace rivlin;

  std::string message(const std::string &definitions,
                      const std::vector<std::string> &components)
  {
    try
      {
        const PlaceField field(definitions, components);
        field.value(std::vector<double>(components.size(), 0.));
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return "no error";
  }

  TEST(PlaceField, EvaluatesFormulasInThePlace)
  {
    const PlaceField plane("", {"x - 2*y", "x*y"});
    EXPECT_EQ(plane.value(std::array{3., 5.}), (std::vector<double>{-7, 15}));
    const PlaceField space("", {"z", "x", "if(y > 1, y, -1)"});
    EXPECT_EQ(space.value(std::array{3., 5., 7.}),
              (std::vector<double>{7, 3, 5}));
  }

  TEST(PlaceField, AbbreviationsMayUseThoseBeforeThem)
  {
    const PlaceField field("r = sqrt(x^2+y^2); phi = 0.1*r ;",
                           {"(cos(phi)-1)*x - sin(phi)*y",
                            "sin(phi)*x + (cos(phi)-1)*y"});
    const std::vector<double> u = field.value(std::array{3., 4.});
    EXPECT_NEAR(u[0], (std::cos(0.5) - 1) * 3 - std::sin(0.5) * 4, 1e-14);
    EXPECT_NEAR(u[1], std::sin(0.5) * 3 + (std::cos(0.5) - 1) * 4, 1e-14);
  }

  TEST(PlaceField, RefusesWhatIsNotThere)
  {
    const auto has = [](const std::string &text, const std::string &part) {
      EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(message("", {"x", "z"}), "\"z\" is not known");
    has(message("", {"x", "t"}), "\"t\" is not known");
    has(message("", {"x", "ramp(0, 1)"}), "\"ramp\" is not known");
    has(message("a = b; b = x", {"a", "b"}), "\"b\" is not known");
    has(message("", {"x", "y/x"}), "is not finite at (0, 0)");
  }

  TEST(PlaceField, RefusesDefinitionsThatAreNone)
  {
    const auto has = [](const std::string &text, const std::string &part) {
      EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(message("r", {"x", "y"}), "The definition \"r\" is not understood");
    has(message("2r = x", {"x", "y"}), "\"2r = x\" is not understood");
    has(message("x = 2", {"x", "y"}), "gives \"x\" a second meaning");
    has(message("sin = 2", {"x", "y"}), "gives \"sin\" a second meaning");
    has(message("a = 1; a = 2", {"x", "y"}), "gives \"a\" a second meaning");
  }
} // namespace
