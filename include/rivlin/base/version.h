// SPDX-License-Identifier: Apache-2.0
// The version of this library.
#pragma once

#include <string_view>

namespace rivlin
{
  /// Version as major.minor.patch.
  std::string_view version();
} // namespace rivlin
