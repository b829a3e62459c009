// SPDX-License-Identifier: Apache-2.0
// The files in restart/, from which an interrupted run goes on.
#pragma once

#include <rivlin/base/container_file.h>
#include <rivlin/base/timer.h>
#include <rivlin/dynamics/time_integrator.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/history.h>
#include <rivlin/cases/whole_state.h>

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Work and steps of a run, that before interruptions included.
  struct RunTotals
  {
    long accepted        = 0;
    long rejected        = 0;
    double smallest_step = std::numeric_limits<double>::infinity();
    double largest_step  = 0;
    Counters counters;
    std::map<std::string, Seconds> seconds; ///< wall: slowest rank; cpu: sum
    long resumptions       = 0;
    long linear_iterations = 0; ///< of the iterative linear solver
    long linear_retries    = 0; ///< matrices it left to the direct one
  };

  /// Where a run stands, besides its state.
  struct RunRecord
  {
    RunTotals totals;
    HistoryRecord history;
    std::vector<std::pair<double, std::string>> pictures; ///< VTU files
    long n_snapshots = 0;
  };

  struct Checkpoint
  {
    CaseIdentity identity;
    RunRecord record;
    State whole; ///< gathered: on rank 0; its time on all
  };

  /// `rank 0` alone. Throws Error for a container of another kind.
  Container to_container(const Checkpoint &checkpoint);
  Checkpoint from_container(const Container &container);

  /// The checkpoints of an output directory: at least the two newest complete
  /// ones are kept.
  class CheckpointFolder
  {
  public:
    explicit CheckpointFolder(const std::filesystem::path &output_directory);

    const std::filesystem::path &path() const
    {
      return folder;
    }

    /// On rank 0.
    void write(const Checkpoint &checkpoint);
    bool is_empty() const;

    /// The newest checkpoint that can be read, on all ranks (its vectors on
    /// rank 0); nothing if there is no file. Files that cannot be read get a
    /// notice. Throws Error if there are files and none can be read.
    /// Collective.
    std::optional<Checkpoint> read(std::vector<std::string> &notices,
                                   MPI_Comm communicator);

  private:
    /// Complete files by number, the newest first.
    std::vector<std::pair<long, std::filesystem::path>> files() const;

    std::filesystem::path folder;
    /// Found by read(); they go when the next one is written.
    std::vector<std::filesystem::path> unreadable;
  };
} // namespace rivlin
