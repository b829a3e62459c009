// SPDX-License-Identifier: Apache-2.0
// Files that are complete whenever somebody looks, or absent.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string_view>

namespace rivlin
{
  /// A file that is written under a temporary name ("name.part") in its own
  /// folder and takes its name when it is complete. A kill at any moment leaves
  /// the last complete version. Throws Error where the file cannot be written.
  class AtomicFile
  {
  public:
    explicit AtomicFile(std::filesystem::path file);

    /// Without commit(), the old version stays and the new one is dropped.
    ~AtomicFile();

    AtomicFile(const AtomicFile &)            = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;

    std::ostream &stream()
    {
      return output;
    }

    /// Bring the content to the disk and give the file its name.
    void commit();

  private:
    std::filesystem::path file;
    std::filesystem::path temporary;
    std::ofstream output;
  };

  /// The same for content that is at hand.
  void write_file_atomically(const std::filesystem::path &file,
                             std::string_view content);
} // namespace rivlin
