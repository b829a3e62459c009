// SPDX-License-Identifier: Apache-2.0
// CRC-64 by table, a byte at a time (ECMA-182, 1992, annex B).
#include <rivlin/base/checksum.h>

#include <fmt/format.h>

#include <array>

namespace rivlin
{
  namespace
  {
    constexpr std::array<std::uint64_t, 256> make_table()
    {
      constexpr std::uint64_t polynomial = 0xC96C5795D7870F42u;
      std::array<std::uint64_t, 256> table{};
      for (unsigned int byte = 0; byte < 256; ++byte)
        {
          std::uint64_t remainder = byte;
          for (int bit = 0; bit < 8; ++bit)
            remainder =
              (remainder >> 1) ^ ((remainder & 1) != 0 ? polynomial : 0);
          table[byte] = remainder;
        }
      return table;
    }

    constexpr std::array<std::uint64_t, 256> table = make_table();
  } // namespace

  void Crc64::add(const std::string_view bytes)
  {
    for (const char c : bytes)
      state =
        table[(state ^ static_cast<unsigned char>(c)) & 0xFF] ^ (state >> 8);
  }

  std::uint64_t crc64(const std::string_view bytes)
  {
    Crc64 checksum;
    checksum.add(bytes);
    return checksum.value();
  }

  std::string hex_text(const std::uint64_t number)
  {
    return fmt::format("{:016x}", number);
  }
} // namespace rivlin
