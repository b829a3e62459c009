// SPDX-License-Identifier: Apache-2.0
// System calls and their errors.
#include <rivlin/base/file_descriptor.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace rivlin
{
  void fail_to_write(const std::filesystem::path &file,
                     const std::size_t n_bytes)
  {
    const int number = errno;
    std::string size;
    if (n_bytes > 0)
      size = " (" + number_text(n_bytes) + " bytes)";
    std::string free;
    const std::string folder =
      file.has_parent_path() ? file.parent_path().string() : ".";
    if (struct statvfs disk = {};
        number == ENOSPC && statvfs(folder.c_str(), &disk) == 0)
      free =
        " (" + number_text(disk.f_bavail * disk.f_frsize) + " bytes are free)";
    throw Error("Cannot write \"" + file.string() + "\"" + size + ": " +
                std::generic_category().message(number == 0 ? EIO : number) +
                free +
                ". Choose an existing folder with free space that you may "
                "write to.");
  }

  bool write_bytes(const int descriptor, std::string_view bytes)
  {
    while (!bytes.empty())
      {
        const ssize_t n = write(descriptor, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
          continue;
        if (n < 0)
          return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
      }
    return true;
  }

  bool bring_to_disk(const int descriptor)
  {
    // Some file systems cannot synchronize and say EINVAL; that is no reason to
    // lose the data.
    return fsync(descriptor) == 0 || errno == EINVAL;
  }

  bool reserve_space(const int descriptor,
                     const std::size_t begin,
                     const std::size_t n_bytes)
  {
    return fallocate(descriptor,
                     FALLOC_FL_KEEP_SIZE,
                     static_cast<off_t>(begin),
                     static_cast<off_t>(n_bytes)) == 0;
  }
} // namespace rivlin
