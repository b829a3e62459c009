// SPDX-License-Identifier: Apache-2.0
// The table of laws: names, constants, construction from them, refusals.
#include <rivlin/solid/law_description.h>

#include <rivlin/base/error.h>
#include <rivlin/solid/point_response.h>

#include "materials_under_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace
{
  using namespace rivlin;

  std::vector<std::string> names_of_laws()
  {
    std::vector<std::string> names;
    for (const LawDescription &law : law_descriptions())
      names.push_back(law.name);
    return names;
  }

  template <class Action>
  void expect_refused(const Action &action, const std::string &message)
  {
    try
      {
        action();
        FAIL() << "accepted; expected: " << message;
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << error.what();
      }
  }

  TEST(LawDescription, NamesAreThoseOfParameterFiles)
  {
    const std::vector<std::string> known = {"neo-Hooke",
                                            "Mooney-Rivlin",
                                            "polynomial",
                                            "Ogden",
                                            "Saint Venant-Kirchhoff",
                                            "Hooke"};
    const auto laws                      = names_of_laws();
    for (const std::string &name : known)
      EXPECT_EQ(std::count(laws.begin(), laws.end(), name), 1) << name;
    EXPECT_EQ(std::set<std::string>(laws.begin(), laws.end()).size(),
              laws.size());
    ASSERT_EQ(volumetric_descriptions().size(), 3u);
    for (const VolumetricDescription &law : volumetric_descriptions())
      EXPECT_EQ(name_of(law.kind), law.name);
  }

  TEST(LawDescription, EveryLawIsMadeFromItsConstants)
  {
    for (const LawDescription &law : law_descriptions())
      for (const VolumetricDescription &volume : volumetric_descriptions())
        {
          SCOPED_TRACE(law.name + ", " + volume.name);
          const LawConstants constants =
            example_tables(static_cast<const IsochoricLaw *>(nullptr));
          const Material material{law.make(constants, volume.make(constants))};
          EXPECT_NO_THROW(check(material));
          EXPECT_EQ(has_pressure(material), law.is_rubber);
          EXPECT_EQ(describe(material).rfind(law.name + " (", 0), 0u)
            << describe(material);
          EXPECT_EQ(describe(material).find(volume.name + " volume") !=
                      std::string::npos,
                    law.is_rubber);
          EXPECT_FALSE(law.energy.empty());
          EXPECT_FALSE(law.constants.empty());
          // It has a stress: a stretch of 1.1 costs work.
          Matrix3 F = Matrix3::Identity();
          F(0, 0)   = 1.1;
          EXPECT_GT(evaluate_point(material, F, Need::residual).P(0, 0), 0);
        }
  }

  TEST(LawDescription, ConstantsReachTheirMembers)
  {
    LawConstants constants;
    constants.numbers = {{"C10", 0.7},
                         {"C01", 0.2},
                         {"Bulk modulus", 50},
                         {"Volumetric exponent", 3},
                         {"Young's modulus", 18. / 7},
                         {"Poisson's ratio", 2. / 7}};
    constants.tables  = {{"Polynomial terms", {{2, 1, 0.5}}},
                         {"Ogden terms", {{0.7, 1.5}}}};
    const VolumetricLaw volume =
      volumetric_description("Ogden").make(constants);
    EXPECT_EQ(volume.kind, VolumetricKind::ogden);
    EXPECT_DOUBLE_EQ(volume.inverse_bulk_modulus, 1. / 50);
    EXPECT_EQ(volume.beta, 3);
    const auto text = [&](const char *name) {
      return describe({law_description(name).make(constants, volume)});
    };
    const std::string tail = ", Ogden volume, bulk modulus 50";
    EXPECT_EQ(text("neo-Hooke"), "neo-Hooke (c10 = 0.7)" + tail);
    EXPECT_EQ(text("Mooney-Rivlin"),
              "Mooney-Rivlin (c10 = 0.7, c01 = 0.2)" + tail);
    EXPECT_EQ(text("polynomial"), "polynomial (terms = 2 1 0.5)" + tail);
    EXPECT_EQ(text("Ogden"), "Ogden (terms = 0.7 1.5)" + tail);
    // lambda = 4/3, mu = 1 by the formulas of Lame.
    for (const char *name : {"Hooke", "Saint Venant-Kirchhoff"})
      {
        const Material steel{law_description(name).make(constants, volume)};
        EXPECT_NEAR(initial_shear_modulus(steel), 1, 1e-15);
        EXPECT_NEAR(initial_bulk_modulus(steel), 2, 1e-14);
      }
    constants.numbers["Bulk modulus"] = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(is_incompressible(
      {law_description("neo-Hooke")
         .make(constants, volumetric_description("quadratic").make(constants)),
       1.}));
  }

  TEST(LawDescription, LawsThatShareAConstantDescribeItAlike)
  {
    for (const LawDescription &law : law_descriptions())
      for (const ConstantDescription &constant : law.constants)
        for (const SharedConstant &shared : shared_constants())
          if (shared.constant.name == constant.name)
            {
              SCOPED_TRACE(law.name + ", " + constant.name);
              EXPECT_EQ(shared.constant.text, constant.text);
              EXPECT_EQ(shared.constant.dimension, constant.dimension);
              EXPECT_EQ(shared.constant.default_value, constant.default_value);
              EXPECT_EQ(shared.constant.columns, constant.columns);
              EXPECT_EQ(std::count(shared.laws.begin(),
                                   shared.laws.end(),
                                   law.name),
                        1);
            }
    // Defaults are accepted.
    for (const SharedConstant &shared : shared_constants())
      EXPECT_TRUE(shared.constant.is_table() ||
                  shared.constant.range.contains(shared.constant.default_value))
        << shared.constant.name;
  }

  TEST(LawDescription, UnknownNamesAndBadTablesAreRefused)
  {
    expect_refused([] { law_description("Moony-Rivlin"); },
                   "Did you mean \"Mooney-Rivlin\"?");
    expect_refused([] { volumetric_description("cubic"); },
                   "no volumetric law \"cubic\"");
    const auto make = [](const char *law, const LawConstants::Rows &rows) {
      LawConstants constants;
      constants.tables[law == std::string("Ogden") ? "Ogden terms"
                                                   : "Polynomial terms"] = rows;
      law_description(law).make(constants, {});
    };
    expect_refused([&] { make("Ogden", {}); }, "\"Ogden terms\" is empty");
    expect_refused(
      [&] {
        make("Ogden", {{1, 2}, {1, 2, 3}});
      },
      "a term of 3 numbers instead of 2");
    expect_refused(
      [&] {
        make("polynomial", {{0.5, 1, 1}});
      },
      "must be a whole number from 0 to 100");
    expect_refused(
      [&] {
        make("polynomial", {{1, -1, 1}});
      },
      "\"Polynomial terms\" has -1 for j");
    expect_refused(
      [&] {
        make("polynomial", {{1, std::nan(""), 1}});
      },
      "for j");
  }

  TEST(LawDescription, RangesOfNumbers)
  {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(NumberRange().contains(-1e300));
    EXPECT_FALSE(NumberRange().contains(infinity));
    EXPECT_FALSE(NumberRange().contains(std::nan("")));
    EXPECT_TRUE(NumberRange::not_negative().contains(0));
    EXPECT_FALSE(NumberRange::not_negative().contains(-1e-300));
    EXPECT_FALSE(NumberRange::positive().contains(0));
    EXPECT_FALSE(NumberRange::positive().contains(infinity));
    const NumberRange bulk =
      volumetric_descriptions().front().constants.front().range;
    EXPECT_TRUE(bulk.contains(infinity));
    EXPECT_FALSE(bulk.contains(-infinity));
    EXPECT_FALSE(bulk.contains(0));
  }
} // namespace
