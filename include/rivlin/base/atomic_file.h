// SPDX-License-Identifier: Apache-2.0
// Files that are complete whenever somebody looks, or absent.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace rivlin
{
  /// A file that is written under a temporary name ("name.part") in its own
  /// folder and takes its name when it is complete. A kill at any moment leaves
  /// the last complete version. Throws Error where the file cannot be written,
  /// with the reason and the size.
  class AtomicFile
  {
  public:
    /// So many bytes are set aside on the disk at once, where the file system
    /// can do that: they can still be written when the disk is full.
    explicit AtomicFile(std::filesystem::path file, std::size_t reserved = 0);

    /// Without commit(), the old version stays and the new one is dropped.
    ~AtomicFile();

    AtomicFile(const AtomicFile &)            = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;

    void write(std::string_view bytes);

    /// Bring the content to the disk and give the file its name.
    void commit();

  private:
    std::filesystem::path file;
    std::filesystem::path temporary;
    std::size_t reserved;
    std::size_t size = 0; ///< of what was written
    int descriptor;
  };

  /// The same for content that is at hand.
  void write_file_atomically(const std::filesystem::path &file,
                             std::string_view content);
} // namespace rivlin
