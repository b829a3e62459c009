// SPDX-License-Identifier: Apache-2.0
// Words, numbers and complaints that the readers of mesh files share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rivlin
{
  std::string_view trimmed(std::string_view text);
  std::string upper_case(std::string_view text);

  /// In quotes, control characters replaced, long texts cut: for messages.
  std::string in_quotes(std::string_view text);

  /// The whole text as a number, else nothing. Doubles are finite; a leading
  /// plus and Fortran's D exponents are understood.
  std::optional<double> to_double(std::string_view text);
  std::optional<long long> to_integer(std::string_view text);

  /// Throw Error(`"file", line 12: what`).
  [[noreturn]] void
  fail_at(const std::filesystem::path &file, int line, const std::string &what);

  /// Throw Error unless the bytes look like text.
  void require_text(std::string_view content,
                    const std::filesystem::path &file);

  /// The bytes of a mesh file; throws Error if it is missing, no regular file
  /// or empty.
  std::string read_mesh_bytes(const std::filesystem::path &file);
} // namespace rivlin
