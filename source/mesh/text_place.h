// SPDX-License-Identifier: Apache-2.0
// Words, numbers and complaints that the readers of mesh files share.
#pragma once

#include <rivlin/base/text.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rivlin
{
  /// In quotes, control characters replaced, long texts cut: for messages.
  std::string excerpt(std::string_view text);

  /// The whole text as a finite number, else nothing; Fortran's D exponents are
  /// understood.
  std::optional<double> to_coordinate(std::string_view text);

  /// Throw Error(`"file", line 12: what`).
  [[noreturn]] void
  fail_at(const std::filesystem::path &file, int line, const std::string &what);

  /// The content without byte order mark; throws Error unless it is text.
  std::string_view mesh_text(std::string_view content,
                             const std::filesystem::path &file);

  /// The bytes of a mesh file; throws Error if it is missing, no regular file
  /// or empty.
  std::string read_mesh_bytes(const std::filesystem::path &file);
} // namespace rivlin
