// SPDX-License-Identifier: Apache-2.0
// Where the tests find their files and may write.
#pragma once

#include <filesystem>

namespace rivlin
{
  /// The folder of the sources: shipped cases, meshes, stored files.
  std::filesystem::path source_folder();

  /// The folder of the build: programs, and what tests write.
  std::filesystem::path build_folder();
} // namespace rivlin
