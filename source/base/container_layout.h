// SPDX-License-Identifier: Apache-2.0
// What the reader and the writer of container files agree upon.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace rivlin::container_layout
{
  using Json = nlohmann::json; // sorts its keys: one text for one header

  struct Type
  {
    const char *name;
    std::size_t size;
  };

  /// In the order of ContainerArray::Values.
  inline constexpr std::array<Type, 5> types = {
    {{"F64", 8}, {"F32", 4}, {"I64", 8}, {"I32", 4}, {"U8", 1}}};

  inline constexpr const char *checksum_key   = "crc64";
  inline constexpr std::size_t largest_header = 1 << 24;

  /// The checksum covers this text of the header, without the entry of the
  /// checksum, and then the data.
  inline std::string text(const Json &header)
  {
    return header.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
} // namespace rivlin::container_layout
