// SPDX-License-Identifier: Apache-2.0
// Rows as text in memory, written as a whole.
#include <rivlin/base/csv_history.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// A cell in quotes if it has to be.
    std::string csv_cell(const std::string &text)
    {
      if (text.find_first_of(",\"#\n") == std::string::npos)
        return text;
      std::string result(1, '"');
      for (const char c : text)
        result.append(c == '"' ? 2 : 1, c);
      result += '"';
      return result;
    }
  } // namespace

  CsvHistory::CsvHistory(std::filesystem::path name,
                         const std::vector<std::string> &titles,
                         const double seconds_between_writes)
    : file(std::move(name))
    , n_columns(titles.size())
    , least_interval(std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(seconds_between_writes)))
  {
    for (const std::string &title : titles)
      {
        if (!content.empty())
          content += ',';
        content += csv_cell(title);
      }
    content += '\n';
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
    for (std::size_t i = 0; i < n_columns; ++i)
      {
        content += number_text(row[i]);
        content += i + 1 < n_columns ? ',' : '\n';
      }
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
