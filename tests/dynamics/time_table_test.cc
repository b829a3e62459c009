// SPDX-License-Identifier: Apache-2.0
// Columns by name, and files by their extension.
#include <rivlin/dynamics/time_table.h>

#include <rivlin/base/error.h>

#include <dynamics/rpc_bytes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  class TimeTableTest : public TemporaryFolder
  {};

  TEST_F(TimeTableTest, ChoosesTheFormatByTheExtension)
  {
    for (const std::string name :
         {"a.rsp", "a.RSP", "a.drv", "a.Tim", "a.rpc", "a.csv.rsp"})
      {
        write(folder / name, rpc_example({{1, 2, 3, 4}}).bytes());
        const TimeTable table = read_time_table(folder / name);
        EXPECT_EQ(table.file, folder / name);
        EXPECT_EQ(table.column("a [N]").values,
                  (std::vector<double>{1, 2, 3, 4}));
      }
    for (const std::string name : {"a.csv", "a.CSV", "a.txt", "rsp", "a"})
      {
        write(folder / name, "time [s], a [N]\n0,1\n0.25,2\n");
        const TimeTable table = read_time_table(folder / name);
        EXPECT_EQ(table.file, folder / name);
        EXPECT_EQ(table.column("a [N]").values, (std::vector<double>{1, 2}));
      }
  }

  TEST(TimeTable, FindsColumnsWithAndWithoutUnit)
  {
    const TimeTable table{"road.csv",
                          {0, 1},
                          {{"force x", "N", {1, 2}}, {"angle", "", {3, 4}}}};
    EXPECT_EQ(&table.column("force x"), &table.columns[0]);
    EXPECT_EQ(&table.column("force x [N]"), &table.columns[0]);
    EXPECT_EQ(&table.column("angle"), &table.columns[1]);
  }

  TEST(TimeTable, SuggestsTheNearestColumn)
  {
    const TimeTable table{"road.csv",
                          {0, 1},
                          {{"force x", "N", {1, 2}}, {"force y", "N", {3, 4}}}};
    EXPECT_EQ(message_of<Error>([&]() { table.column("fource y"); }),
              "\"road.csv\" has no column \"fource y\". Did you mean \"force y "
              "[N]\"?");
  }
} // namespace
