// SPDX-License-Identifier: Apache-2.0
// Columns by name, and files by their extension.
#include <rivlin/dynamics/time_table.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

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
