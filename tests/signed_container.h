// SPDX-License-Identifier: Apache-2.0
// Damaged container files whose checksum is right, so that what lies behind the
// checksum is reached.
#pragma once

#include <rivlin/base/checksum.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace rivlin
{
  /// Between the header and the data of a container that is to be mutated.
  inline const std::string header_end("\n\0data\0\n", 8);

  /// Header and data of a container with `header_end` between them instead of
  /// the length in front, so that mutants may have longer and shorter headers.
  inline std::string unpacked(const std::string &bytes)
  {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    return bytes.substr(sizeof length, length) + header_end +
           bytes.substr(sizeof length + length);
  }

  /// The same data under another header, with its length and, if it is JSON,
  /// with its checksum.
  inline std::string with_header(std::string header,
                                 const std::string_view data)
  {
    using Json  = nlohmann::json;
    Json parsed = Json::parse(header, nullptr, false);
    if (parsed.is_object() && parsed.contains("__metadata__") &&
        parsed["__metadata__"].is_object())
      {
        const auto text = [](const Json &json) {
          return json.dump(-1, ' ', false, Json::error_handler_t::replace);
        };
        parsed["__metadata__"].erase("crc64");
        Crc64 checksum;
        checksum.add(text(parsed));
        checksum.add(data);
        parsed["__metadata__"]["crc64"] = hex_text(checksum.value());
        header                          = text(parsed);
      }
    const std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes.append(header).append(data);
  }

  /// A container of a mutant of unpacked(); with right checksum where that is
  /// possible.
  inline std::string packed(const std::string &text)
  {
    const auto end = text.find(header_end);
    return end == std::string::npos ? with_header(text, "")
                                    : with_header(text.substr(0, end),
                                                  std::string_view(text).substr(
                                                    end + header_end.size()));
  }
} // namespace rivlin
