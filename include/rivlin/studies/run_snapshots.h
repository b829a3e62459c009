// SPDX-License-Identifier: Apache-2.0
// Snapshots of a run of the full model, for training and comparison.
#pragma once

#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/snapshot_reader.h>
#include <rivlin/offline/snapshot_source.h>
#include <rivlin/online/reduced_kinematics.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rivlin
{
  /// Snapshots of a run.
  class RunSnapshots final : public SnapshotSource
  {
  public:
    /// Snapshots from the time `begin` on, with the displacements that were
    /// prescribed in the run. Throws Error if the run is one of another model;
    /// `folder` is its output directory.
    RunSnapshots(const std::filesystem::path &folder,
                 const CaseIdentity &model,
                 std::vector<DrivenNumber> prescribed = {},
                 double begin                         = 0);

    int n_snapshots() const override;
    int n_rows(SnapshotField field) const override;
    double time(int snapshot) const override;
    std::string name() const override;
    void read(SnapshotField field,
              int first,
              Eigen::Ref<Matrix> columns) const override;

    const std::filesystem::path &folder() const
    {
      return directory;
    }

  private:
    std::filesystem::path directory;
    SnapshotReader reader;
    std::vector<DrivenNumber> channels;
    int n_skipped = 0; ///< before `begin`
  };
} // namespace rivlin
