// SPDX-License-Identifier: Apache-2.0
// What files that are written need from the operating system, with messages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace rivlin
{
  /// Throws Error with the reason in errno. `n_bytes`: what was to be written;
  /// where a disk is full, the message says how much of it is free.
  [[noreturn]] void fail_to_write(const std::filesystem::path &file,
                                  std::size_t n_bytes = 0);

  /// All bytes, at the place of the descriptor. False with the reason in errno;
  /// then a part of them may be written.
  bool write_bytes(int descriptor, std::string_view bytes);

  /// Without this, a power failure may take what was written. False with the
  /// reason in errno.
  bool bring_to_disk(int descriptor);

  /// Set bytes aside on the disk, behind the end of the file if need be; its
  /// size stays. False where the file system is full or cannot do that.
  bool reserve_space(int descriptor, std::size_t begin, std::size_t n_bytes);
} // namespace rivlin
