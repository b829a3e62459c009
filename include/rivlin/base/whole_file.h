// SPDX-License-Identifier: Apache-2.0
// Files of users as they are, byte by byte.
#pragma once

#include <filesystem>
#include <string>

namespace rivlin
{
  /// All bytes of a file. Throws Error if there is no such file or it cannot be
  /// read.
  std::string read_whole_file(const std::filesystem::path &file);
} // namespace rivlin
