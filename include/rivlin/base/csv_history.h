// SPDX-License-Identifier: Apache-2.0
// The table of a run against time, readable at every moment of the run.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rivlin
{
  /// Rows are collected in memory; the file is rewritten from time to time,
  /// each time complete (see AtomicFile), so that it can be read during the run
  /// and after a kill. Numbers read back exactly.
  class CsvHistory
  {
  public:
    /// `titles` are the names of the columns with their units: "time [s]",
    /// "inner force x [N]". The file is made at once, so that a folder that
    /// cannot be written to is found before the computation (Error). It is
    /// rewritten at most every so many seconds, and never for more than a
    /// twentieth of the time.
    CsvHistory(std::filesystem::path file,
               const std::vector<std::string> &titles,
               double seconds_between_writes = 5);

    /// Writes what is not yet written; what goes wrong here is not reported, so
    /// call write() at the end of a run.
    ~CsvHistory();

    CsvHistory(const CsvHistory &)            = delete;
    CsvHistory &operator=(const CsvHistory &) = delete;

    /// One number per column.
    void append(std::span<const double> row);

    /// Bring the file up to date.
    void write();

  private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path file;
    std::size_t n_columns;
    Clock::duration least_interval;
    Clock::duration interval = least_interval;
    Clock::time_point last_write;
    std::string content;
    bool up_to_date = false;
  };
} // namespace rivlin
