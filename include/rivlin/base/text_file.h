// SPDX-License-Identifier: Apache-2.0
// Files of users that must be text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rivlin
{
  /// The content of a text file without its byte order mark; a part of the
  /// content given, which must outlive it. Throws Error for UTF-16 and for
  /// bytes that no text has; `advice` ends the message.
  std::string_view text_of(std::string_view content,
                           const std::filesystem::path &file,
                           const std::string &advice);
} // namespace rivlin
