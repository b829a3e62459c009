// SPDX-License-Identifier: Apache-2.0
// When a run writes checkpoints, and how it begins from one.
#pragma once

#include <rivlin/cases/checkpoint.h>

#include <functional>
#include <optional>

namespace rivlin
{
  /// Where a run begins: at the start of the case, or where an earlier run was
  /// interrupted.
  struct StartingPoint
  {
    std::optional<Checkpoint> checkpoint;
    std::vector<std::string> notices; ///< for the user to read
  };

  /// The newest checkpoint of the output directory. Throws Error if the
  /// parameters of its case are not these, apart from those that may change.
  /// Collective.
  StartingPoint find_starting_point(const CaseParameters &parameters,
                                    CheckpointFolder &folder,
                                    MPI_Comm communicator);

  /// The state of the checkpoint on this rank. Throws Error if it belongs to
  /// another model. Collective.
  template <int dim>
  State resumed_state(const Checkpoint &checkpoint,
                      const CaseModel<dim> &model,
                      const CaseParameters &parameters,
                      const CanonicalOrder &order,
                      const CheckpointFolder &folder);

  /// Writes checkpoints every so many steps or seconds of wall time, if the
  /// case asks for it, and where a signal does. What it does has no influence
  /// on the numbers of the run.
  template <int dim>
  class Checkpointer
  {
  public:
    Checkpointer(const CaseModel<dim> &model,
                 const CaseParameters &parameters,
                 const CanonicalOrder &order,
                 CheckpointFolder folder);

    /// After an accepted step and its output, `n_steps` of the whole run;
    /// `record` is asked if a checkpoint is due. True if one was written
    /// because a signal asked for it. Collective.
    bool step(const State &state,
              long n_steps,
              const std::function<RunRecord()> &record);

    /// At the end of the run, so that it can be prolonged, and always where it
    /// was interrupted. Collective.
    void finish(const State &state,
                bool interrupted,
                const std::function<RunRecord()> &record);

  private:
    bool is_due(long n_steps) const;
    void write(const State &state, const RunRecord &record);

    const CaseModel<dim> &model;
    const CaseParameters &parameters;
    const CanonicalOrder &order;
    CheckpointFolder folder;
    std::optional<CaseIdentity> identity; ///< without channels
    StopWatch since_last;
    /// Whether there are checkpoints, which must not stay behind the results.
    bool is_on  = false;
    double last = -1; ///< time of the state of the last checkpoint
  };
} // namespace rivlin
