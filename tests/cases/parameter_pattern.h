// SPDX-License-Identifier: Apache-2.0
// Parameters of named sections under one name.
#pragma once

#include <string>

namespace rivlin
{
  /// "Supports/inner/Set" as "Supports/*/Set".
  inline std::string pattern_of(const std::string &key)
  {
    const auto first = key.find('/');
    const auto last  = key.rfind('/');
    return first == last ? key : key.substr(0, first) + "/*" + key.substr(last);
  }
} // namespace rivlin
