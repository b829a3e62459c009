// SPDX-License-Identifier: Apache-2.0
// Words, tables and messages.
#include <rivlin/base/text.h>

#include <gtest/gtest.h>

#include <string>

namespace
{
  using namespace rivlin;
  using Pieces = std::vector<std::string_view>;

  TEST(Text, TrimsBlanksTabsAndEndsOfLines)
  {
    EXPECT_EQ(trimmed(" \t a b \r\n"), "a b");
    EXPECT_EQ(trimmed("a"), "a");
    EXPECT_EQ(trimmed(" \t\r\n\f\v"), "");
    EXPECT_EQ(trimmed(""), "");
  }

  TEST(Text, SplitKeepsEmptyPiecesAndTrims)
  {
    EXPECT_EQ(split("a, b ,,c ", ','), (Pieces{"a", "b", "", "c"}));
    EXPECT_EQ(split("a;", ';'), (Pieces{"a", ""}));
    EXPECT_EQ(split(" ", ';'), Pieces{""});
    EXPECT_EQ(split("", ';'), Pieces{});
  }

  TEST(Text, WordsAreWhatStandsBetweenBlanks)
  {
    EXPECT_EQ(split_words("  set  End time\t=\n1 "),
              (Pieces{"set", "End", "time", "=", "1"}));
    EXPECT_EQ(split_words(" \t"), Pieces{});
  }

  TEST(Text, JoinPutsSeparatorsBetween)
  {
    const std::vector<std::string> names = {"a", "", "c"};
    EXPECT_EQ(joined(names), "a, , c");
    EXPECT_EQ(joined(names, "/"), "a//c");
    EXPECT_EQ(joined({}), "");
  }

  TEST(Text, CaseChangesAsciiLettersOnly)
  {
    EXPECT_EQ(lower_case("*NODE, NSET=\xC3\x84z1"), "*node, nset=\xC3\x84z1");
    EXPECT_EQ(upper_case("Element_[z]"), "ELEMENT_[Z]");
  }

  TEST(Text, QuotesShowNoControlCharactersAndCutLongTexts)
  {
    EXPECT_EQ(in_quotes("inner"), "\"inner\"");
    EXPECT_EQ(in_quotes("a\x1b[31m\n\x7f"), "\"a?[31m??\"");
    EXPECT_EQ(in_quotes("abcdef", 6), "\"abcdef\"");
    EXPECT_EQ(in_quotes("abcdefg", 6), "\"abcdef...\"");
  }

  TEST(Text, CsvCellsAreQuotedWhereTheyMust)
  {
    EXPECT_EQ(csv_cell("force x [N]"), "force x [N]");
    EXPECT_EQ(csv_cell("a, \"b\""), "\"a, \"\"b\"\"\"");
    EXPECT_EQ(csv_cell("# 1"), "\"# 1\"");
  }

  TEST(Text, AlignmentCountsLettersNotBytes)
  {
    EXPECT_EQ(left_aligned("\xC2\xB5m", 4), "\xC2\xB5m  ");
    EXPECT_EQ(right_aligned("12", 4), "  12");
    EXPECT_EQ(right_aligned("12345", 4), "12345");
    EXPECT_EQ(left_aligned("a", -1), "a");
  }

  TEST(Text, TableHasColumnsOfEqualWidth)
  {
    EXPECT_EQ(text_table(
                {{"model", "error", "us"}, {"cubature", "0.5 %", "12"}, {"x"}}),
              "  model     error  us\n"
              "  cubature  0.5 %  12\n"
              "  x\n");
    EXPECT_EQ(text_table({{"a", "b"}}, ""), "a  b\n");
    EXPECT_EQ(text_table({}), "");
  }

  TEST(Text, MessageJoinsItsParts)
  {
    const std::string text = "t";
    EXPECT_EQ(message(text, " = ", 0.1 + 0.2, " s: ", 3, ' ', 5ul, "!"),
              "t = 0.3 s: 3 5!");
    EXPECT_EQ(message("density ", -1.1e-9), "density -1.1e-09");
    EXPECT_EQ(message(std::string_view("a"), 1.f / 3, -7ll), "a0.333333-7");
    EXPECT_EQ(message(), "");
  }
} // namespace
