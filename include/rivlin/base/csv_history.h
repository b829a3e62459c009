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

  /// Each row is in the file when append() returns, so that the file can be
  /// read during the run and loses nothing with a kill. Room on the disk is set
  /// aside for the next rows, so that a full disk does not take them either.
  /// Numbers read back exactly.
  class CsvHistory
  {
  public:
    /// `titles` are the names of the columns with their units: "time [s]",
    /// "inner force x [N]". The file is made at once, so that a folder that
    /// cannot be written to is found before the computation (Error). Against
    /// power failures, it is brought to the disk at most every so many seconds,
    /// and never for more than a twentieth of the time.
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

    ~CsvHistory();

    CsvHistory(const CsvHistory &)            = delete;
    CsvHistory &operator=(const CsvHistory &) = delete;

    /// One number per column. Throws Error if the row cannot be written; the
    /// file then ends with the row before.
    void append(std::span<const double> row);

    /// Bring the rows to the disk.
    void write();

    /// Behind the last row.
    CsvPosition position() const
    {
      return {size, checksum.value()};
    }

  private:
    using Clock = std::chrono::steady_clock;

    void open_at_end();

    std::filesystem::path file;
    std::size_t n_columns;
    Clock::duration least_interval;
    Clock::duration interval     = least_interval;
    Clock::time_point last_write = Clock::now();
    std::uint64_t size           = 0; ///< of the complete rows and the header
    std::uint64_t reserved_end   = 0; ///< so far the disk has room
    Crc64 checksum;                   ///< of the content
    int descriptor = -1;
  };
} // namespace rivlin
