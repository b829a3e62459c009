// SPDX-License-Identifier: Apache-2.0
// Files of users as they are, byte by byte.
#pragma once

#include <filesystem>
#include <string>

namespace rivlin
{
  /// All bytes of a file. Throws Error if there is no such file, it cannot be
  /// read, it is a pipe or a device, or it is larger than memory.
  std::string read_whole_file(const std::filesystem::path &file);
} // namespace rivlin
