// SPDX-License-Identifier: Apache-2.0
// Named arrays and texts in one file, in the layout known as safetensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rivlin
{
  /// An array of any number of dimensions, the last index running fastest. The
  /// product of the shape is the number of values.
  struct ContainerArray
  {
    using Values = std::variant<std::vector<double>,
                                std::vector<float>,
                                std::vector<std::int64_t>,
                                std::vector<std::int32_t>,
                                std::vector<std::uint8_t>>;

    std::vector<std::size_t> shape;
    Values values;

    /// One-dimensional.
    template <typename Number>
    static ContainerArray row(std::vector<Number> numbers)
    {
      const std::size_t n = numbers.size();
      return {{n}, std::move(numbers)};
    }
  };

  /// What a container file holds; doc/formats.md describes the bytes. Texts
  /// must be UTF-8; other bytes in them are replaced.
  struct Container
  {
    std::map<std::string, std::string> metadata;
    std::map<std::string, ContainerArray> arrays;

    /// The text or array of this name; throws Error if the file has none, or
    /// one of another type or number of dimensions.
    const std::string &text(const std::string &name) const;
    const std::vector<double> &numbers(const std::string &name) const;

    std::string file; ///< where it was read from, for messages
  };

  enum class NotFinite
  {
    refuse, ///< a NaN or an infinity is an Error
    allow
  };

  /// The bytes of the file, with a checksum over all of them.
  std::string container_bytes(const Container &container);

  /// The reverse. `name` is for messages. Throws Error, and does nothing worse,
  /// for any bytes that are not a complete, undamaged container.
  Container parse_container(std::string_view bytes,
                            const std::string &name,
                            NotFinite not_finite);

  /// Write a file that is complete or absent (see AtomicFile).
  void write_container(const std::filesystem::path &file,
                       const Container &container);

  Container read_container(const std::filesystem::path &file,
                           NotFinite not_finite);
} // namespace rivlin
