// SPDX-License-Identifier: Apache-2.0
// Tables against time as text: comma separated values.
#pragma once

#include <rivlin/dynamics/time_table.h>

#include <filesystem>
#include <string_view>

namespace rivlin
{
  /// The table in the text of a CSV file: one header line with names and units
  /// in brackets (`time [s], force x [N]`), then rows of finite numbers, comma
  /// separated. A column "time [s]" that increases strictly is needed, and one
  /// more; two rows or more. Cells may be quoted; `#` starts a comment; empty
  /// lines are skipped. An Error names the file, line and column of what is
  /// wrong.
  TimeTable parse_csv_file(std::string_view content,
                           const std::filesystem::path &file);
} // namespace rivlin
