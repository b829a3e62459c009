// SPDX-License-Identifier: Apache-2.0
// Runs of the full model that a training needs: one after the other, on all
// ranks, or several at once.
#pragma once

#include <rivlin/studies/training_signal.h>

#include <deal.II/base/mpi.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rivlin
{
  /// Rank 0 trains; the others help with the runs of the full model. A training
  /// is the same on any number of ranks but for rounding errors of the runs.
  class FullRuns
  {
  public:
    /// Of rank 0. `n_jobs` runs at once are processes of `program`, each on one
    /// rank: with more than one rank that is an Error. `force`: the runs take
    /// their folders whoever holds the locks.
    FullRuns(std::string case_file,
             int n_jobs,
             std::filesystem::path program,
             MPI_Comm communicator,
             std::function<void(const std::string &)> say,
             bool force = false);
    /// Tells the other ranks that there is nothing more to do.
    ~FullRuns();
    FullRuns(const FullRuns &)            = delete;
    FullRuns &operator=(const FullRuns &) = delete;

    /// Runs the full model on the signals unless that was done before with
    /// this model. Throws what simulate() throws.
    void provide(const std::vector<const TrainingSignal *> &signals,
                 const CaseIdentity &model);

  private:
    void run_one_by_one(const std::vector<const TrainingSignal *> &signals);
    void run_at_once(const std::vector<const TrainingSignal *> &signals);
    void tell(const TrainingSignal &signal, const std::string &text) const;

    std::string case_file;
    int n_jobs;
    std::filesystem::path program;
    MPI_Comm communicator;
    std::function<void(const std::string &)> say;
    bool force;
    bool others_wait; ///< for what rank 0 tells them
  };

  /// On all other ranks, until rank 0 has no more to do.
  void help_with_full_runs(MPI_Comm communicator);
} // namespace rivlin
