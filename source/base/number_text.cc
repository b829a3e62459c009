// SPDX-License-Identifier: Apache-2.0
// Shortest round-trip text, as the standard library computes it.
#include <rivlin/base/number_text.h>

#include <array>
#include <charconv>

namespace rivlin
{
  std::string number_text(const double number)
  {
    // The longest case is -2.2250738585072014e-308: 24 characters.
    std::array<char, 32> buffer;
    const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return std::string(buffer.data(), result.ptr);
  }
} // namespace rivlin
