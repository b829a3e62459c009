// SPDX-License-Identifier: Apache-2.0
// Rows as text in memory, written as a whole.
#include <rivlin/base/csv_history.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cassert>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace rivlin
{
  namespace
  {
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
    , content(header(titles))
  {
    checksum.add(content);
    write();
  }

  CsvHistory::CsvHistory(std::filesystem::path name,
                         const std::vector<std::string> &titles,
                         const CsvPosition &start,
                         const double seconds_between_writes)
    : file(std::move(name))
    , n_columns(titles.size())
    , least_interval(clock_duration(seconds_between_writes))
    , content(first_bytes(file, start.size))
  {
    checksum.add(content);
    if (checksum.value() != start.checksum ||
        content.rfind(header(titles), 0) != 0)
      throw Error("\"" + file.string() +
                  "\" is not the file that the run to be continued wrote: its "
                  "first " +
                  number_text(start.size) +
                  " bytes differ. Bring that file back, or start from the "
                  "beginning.");
    write();
  }

  CsvHistory::~CsvHistory()
  {
    try
      {
        if (!up_to_date)
          write();
      }
    catch (const Error &)
      {
        // A destructor must not throw; the last complete version is kept.
      }
  }

  void CsvHistory::append(const std::span<const double> row)
  {
    assert(row.size() == n_columns);
    const std::size_t begin = content.size();
    for (std::size_t i = 0; i < n_columns; ++i)
      {
        content += number_text(row[i]);
        content += i + 1 < n_columns ? ',' : '\n';
      }
    checksum.add(std::string_view(content).substr(begin));
    up_to_date = false;
    if (Clock::now() - last_write >= interval)
      write();
  }

  void CsvHistory::write()
  {
    const Clock::time_point begin = Clock::now();
    write_file_atomically(file, content);
    up_to_date = true;
    last_write = Clock::now();
    interval   = std::max(least_interval, 19 * (last_write - begin));
  }
} // namespace rivlin
