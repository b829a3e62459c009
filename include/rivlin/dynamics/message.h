// SPDX-License-Identifier: Apache-2.0
// Messages with numbers, built from their parts.
#pragma once

#include <sstream>
#include <string>

namespace rivlin
{
  /// The parts one after the other; floating point numbers with six digits.
  template <typename... Parts>
  std::string message(const Parts &...parts)
  {
    std::ostringstream text;
    (text << ... << parts);
    return text.str();
  }
} // namespace rivlin
