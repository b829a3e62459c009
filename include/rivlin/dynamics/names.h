// SPDX-License-Identifier: Apache-2.0
// Messages about names that nobody knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// 'Unknown <what> "<name>"; did you mean "<nearest>"? Known: ...'. Nearest
  /// is measured by single-character edits, letter case ignored.
  std::string unknown_name(std::string_view what,
                           std::string_view name,
                           const std::vector<std::string> &known);
} // namespace rivlin
