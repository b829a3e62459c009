// SPDX-License-Identifier: Apache-2.0
// The version of this library and how it was built.
#pragma once

#include <string_view>

namespace rivlin
{
  /// Version as major.minor.patch.
  std::string_view version();

  /// Name and version of the compiler: "GNU 12.2.0".
  std::string_view compiler();

  /// "Release", "Debug", ...
  std::string_view build_type();
} // namespace rivlin
