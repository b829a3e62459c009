// SPDX-License-Identifier: Apache-2.0
// Rows are appended as they come, each by one call of the system.
#include <rivlin/base/csv_history.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/file_descriptor.h>
#include <rivlin/base/text.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// A few rows, whatever they need.
    constexpr std::uint64_t reserved_bytes = 1 << 16;

    std::string header(const std::vector<std::string> &titles)
    {
      std::string line;
      for (const std::string &title : titles)
        {
          if (!line.empty())
            line += ',';
          line += csv_cell(title);
        }
      return line + '\n';
    }

    std::chrono::steady_clock::duration clock_duration(const double seconds)
    {
      return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds));
    }

    std::string first_bytes(const std::filesystem::path &file,
                            const std::uint64_t n)
    {
      std::error_code reason;
      const auto size = std::filesystem::file_size(file, reason);
      if (reason || size < n)
        throw Error("\"" + file.string() + "\" has " +
                    (reason ? "no" : number_text(size)) +
                    " bytes, the run to be continued had written " +
                    number_text(n) +
                    ". Bring the file back, or start from the beginning.");
      std::string bytes(n, '\0');
      std::ifstream stream(file, std::ios::binary);
      if (!stream.read(bytes.data(), static_cast<std::streamsize>(n)))
        throw Error("\"" + file.string() +
                    "\" cannot be read. Check its rights.");
      return bytes;
    }
  } // namespace

  CsvHistory::CsvHistory(std::filesystem::path name,
                         const std::vector<std::string> &titles,
                         const double seconds_between_writes)
    : file(std::move(name))
    , n_columns(titles.size())
    , least_interval(clock_duration(seconds_between_writes))
  {
    const std::string first = header(titles);
    write_file_atomically(file, first);
    checksum.add(first);
    size = first.size();
    open_at_end();
  }

  CsvHistory::CsvHistory(std::filesystem::path name,
                         const std::vector<std::string> &titles,
                         const CsvPosition &start,
                         const double seconds_between_writes)
    : file(std::move(name))
    , n_columns(titles.size())
    , least_interval(clock_duration(seconds_between_writes))
    , size(start.size)
  {
    const std::string content = first_bytes(file, size);
    checksum.add(content);
    if (checksum.value() != start.checksum ||
        content.rfind(header(titles), 0) != 0)
      throw Error("\"" + file.string() +
                  "\" is not the file that the run to be continued wrote: its "
                  "first " +
                  number_text(start.size) +
                  " bytes differ. Bring that file back, or start from the "
                  "beginning.");
    open_at_end();
  }

  void CsvHistory::open_at_end()
  {
    descriptor = open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
      fail_to_write(file);
    if (ftruncate(descriptor, static_cast<off_t>(size)) != 0)
      {
        // Nobody else closes it where a constructor fails.
        close(std::exchange(descriptor, -1));
        fail_to_write(file);
      }
    if (reserve_space(descriptor, size, reserved_bytes))
      reserved_end = size + reserved_bytes;
  }

  CsvHistory::~CsvHistory()
  {
    if (descriptor < 0)
      return;
    // What was set aside goes back.
    [[maybe_unused]] const int done =
      ftruncate(descriptor, static_cast<off_t>(size));
    close(descriptor);
  }

  void CsvHistory::append(const std::span<const double> row)
  {
    assert(row.size() == n_columns);
    std::string text;
    for (std::size_t i = 0; i < n_columns; ++i)
      {
        text += number_text(row[i]);
        text += i + 1 < n_columns ? ',' : '\n';
      }
    if (!write_bytes(descriptor, text))
      {
        const int reason = errno;
        [[maybe_unused]] const int done =
          ftruncate(descriptor, static_cast<off_t>(size));
        errno = reason;
        fail_to_write(file, size + text.size());
      }
    size += text.size();
    checksum.add(text);
    if (size + 4 * text.size() > reserved_end &&
        reserve_space(descriptor, size, reserved_bytes))
      reserved_end = size + reserved_bytes;
    if (Clock::now() - last_write >= interval)
      write();
  }

  void CsvHistory::write()
  {
    const Clock::time_point begin = Clock::now();
    if (!bring_to_disk(descriptor))
      fail_to_write(file, size);
    last_write = Clock::now();
    interval   = std::max(least_interval, 19 * (last_write - begin));
  }
} // namespace rivlin
