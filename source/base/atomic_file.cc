// SPDX-License-Identifier: Apache-2.0
// Write, bring to the disk, rename: POSIX promises that a rename is atomic.
#include <rivlin/base/atomic_file.h>

#include <rivlin/base/error.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace rivlin
{
  namespace
  {
    [[noreturn]] void fail(const std::filesystem::path &file,
                           const std::error_code &reason)
    {
      throw Error("Cannot write \"" + file.string() +
                  "\": " + reason.message() +
                  ". Choose an existing folder with free space that you may "
                  "write to.");
    }

    std::error_code last_error()
    {
      // Streams report failure without a reason if nothing set errno.
      return {errno == 0 ? EIO : errno, std::generic_category()};
    }

    /// Without this, a power failure soon after the rename may leave an empty
    /// file under the final name.
    bool bring_to_disk(const std::filesystem::path &file)
    {
      const int descriptor = open(file.c_str(), O_RDONLY);
      if (descriptor < 0)
        return false;
      // Some file systems cannot synchronize and say EINVAL; that is no reason
      // to lose the data.
      const bool done = fsync(descriptor) == 0 || errno == EINVAL;
      close(descriptor);
      return done;
    }
  } // namespace

  AtomicFile::AtomicFile(std::filesystem::path name)
    : file(std::move(name))
    , temporary(file.string() + ".part")
  {
    errno = 0;
    output.open(temporary, std::ios::binary | std::ios::trunc);
    if (!output)
      fail(file, last_error());
  }

  AtomicFile::~AtomicFile()
  {
    if (!output.is_open())
      return;
    output.close();
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
  }

  void AtomicFile::commit()
  {
    errno = 0;
    output.flush();
    if (!output || !bring_to_disk(temporary))
      fail(file, last_error());
    std::error_code reason;
    std::filesystem::rename(temporary, file, reason);
    if (reason)
      fail(file, reason);
    output.close();
  }

  void write_file_atomically(const std::filesystem::path &file,
                             const std::string_view content)
  {
    AtomicFile target(file);
    target.stream() << content;
    target.commit();
  }
} // namespace rivlin
