// SPDX-License-Identifier: Apache-2.0
// Tables of numbers against time, read from CSV files written by users.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  struct CsvColumn
  {
    std::string name; ///< without the unit: "force x"
    std::string unit; ///< what stands in brackets: "N"; empty if nothing does
    std::vector<double> values;

    /// As in the header line: "force x [N]".
    std::string title() const;
  };

  struct CsvTable
  {
    std::filesystem::path file; ///< for messages
    std::vector<CsvColumn> columns;

    /// The column of that name, with or without the unit in brackets. An Error
    /// names the nearest one if there is none.
    const CsvColumn &column(std::string_view title) const;
  };

  /// Read a table: one header line with names and units in brackets (`time [s],
  /// force x [N]`), then rows of finite numbers, comma separated. Cells may be
  /// quoted; `#` starts a comment; empty lines are skipped. An Error names the
  /// file, line and column of what is wrong.
  CsvTable read_csv(const std::filesystem::path &file);

  /// The same for a table against time: at least two columns and two rows, and
  /// a column "time [s]" that increases strictly.
  CsvTable read_time_table(const std::filesystem::path &file);
} // namespace rivlin
