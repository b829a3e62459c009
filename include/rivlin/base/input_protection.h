// SPDX-License-Identifier: Apache-2.0
// An output never replaces an input.
#pragma once

#include <filesystem>

namespace rivlin
{
  /// Throws Error if writing `output` would replace the file `input`: the same
  /// file, however its path is spelt and through whatever links.
  void refuse_to_replace(const std::filesystem::path &input,
                         const std::filesystem::path &output);
} // namespace rivlin
