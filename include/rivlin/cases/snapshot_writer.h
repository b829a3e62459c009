// SPDX-License-Identifier: Apache-2.0
// snapshots.h5 of a run: all unknowns at chosen times.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/spaces/canonical_order.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/snapshot_file.h>

#include <filesystem>
#include <memory>

namespace rivlin
{
  /// Where the supports are: for each one x and R - I (row by row) of
  /// u(X) = x + (R - I)(X - centre), or their derivatives of order 1 to 3.
  template <int dim>
  std::vector<double>
  sleeve_poses(const FEModel<dim> &model, const State &state, int order);

  /// All members are collective; rank 0 writes. The content is described in
  /// doc/formats.md.
  template <int dim>
  class SnapshotWriter
  {
  public:
    /// `n_expected`: how many snapshots the run is going to write, as far as
    /// it is known. `n_kept`: go on behind so many snapshots of an interrupted
    /// run; 0: a new file. Throws Error if the file cannot be continued.
    SnapshotWriter(const CaseModel<dim> &model,
                   const CanonicalOrder &order,
                   const CaseParameters &parameters,
                   const std::filesystem::path &directory,
                   std::size_t n_expected,
                   std::size_t n_kept);

    void write(const State &state);

    long n_written() const
    {
      return number;
    }

    /// Bring the snapshots to the disk, before a checkpoint counts on them.
    void synchronize();

    /// At the end of the run: give back the room that was not used.
    void finish();

  private:
    SnapshotLayout make_layout(const CaseParameters &parameters) const;

    const CaseModel<dim> &model;
    const CanonicalOrder &order;
    MPI_Comm communicator;
    bool is_dynamic;
    std::unique_ptr<SnapshotFile> file; ///< on rank 0
    long number = 0;
    double last = -1; ///< time of the last snapshot
  };
} // namespace rivlin
