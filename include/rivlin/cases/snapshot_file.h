// SPDX-License-Identifier: Apache-2.0
// snapshots.h5: rows of numbers that are safe as soon as they are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// An array that grows by one entry of this shape per snapshot.
  struct SnapshotColumn
  {
    std::string name;
    std::vector<std::size_t> shape; ///< of one snapshot; empty: a number
    std::string meaning;
    std::string unit;

    std::size_t size() const; ///< numbers per snapshot
  };

  /// An array that is written once.
  struct SnapshotConstant
  {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<double> values;
    std::string meaning;
    std::string unit;
  };

  struct SnapshotLayout
  {
    std::vector<SnapshotColumn> columns;
    std::vector<SnapshotConstant> constants;
    std::vector<std::pair<std::string, std::string>> texts; ///< name, text
  };

  /// An HDF5 file that a kill at any moment leaves readable by every HDF5
  /// program. HDF5 itself only ever writes a temporary file, with room for a
  /// number of snapshots, that is closed and renamed. Rows then go straight
  /// to their place in the file, no metadata changes, and after each row the
  /// data set "count" is set: rows up to it are valid. A full file is replaced
  /// by a larger copy. All of this on one rank.
  class SnapshotFile
  {
  public:
    /// Make a new file with room for `capacity` snapshots. Throws Error.
    SnapshotFile(std::filesystem::path file,
                 SnapshotLayout layout,
                 std::size_t capacity);

    /// Go on with a file behind its first `n_kept` snapshots. Throws Error if
    /// it has fewer, or other columns.
    SnapshotFile(std::filesystem::path file,
                 SnapshotLayout layout,
                 std::size_t capacity,
                 std::size_t n_kept);

    ~SnapshotFile();
    SnapshotFile(const SnapshotFile &)            = delete;
    SnapshotFile &operator=(const SnapshotFile &) = delete;

    /// One span per column.
    void append(const std::vector<std::span<const double>> &row);

    std::size_t size() const
    {
      return count;
    }

    /// Bring all rows to the disk, so that they survive a power failure too.
    void synchronize();

    /// Give back the room that was not used.
    void trim();

  private:
    /// Where the arrays lie in the file.
    struct Places
    {
      std::uint64_t count = 0;
      std::vector<std::uint64_t> columns;
    };

    Places create(const std::filesystem::path &name, std::size_t rows) const;
    void open();
    void replace(std::size_t rows);
    void copy_to(const std::filesystem::path &part, std::size_t rows);
    void write_at(int descriptor,
                  const void *data,
                  std::size_t n,
                  std::uint64_t place) const;
    void set_count(std::size_t n);

    std::filesystem::path file;
    SnapshotLayout layout;
    std::size_t growth; ///< least number of rows to add room for
    std::size_t capacity = 0;
    std::size_t count    = 0;
    Places places;
    int descriptor = -1;
  };

  /// Once, before MPI begins: HDF5 then leaves alone what is open when the
  /// process ends. Otherwise it closes a file again whose closing has failed,
  /// within MPI_Finalize, and crashes. Our files are closed where they are
  /// used.
  void start_hdf5_without_cleanup();
} // namespace rivlin
