// SPDX-License-Identifier: Apache-2.0
// The table of a run against time, readable at every moment of the run.
#pragma once

#include <rivlin/base/checksum.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rivlin
{
  /// How far a history had come: what is needed to go on from there.
  struct CsvPosition
  {
    std::uint64_t size     = 0; ///< bytes of the file
    std::uint64_t checksum = 0; ///< CRC-64 of these bytes
  };

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

    /// Go on with the file of an earlier run: the rows up to the position are
    /// kept, later ones dropped. Throws Error if the file is not the one that
    /// the position was taken from.
    CsvHistory(std::filesystem::path file,
               const std::vector<std::string> &titles,
               const CsvPosition &position,
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

    /// Behind the last row, which is in the file after write().
    CsvPosition position() const
    {
      return {content.size(), checksum.value()};
    }

  private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path file;
    std::size_t n_columns;
    Clock::duration least_interval;
    Clock::duration interval = least_interval;
    Clock::time_point last_write;
    std::string content;
    Crc64 checksum; ///< of the content
    bool up_to_date = false;
  };
} // namespace rivlin
