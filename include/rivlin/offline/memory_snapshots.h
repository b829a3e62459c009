// SPDX-License-Identifier: Apache-2.0
// Snapshots that are already in memory.
#pragma once

#include <rivlin/offline/snapshot_source.h>

#include <map>
#include <string>

namespace rivlin
{
  /// Columns are snapshots; all fields have the same number of them.
  class MemorySnapshots final : public SnapshotSource
  {
  public:
    /// Error if the fields or the times have different numbers of snapshots.
    MemorySnapshots(std::string name,
                    Vector times,
                    std::map<SnapshotField, Matrix> fields);

    int n_snapshots() const override;
    int n_rows(SnapshotField field) const override; ///< 0: no such field
    double time(int snapshot) const override;
    std::string name() const override;
    void read(SnapshotField field,
              int first,
              Eigen::Ref<Matrix> columns) const override;

  private:
    std::string source_name;
    Vector times;
    std::map<SnapshotField, Matrix> fields;
  };
} // namespace rivlin
