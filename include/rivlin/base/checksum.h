// SPDX-License-Identifier: Apache-2.0
// The checksum that result files carry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rivlin
{
  /// CRC-64/XZ (polynomial of ECMA-182, reflected, all bits inverted before and
  /// after), built up piece by piece. It finds damage, not forgery.
  class Crc64
  {
  public:
    void add(std::string_view bytes);

    std::uint64_t value() const
    {
      return ~state;
    }

  private:
    std::uint64_t state = ~std::uint64_t(0);
  };

  std::uint64_t crc64(std::string_view bytes);

  /// 16 hexadecimal digits.
  std::string hex_text(std::uint64_t number);
} // namespace rivlin
