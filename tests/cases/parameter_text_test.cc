// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/parameter_text.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

#include <fstream>
#include <sstream>

using namespace rivlin;

namespace
{
  class ParameterFile : public TemporaryFolder
  {
  protected:
    std::string file(const std::string &text) const
    {
      const auto path = folder / "case.prm";
      std::ofstream(path) << text;
      return path.string();
    }
  };
} // namespace

TEST_F(ParameterFile, EntriesKnowTheirSectionsAndLines)
{
  const auto entries = read_parameter_file(
    file("# comment\nset A = 1 # one\nsubsection S\n  subsection T u\n"
         "    set Long key = a \\\n      b\n  end\nend\n"));
  ASSERT_EQ(entries.size(), 4u);
  EXPECT_EQ(entries[0].key, "A");
  EXPECT_EQ(entries[0].value, "1");
  EXPECT_NE(entries[0].place.find("line 2"), std::string::npos);
  EXPECT_EQ(entries[3].sections, (std::vector<std::string>{"S", "T u"}));
  EXPECT_EQ(entries[3].key, "Long key");
  EXPECT_EQ(entries[3].value, "a       b");
  EXPECT_EQ(section_names(entries, "S"), std::vector<std::string>{"T u"});
}

TEST_F(ParameterFile, ValuesMayContainEqualsAndSlashes)
{
  const ParameterEntry entry =
    parse_override("Supports/inner/Translation x = if(t<=1, t/2, 0.5)");
  EXPECT_EQ(entry.sections, (std::vector<std::string>{"Supports", "inner"}));
  EXPECT_EQ(entry.key, "Translation x");
  EXPECT_EQ(entry.value, "if(t<=1, t/2, 0.5)");
  EXPECT_THROW(parse_override("no value"), Error);
  EXPECT_THROW(parse_override("=1"), Error);
}

TEST_F(ParameterFile, OverridesWithoutANameAreRefused)
{
  for (const char *text : {"/=3", "=", "", "Time/=3", "/Time=3", "a//b=1"})
    EXPECT_NE(message_of<Error>([&] {
                parse_override(text);
              }).find("--set \"" + std::string(text) + "\" is not understood"),
              std::string::npos)
      << text;
}

TEST_F(ParameterFile, MarksOfEditorsAreReadOver)
{
  const auto entries =
    read_parameter_file(file("\xEF\xBB\xBFset A = 1\r\nset B = 2\r\n"));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].key, "A");
  EXPECT_EQ(entries[1].value, "2");
}

TEST_F(ParameterFile, OtherKindsOfFilesAreNamed)
{
  const auto refusal = [&](const std::string &text) {
    return message_of<Error>([&] { read_parameter_file(file(text)); });
  };
  const auto has = [](const std::string &text, const std::string &part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(refusal(std::string("\xFF\xFEs\0e\0t\0", 8)), "is in UTF-16");
  has(refusal(std::string("set A\0 = 1\n", 11)),
      "byte 6 has the value 0. Give");
  has(refusal(std::string("\7\0\0\0\0\0\0\0{\"rivlin reduced model 1\"}", 34)),
      "a reduced model. \"rivlin predict\" runs it");
  has(refusal("*HEADING\n*NODE\n"), "a mesh. \"rivlin mesh\" shows it");
  has(refusal("$MeshFormat\n4.1 0 8\n"), "a mesh");
  has(message_of<Error>([&] { read_parameter_file(folder.string()); }),
      "cannot be read: it is a folder");
  has(message_of<Error>([&] { read_parameter_file("nowhere.prm"); }),
      "\"nowhere.prm\" cannot be read");
}

TEST_F(ParameterFile, KeysAreGivenOnceInAFile)
{
  const std::string twice = message_of<Error>([&] {
    read_parameter_file(
      file("subsection S\n  set A = 1\nend\nset A = 1\n"
           "subsection S\n  set A = 2\nend\n"));
  });
  EXPECT_NE(twice.find("\"S/A\" is given twice ("), std::string::npos) << twice;
  EXPECT_NE(twice.find("case.prm, line 2, and "), std::string::npos) << twice;
  EXPECT_NE(twice.find("case.prm, line 6). Remove"), std::string::npos)
    << twice;
  EXPECT_NE(message_of<Error>([&] {
              read_parameter_file(file("set = 3\n"));
            }).find("\"set = 3\" is not understood"),
            std::string::npos);
}

TEST_F(ParameterFile, BrokenFilesAreRefusedWithTheirLine)
{
  const auto message = [&](const std::string &text) {
    return message_of<Error>([&] { read_parameter_file(file(text)); });
  };
  EXPECT_NE(message("end\n").find("line 1"), std::string::npos);
  EXPECT_NE(message("\nset A\n").find("line 2"), std::string::npos);
  EXPECT_NE(message("subsection A\nsubsection B\nend\n").find("\"A\""),
            std::string::npos);
}

TEST_F(ParameterFile, RangesAreReadable)
{
  EXPECT_EQ(yes_or_no().range, "true, false");
  EXPECT_EQ(number(0).range, "number, 0 or more");
  EXPECT_EQ(number().range, "number");
  EXPECT_EQ(whole_number(1, 4).range, "whole number from 1 to 4");
  EXPECT_EQ(one_of<int>({{"a", 1}, {"b c", 2}}).range, "a, b c");
  EXPECT_EQ(any_text().range, "text");
}

TEST_F(ParameterFile, OverridesReplaceAndAddSections)
{
  const std::string path = file("subsection Material\n  set C10 = 1\nend\n");
  const CaseParameters values = read_case(path,
                                          {"Material/C10=2",
                                           "Material/inner steel/Law=Hooke",
                                           "Supports/inner/Type=driven",
                                           "Dimension=3"});
  EXPECT_EQ(values.material.constants.numbers.at("C10"), 2);
  ASSERT_EQ(values.regions.size(), 1u);
  EXPECT_EQ(values.regions[0].second.law->name, "Hooke");
  ASSERT_EQ(values.supports.size(), 1u);
  EXPECT_EQ(values.supports[0].second.set, "inner");
  EXPECT_EQ(values.dimension, 3);
}

TEST_F(ParameterFile, ConstantsOfAnotherLawAreRefusedUnlessTheLawWasReplaced)
{
  const std::string path = file(
    "subsection Material\n  set Law = Mooney-Rivlin\n  set C01 = 1\nend\n");
  EXPECT_NO_THROW(read_case(path, {"Material/Law=neo-Hooke"}));
  EXPECT_THROW(read_case(path, {"Material/Law=neo-Hooke", "Material/C01=1"}),
               Error);
  EXPECT_THROW(read_case(path, {"Material/Ogden terms=1 2"}), Error);
}

TEST_F(ParameterFile, ReferenceListsEveryNamedSection)
{
  std::ostringstream text;
  print_parameters(text, true);
  for (const char *section :
       {"## Mesh", "## Material/<region>", "## Supports/<set>", "## Time"})
    EXPECT_NE(text.str().find(section), std::string::npos) << section;
}
