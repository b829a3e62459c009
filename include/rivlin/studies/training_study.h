// SPDX-License-Identifier: Apache-2.0
// rivlin train as a function: plan -> runs -> bases -> force models -> measured
// -> MODEL.rom and a report.
#pragma once

#include <rivlin/studies/training_plan.h>
#include <rivlin/studies/training_report.h>

#include <deal.II/base/mpi.h>

#include <filesystem>
#include <functional>
#include <string>

namespace rivlin
{
  struct TrainingOptions
  {
    std::filesystem::path output; ///< folder of everything that is written
    /// Gets what the user may want to follow; empty: silent.
    std::function<void(const std::string &)> say;
    /// Runs of the full model at once, each a process of `program`, which is
    /// rivlin. More than one needs a single rank.
    int n_jobs                    = 1;
    std::filesystem::path program = "/proc/self/exe";
    /// Its ranks share each run of the full model; the first one trains.
    MPI_Comm communicator = MPI_COMM_SELF;
    bool force = false; ///< take the folder from whoever holds its lock
  };

  /// Writes <plan>.rom and training.json into the folder. Runs that are there
  /// are used again. Collective; the report is that of rank 0. Throws Error
  /// before anything is written if the plan is at fault, ComputationFailed if a
  /// run of the full model does not finish, or, after everything was written,
  /// if no model meets the target. Throws Interrupted where a signal asked to
  /// stop; the same training goes on with what was finished.
  TrainingReport train(const TrainingPlan &plan,
                       const TrainingOptions &options);
} // namespace rivlin
