// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/cases/schema.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

#include <sstream>

using namespace rivlin;

namespace
{
  enum class Colour
  {
    red,
    green
  };

  struct Values
  {
    double size   = 2;
    int count     = 3;
    Colour colour = Colour::red;
    std::vector<double> point;
  };

  /// Size is used by red things only, count is of no use to large ones.
  Schema make_schema(Values &values)
  {
    Schema schema;
    schema.section("", Role::body);
    schema.add("Size", values.size, number(0, 10), "length", "Its size.")
      .needs([&values]() -> std::string {
        return values.colour == Colour::red ? "" : "a green thing";
      });
    schema.section("Look/More", Role::output, true);
    schema.add("Colour",
               values.colour,
               one_of<Colour>({{"red", Colour::red}, {"green", Colour::green}}),
               "",
               "Its colour.");
    schema.add("Count", values.count, whole_number(1), "", "How many.")
      .with_role(Role::numerics)
      .tells_unless([&values]() -> std::string {
        return values.size < 5 ? "" : "a large thing";
      });
    schema.add("Point", values.point, number_list(), "length", "Where.");
    return schema;
  }

  ParameterEntry entry(const std::string &text)
  {
    return parse_override(text);
  }

  std::string refusal(const std::vector<std::string> &texts)
  {
    return message_of<Error>([&] {
      Values values;
      Schema schema = make_schema(values);
      std::vector<ParameterEntry> entries;
      for (const std::string &text : texts)
        entries.push_back(entry(text));
      schema.apply(entries);
      schema.unused(schema.given(entries));
    });
  }
} // namespace

TEST(Schema, EntriesBecomeTypedValues)
{
  Values values;
  Schema schema = make_schema(values);
  schema.apply({entry("Size=2.5e-1"),
                entry("Look/More/Colour=green"),
                entry("Look/More/Point=1, -2 3")});
  EXPECT_EQ(values.size, 0.25);
  EXPECT_EQ(values.count, 3);
  EXPECT_EQ(values.colour, Colour::green);
  EXPECT_EQ(values.point, (std::vector<double>{1, -2, 3}));
  EXPECT_EQ(schema.find("Size")->text(), "2.5e-1");
  EXPECT_EQ(schema.find("Size")->default_text, "2");
  EXPECT_EQ(schema.find("Look/More/Count")->text(), "3");
  EXPECT_EQ(schema.find("Look/Count"), nullptr);
}

TEST(Schema, UnknownNamesAndValuesAreRefusedWithTheNearest)
{
  EXPECT_NE(refusal({"Sise=1"}).find("Did you mean \"Size\""),
            std::string::npos);
  EXPECT_NE(refusal({"Lok/More/Count=1"}).find("Did you mean \"Look\""),
            std::string::npos);
  EXPECT_NE(refusal({"Look/Mor/Count=1"}).find("Did you mean \"More\""),
            std::string::npos);
  EXPECT_NE(refusal({"Look/More/Colour=gren"}).find("Did you mean \"green\""),
            std::string::npos);
  EXPECT_NE(refusal({"Size=11"}).find("number from 0 to 10"),
            std::string::npos);
  EXPECT_NE(refusal({"Size=nan"}).find("\"nan\""), std::string::npos);
  EXPECT_NE(refusal({"Size=1mm"}).find("\"1mm\""), std::string::npos);
  EXPECT_NE(refusal({"Look/More/Count=1.5"}).find("whole number"),
            std::string::npos);
  EXPECT_NE(refusal({"Look/More/Point=1, b"}).find("\"b\" is not a finite"),
            std::string::npos);
}

TEST(Schema, WhatIsNotUsedIsRefusedOrTold)
{
  EXPECT_EQ(refusal({"Size=1"}), "nothing was thrown");
  EXPECT_NE(refusal({"Size=1", "Look/More/Colour=green"})
              .find("\"Size\" is given but a green thing does not use it"),
            std::string::npos);
  // Not given: nobody asked for it.
  EXPECT_EQ(refusal({"Look/More/Colour=green"}), "nothing was thrown");
  Values values;
  Schema schema = make_schema(values);
  schema.apply({entry("Size=6"), entry("Look/More/Count=4")});
  const auto unused = schema.unused({"Size", "Look/More/Count"});
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0].key, "Look/More/Count");
  EXPECT_EQ(unused[0].reason, "a large thing does not use it");
  EXPECT_TRUE(schema.unused({"Size"}).empty());
}

TEST(Schema, RolesAndTheReferenceComeFromTheDeclaration)
{
  Values values;
  const Schema schema = make_schema(values);
  EXPECT_EQ(schema.find("Size")->role, Role::body);
  EXPECT_EQ(schema.find("Look/More/Colour")->role, Role::output);
  EXPECT_EQ(schema.find("Look/More/Count")->role, Role::numerics);
  EXPECT_TRUE(schema.find("Size")->changes_resume);
  EXPECT_FALSE(schema.find("Look/More/Colour")->changes_resume);
  std::ostringstream text;
  schema.print_reference(text, true);
  EXPECT_NE(text.str().find(
              "| Size | `2` mm, `0.002` m | number from 0 to 10 | "
              "length | Its size. |"),
            std::string::npos);
  EXPECT_NE(text.str().find("## Look/More\n"), std::string::npos);
}

TEST(Schema, DefaultsComeIntoTheUnitsOfTheCase)
{
  Values values;
  Schema schema = make_schema(values);
  schema.use_units(unit_system("m-kg-s"));
  EXPECT_EQ(values.size, 2e-3);
  EXPECT_EQ(schema.find("Size")->default_text, "0.002");
  EXPECT_EQ(schema.find("Size")->text(), "0.002");
  EXPECT_EQ(values.count, 3);
  // What is given is in these units already.
  schema.apply({entry("Size=2")});
  EXPECT_EQ(values.size, 2);
}

TEST(Schema, UnknownNamesInListsAreNamed)
{
  std::vector<Colour> colours;
  Schema schema;
  schema.section("", Role::body);
  schema.add("Colours",
             colours,
             some_of<Colour>({{"red", Colour::red}, {"green", Colour::green}}),
             "",
             "Some.");
  EXPECT_EQ(message_of<Error>(
              [&] { schema.apply({entry("Colours=red, gren")}); }),
            "\"Colours\" is \"red, gren\" (--set): Unknown name \"gren\"; did "
            "you mean \"green\"? Known: red, green.");
}

TEST(ValueTypes, TextsReadBack)
{
  const auto same = [](const auto &type, const std::string &text) {
    const auto value = type.parse(text);
    ASSERT_TRUE(value.has_value()) << text;
    const auto again = type.parse(type.print(*value));
    ASSERT_TRUE(again.has_value()) << type.print(*value);
    EXPECT_EQ(*again, *value) << text;
  };
  same(number(), "-1.1e-9");
  same(number(), "+3");
  same(number_or_infinity(), "infinity");
  same(number_or_infinity(), "2e3");
  same(number_list(), "1 2,3, 1e-300");
  same(number_list(), "");
  same(number_rows(2), "1 2; 3 4");
  same(components(), "zx");
  same(directions(), "x, rz");
  same(name_list(), "void 1 inner, void 2 inner");
  EXPECT_FALSE(number_or_infinity().parse("-2").has_value());
  EXPECT_FALSE(number_or_infinity().parse("nan").has_value());
  EXPECT_FALSE(whole_number().parse("1e3").has_value());
  EXPECT_THROW(number_rows(2).parse("1 2 3"), Error);
  EXPECT_THROW(components().parse("xw"), Error);
  EXPECT_THROW(directions().parse("x up"), Error);
}
