// SPDX-License-Identifier: Apache-2.0
// ZIP archives as FMUs need them.
#pragma once

#include <string>
#include <string_view>

namespace rivlin
{
  /// Deflated where that is shorter, names with forward slashes, the same bytes
  /// for the same content: no times, users or folders of their own.
  class ZipFile
  {
  public:
    /// Throws Error if the archive grows beyond 4 GB.
    void add(const std::string &name, std::string_view bytes);

    /// The whole archive.
    std::string bytes() const;

  private:
    std::string content;
    std::string directory;
    unsigned int n_files = 0;
  };
} // namespace rivlin
