// SPDX-License-Identifier: Apache-2.0
// What the CSV reader accepts, and every message about what it does not.
#include <rivlin/dynamics/csv_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  class CsvFileTest : public testing::Test
  {
  protected:
    const std::filesystem::path file = "motion.csv";

    TimeTable table_of(const std::string &content) const
    {
      return parse_csv_file(content, file);
    }

    std::string message_for(const std::string &content) const
    {
      return message_of<Error>([&]() { table_of(content); });
    }

    std::string in_file(const std::string &rest) const
    {
      return '"' + file.string() + '"' + rest;
    }
  };

  TEST_F(CsvFileTest, ReadsNamesUnitsAndNumbers)
  {
    const TimeTable table =
      table_of("force x [N], time [s],angle\n1.5,0,-2e-3\n+3,0.5,4\n");
    EXPECT_EQ(table.times, (std::vector<double>{0, 0.5}));
    ASSERT_EQ(table.columns.size(), 2u);
    EXPECT_EQ(table.columns[0].name, "force x");
    EXPECT_EQ(table.columns[0].unit, "N");
    EXPECT_EQ(table.columns[0].values, (std::vector<double>{1.5, 3}));
    EXPECT_EQ(table.columns[1].unit, "");
    EXPECT_EQ(table.columns[1].title(), "angle");
    EXPECT_EQ(table.columns[1].values, (std::vector<double>{-2e-3, 4}));
  }

  TEST_F(CsvFileTest, AcceptsCommentsQuotesBlankLinesAndWindowsFiles)
  {
    const TimeTable table = table_of(
      "\xEF\xBB\xBF# measured in June\r\n"
      "\"time [s]\", \"x, \"\"filtered\"\" [mm]\" # second sensor\r\n"
      "\r\n"
      "  0 ,\"1\"\r\n"
      "# a pause\r\n"
      "1 , 2 # the end\r\n"
      "2,3");
    ASSERT_EQ(table.columns.size(), 1u);
    EXPECT_EQ(table.columns[0].name, "x, \"filtered\"");
    EXPECT_EQ(table.columns[0].unit, "mm");
    EXPECT_EQ(table.times, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(table.columns[0].values, (std::vector<double>{1, 2, 3}));
  }

  TEST_F(CsvFileTest, RefusesGaps)
  {
    EXPECT_EQ(message_for("time [s],x [mm]\n0,1\n\n1,\n"),
              in_file(", line 4: column 2 (x [mm]): the cell is empty. Fill "
                      "the gap."));
    EXPECT_EQ(message_for("time [s],x,y\n0,1,2\n1,2\n"),
              in_file(", line 3: there are 2 cells, the header has 3. Fill the "
                      "gap or correct the header."));
    EXPECT_EQ(message_for("time [s],x\n0,1\n1,2,3\n"),
              in_file(", line 3: there are 3 cells, the header has 2. Fill the "
                      "gap or correct the header."));
  }

  TEST_F(CsvFileTest, RefusesText)
  {
    for (const std::string text : {"two", "2.0 mm", "1e", "+-1", "0x10"})
      EXPECT_EQ(message_for("time [s],x\n0,1\n1," + text + "\n"),
                in_file(", line 3: column 2 (x): \"" + text +
                        "\" is not a number. Write it like -1.25e-3."));
  }

  TEST_F(CsvFileTest, RefusesNumbersThatAreNotFinite)
  {
    for (const std::string text : {"nan", "NaN", "inf", "-Infinity", "1e999"})
      EXPECT_EQ(message_for("time [s],x\n0," + text + "\n1,2\n"),
                in_file(", line 2: column 2 (x): \"" + text +
                        "\" is not a finite number. Replace it by a value."));
  }

  TEST_F(CsvFileTest, RefusesTimeThatDoesNotIncrease)
  {
    EXPECT_EQ(message_for("time [s],x\n0,1\n1,2\n# repeated\n1,3\n"),
              in_file(", line 5: the time 1 s does not come after the time 1 s "
                      "of the row before. Sort the rows and remove "
                      "repetitions."));
    EXPECT_EQ(message_for("x,time [s]\n0,1\n1,0.75\n"),
              in_file(", line 3: the time 0.75 s does not come after the time "
                      "1 s of the row before. Sort the rows and remove "
                      "repetitions."));
  }

  TEST_F(CsvFileTest, RefusesTooFewColumnsAndRows)
  {
    EXPECT_EQ(message_for("time [s]\n0\n1\n"),
              in_file(" has one column only. It needs \"time [s]\" and at "
                      "least one more."));
    EXPECT_EQ(message_for("time [s],x\n0,1\n"),
              in_file(" has 1 rows of numbers. At least two are needed."));
    EXPECT_EQ(message_for("# nothing here\n"),
              in_file(" is empty. Begin it with a header line of names and "
                      "units: \"time [s], ...\"."));
  }

  TEST_F(CsvFileTest, RefusesBadHeaders)
  {
    EXPECT_EQ(message_for("0,1\n1,2\n"),
              in_file(", line 1: the header line is missing, the file begins "
                      "with the number 0. Begin it with names and units: "
                      "\"time [s], ...\"."));
    EXPECT_EQ(message_for("t [s],x\n0,1\n1,2\n"),
              in_file(
                " has no column \"time [s]\", only \"t [s]\", \"x\". Give "
                "the time in seconds and this name to its column."));
    EXPECT_EQ(message_for("time [ms],x\n0,1\n1,2\n"),
              in_file(" has no column \"time [s]\", only \"time [ms]\", \"x\". "
                      "Give the time in seconds and this name to its "
                      "column."));
    EXPECT_EQ(message_for("time [s];x\n0;1\n"),
              in_file(", line 1: the header has semicolons and no commas. "
                      "Separate the cells by commas and write decimal "
                      "points."));
    EXPECT_EQ(message_for("time [s],x,x [mm]\n"),
              in_file(", line 1: column 3 (x [mm]): an earlier column has the "
                      "same name. Rename one of them."));
    EXPECT_EQ(message_for(",x\n"),
              in_file(", line 1: column 1: the name is missing. Write a name "
                      "with its unit, such as \"force x [N]\"."));
  }

  TEST_F(CsvFileTest, RefusesBrokenQuotes)
  {
    EXPECT_EQ(message_for("time [s],\"x\n0,1\n"),
              in_file(", line 1: column 2: a quote is opened and not closed. "
                      "Close it in the same line."));
    EXPECT_EQ(message_for("\"time\" [s],x\n"),
              in_file(", line 1: column 1: there is text after the closing "
                      "quote. Put the whole cell in quotes."));
  }

  TEST_F(CsvFileTest, RefusesBinaryFiles)
  {
    EXPECT_EQ(message_for(std::string("FORMAT\0\0BINARY\n", 15)),
              in_file(" is not text: byte 7 has the value 0. Write a CSV "
                      "file; an RPC III time history must have the extension "
                      ".rsp, .drv, .tim or .rpc."));
    EXPECT_EQ(message_for(std::string("\xFF\xFEt\0i\0m\0e\0", 10)),
              in_file(" is in UTF-16, with two bytes for each letter. Save it "
                      "as UTF-8."));
  }

  // Comparing each name with all others took minutes.
  TEST_F(CsvFileTest, RefusesFilesWithMillionsOfColumns)
  {
    std::string header = "time [s]";
    for (int i = 0; i < 3000000; ++i)
      header += ",c" + std::to_string(i);
    EXPECT_EQ(message_for(header + "\n"),
              in_file(", line 1: there are 3000001 columns; at most 10000 are "
                      "read. Write one row per time."));
    // What is allowed is read at once, and not listed in full.
    header.clear();
    for (int i = 0; i < 10000; ++i)
      header += (i > 0 ? ",c" : "c") + std::to_string(i);
    EXPECT_EQ(message_for(header + "\n").find("c20"), std::string::npos);
    EXPECT_NE(message_for(header + "\n").find("\"c19\" and 9980 others"),
              std::string::npos);
  }
} // namespace
