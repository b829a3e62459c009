// SPDX-License-Identifier: Apache-2.0
// The output directory of a run: who may write there, and what happens to the
// results that it holds.
#pragma once

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/output_lock.h>
#include <rivlin/cases/case_parameters.h>

#include <filesystem>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

namespace rivlin
{
  /// All members are collective; files are the business of rank 0. The
  /// directory is locked from the first call that changes it, or from the
  /// beginning if there may be something to resume, until the end.
  class RunDirectory
  {
  public:
    /// Throws Error if another process has the directory (`force`: whoever has
    /// it). A directory that does not exist is not made here.
    RunDirectory(std::filesystem::path directory,
                 bool resumes,
                 bool force,
                 MPI_Comm communicator);

    /// A run from the beginning. Throws Error if it would replace one of the
    /// files that the case reads. Results of an earlier run go; with
    /// `keeps_results`, for a run that could not be resumed, they are moved
    /// into a folder "earlier_1", and those of a finished run are refused.
    void begin(const CaseParameters &parameters, bool keeps_results);

    /// A run that goes on: only its summary and files that were not completed
    /// go.
    void go_on(const CaseParameters &parameters);

    /// Once, at the end. There is room for it even if the disk is full now.
    void write_summary(const std::string &text);

    /// What the user should know.
    const std::vector<std::string> &notices() const
    {
      return told;
    }

  private:
    void take();
    void reserve_summary();
    void set_results_aside();

    std::filesystem::path directory;
    bool force;
    MPI_Comm communicator;
    std::unique_ptr<OutputLock> lock;    ///< on rank 0
    std::unique_ptr<AtomicFile> summary; ///< on rank 0
    std::vector<std::string> told;       ///< on rank 0
  };
} // namespace rivlin
