// SPDX-License-Identifier: Apache-2.0
// Tables of numbers against time, given by users as files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  struct TimeTable
  {
    struct Column
    {
      std::string name; ///< without the unit: "force x"
      std::string unit; ///< "N"; empty if not given
      std::vector<double> values;

      /// Name and unit: "force x [N]".
      std::string title() const;
    };

    std::filesystem::path file;  ///< for messages
    std::vector<double> times;   ///< [s], strictly increasing, two or more
    std::vector<Column> columns; ///< one or more, as long as `times`

    /// The column of that name, with or without the unit in brackets. An Error
    /// names the nearest one if there is none.
    const Column &column(std::string_view title) const;
  };

  /// Read a file by its extension, in upper or lower case: .rsp, .drv, .tim and
  /// .rpc are RPC III time histories (rpc_file.h), everything else is CSV
  /// (csv_file.h). All numbers are finite. Throws Error.
  TimeTable read_time_table(const std::filesystem::path &file);
} // namespace rivlin
