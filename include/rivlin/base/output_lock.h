// SPDX-License-Identifier: Apache-2.0
// One writer per output directory.
#pragma once

#include <filesystem>
#include <string>

namespace rivlin
{
  /// The name of the file in the directory.
  inline constexpr const char *lock_name = "rivlin.lock";

  /// While it lives, the file rivlin.lock in the directory says which process
  /// on which host writes there, and since when. A lock whose process is no
  /// longer there (on this host) is replaced.
  class OutputLock
  {
  public:
    /// The directory must exist. Throws Error if another process has it, or may
    /// have it: processes of other hosts cannot be asked. `force` takes it all
    /// the same.
    explicit OutputLock(const std::filesystem::path &directory,
                        bool force = false);

    /// The file goes, unless somebody took the directory by force.
    ~OutputLock();

    OutputLock(const OutputLock &)            = delete;
    OutputLock &operator=(const OutputLock &) = delete;

    /// What the user should know: the lock that was found and replaced. Empty:
    /// there was none.
    const std::string &notice() const
    {
      return found;
    }

  private:
    std::filesystem::path file;
    std::string content;
    std::string found;
  };
} // namespace rivlin
