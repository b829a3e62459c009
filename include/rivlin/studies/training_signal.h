// SPDX-License-Identifier: Apache-2.0
// The signals of a training: runs of the full model with their own excitation.
#pragma once

#include <rivlin/studies/reduced_case.h>
#include <rivlin/studies/training_plan.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rivlin
{
  /// What a training says when a signal stopped it.
  inline constexpr const char *training_goes_on =
    "Finished runs are kept: the same command goes on.";

  /// One run of the full model.
  struct TrainingSignal
  {
    std::string name;
    std::vector<std::string> settings; ///< of the case, as for --set
    CaseParameters parameters;
    std::filesystem::path folder; ///< of the run
    bool is_given = false;        ///< the plan names the folder
    /// Held-out signals may go on where one that is used otherwise ends; errors
    /// are measured behind this time.
    double used_until = 0;
    double begin      = 0; ///< time of the first snapshot that counts
  };

  /// `output` is the folder of the training. Throws Error.
  TrainingSignal make_signal(const TrainingPlan &plan,
                             const NamedSignal &signal,
                             const std::filesystem::path &output);

  struct TrainingSignals
  {
    std::vector<TrainingSignal> training;
    std::vector<TrainingSignal> selection;
    TrainingSignal validation;
    /// That greedy training may add, one in each round.
    std::vector<TrainingSignal> rays;
  };

  /// All signals of the plan; what is wrong with them is said before anything
  /// runs: Error if the case or a run does not suit reduced models, if they are
  /// of different bodies, and whatever check_signals finds.
  TrainingSignals make_signals(const TrainingPlan &plan,
                               const std::filesystem::path &output);

  /// Without those that greedy training may add.
  std::vector<const TrainingSignal *> all_of(const TrainingSignals &signals);

  /// What differs between the run that is there and the signal now: the model,
  /// what drives it, what is in the tables that it reads. Empty: nothing.
  std::vector<std::string> changes_since(const TrainingSignal &signal,
                                         const CaseIdentity &model);

  /// Whether the run is there, complete, with the same parameters and without
  /// changes since.
  bool is_finished(const TrainingSignal &signal, const CaseIdentity &model);

  /// Times of the snapshots of a finished run that count.
  std::vector<double> snapshot_times(const TrainingSignal &signal);
} // namespace rivlin
