// SPDX-License-Identifier: Apache-2.0
// Write, bring to the disk, rename: POSIX promises that a rename is atomic.
#include <rivlin/base/atomic_file.h>

#include <rivlin/base/file_descriptor.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>
#include <utility>

namespace rivlin
{
  AtomicFile::AtomicFile(std::filesystem::path name, const std::size_t n_bytes)
    : file(std::move(name))
    , temporary(file.string() + ".part")
    , reserved(n_bytes)
    , descriptor(
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))
  {
    if (descriptor < 0)
      fail_to_write(file);
    if (reserved > 0)
      reserve_space(descriptor, 0, reserved);
  }

  AtomicFile::~AtomicFile()
  {
    if (descriptor < 0)
      return;
    close(descriptor);
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
  }

  void AtomicFile::write(const std::string_view bytes)
  {
    size += bytes.size();
    if (!write_bytes(descriptor, bytes))
      fail_to_write(file, size);
  }

  void AtomicFile::commit()
  {
    // The disk gets back what was reserved and is not needed.
    if (reserved > size && ftruncate(descriptor, static_cast<off_t>(size)) != 0)
      fail_to_write(file, size);
    if (!bring_to_disk(descriptor))
      fail_to_write(file, size);
    if (std::rename(temporary.c_str(), file.c_str()) != 0)
      fail_to_write(file);
    close(descriptor);
    descriptor = -1;
  }

  void write_file_atomically(const std::filesystem::path &file,
                             const std::string_view content)
  {
    AtomicFile target(file);
    target.write(content);
    target.commit();
  }
} // namespace rivlin
