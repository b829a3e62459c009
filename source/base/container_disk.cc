// SPDX-License-Identifier: Apache-2.0
// Containers as files; their bytes are made and read elsewhere, for those who
// have no files.
#include <rivlin/base/container_file.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <fstream>

namespace rivlin
{
  void write_container(const std::filesystem::path &file,
                       const Container &container)
  {
    write_file_atomically(file, container_bytes(container));
  }

  Container read_container(const std::filesystem::path &file,
                           const NotFinite not_finite)
  {
    std::error_code reason;
    const auto size = std::filesystem::file_size(file, reason);
    // Without a size it is a pipe or a device; opening a pipe would wait.
    std::ifstream stream;
    if (!reason)
      stream.open(file, std::ios::binary);
    if (reason || !stream)
      throw Error("\"" + file.string() + "\" cannot be opened: " +
                  (reason ? reason.message() : "no permission") +
                  ". Check its name and rights.");
    std::string bytes;
    try
      {
        bytes.resize(size);
      }
    catch (const std::exception &)
      {
        throw Error("\"" + file.string() + "\" has " + number_text(size) +
                    " bytes, more than memory holds.");
      }
    if (!bytes.empty() && !stream.read(bytes.data(), bytes.size()))
      throw Error("\"" + file.string() + "\" cannot be read to its end.");
    return parse_container(bytes, file.string(), not_finite);
  }
} // namespace rivlin
