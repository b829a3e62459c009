// SPDX-License-Identifier: Apache-2.0
// Tables against time as measured in vehicles and replayed on test rigs: RPC
// III time histories.
#pragma once

#include <rivlin/dynamics/time_table.h>

#include <filesystem>
#include <string_view>

namespace rivlin
{
  /// The table in the bytes of an RPC III file (MTS Remote Parameter Control)
  /// of type TIME_HISTORY with 16-bit integers or 32-bit floats, in either byte
  /// order. The time begins at zero and goes in steps of DELTA_T. A column has
  /// the name DESC.CHAN_n without surrounding quotes; "channel n" stands for a
  /// missing name and " (channel n)" is appended to one that occurs twice.
  ///
  /// Safe for any bytes: whatever is not understood, including files that are
  /// shorter or longer than their header says, gives an Error, and nothing is
  /// allocated before the size of the file allows for it. doc/formats.md says
  /// what is read and what is refused.
  TimeTable parse_rpc_file(std::string_view content,
                           const std::filesystem::path &file);
} // namespace rivlin
