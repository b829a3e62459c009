// SPDX-License-Identifier: Apache-2.0
// The folder that a study writes into.
#pragma once

#include <filesystem>

namespace rivlin
{
  /// Throws Error if it cannot be made.
  void make_output_directory(const std::filesystem::path &directory);
} // namespace rivlin
