// SPDX-License-Identifier: Apache-2.0
// Reads snapshots.h5, a block of rows at a time.
#pragma once

#include <rivlin/base/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rivlin
{
  /// The rows that are valid: those before "count". One process.
  class SnapshotReader
  {
  public:
    /// Throws Error for a file that is not there or is none of ours.
    explicit SnapshotReader(std::filesystem::path file);

    int n_snapshots() const
    {
      return static_cast<int>(times.size());
    }
    double time(const int snapshot) const
    {
      return times[snapshot];
    }
    const std::filesystem::path &path() const
    {
      return file;
    }
    /// Identity of the case that wrote the file, as JSON.
    const std::string &identity() const
    {
      return identity_json;
    }
    const std::string &unit_system() const
    {
      return units;
    }

    /// Numbers per snapshot of a data set: "q", "v", "a", "lambda", "sleeves",
    /// "sleeve_rates", "channels".
    int n_rows(const std::string &name) const;
    /// Of "q", "v" and "a": what follows belongs to free sleeves.
    int n_displacements() const;

    /// Snapshots first .. first + columns - 1 as columns. Throws Error with the
    /// time if a number is not finite.
    void
    read(const std::string &name, int first, Eigen::Ref<Matrix> columns) const;

  private:
    std::filesystem::path file;
    std::vector<double> times;
    std::string identity_json;
    std::string units;
  };
} // namespace rivlin
