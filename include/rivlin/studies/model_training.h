// SPDX-License-Identifier: Apache-2.0
// From snapshots to reduced models that have been measured.
#pragma once

#include <rivlin/base/interruption.h>
#include <rivlin/offline/contact_training.h>
#include <rivlin/offline/force_training.h>
#include <rivlin/studies/run_snapshots.h>
#include <rivlin/studies/training_report.h>
#include <rivlin/studies/training_signal.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  /// CPU seconds by stage. A training that is asked to stop does not begin
  /// another one (Interrupted).
  class StageClock
  {
  public:
    template <typename Action>
    auto operator()(const std::string &stage, const Action &action)
    {
      stop_if_asked(training_goes_on);
      const Stop stop{*this, stage, now()};
      return action();
    }

    std::map<std::string, double> seconds;

  private:
    static double now();
    struct Stop
    {
      StageClock &clock;
      std::string stage;
      double start;
      ~Stop()
      {
        clock.seconds[stage] += now() - start;
      }
    };
  };

  /// Bases, states and projected matrices: what all force models share.
  struct TrainedBases
  {
    ReducedBases bases;
    TrainingStates states;
    ContactStates contact_states;
    ReducedModelData projected; ///< without force, start and trained range
    ReducedStart start;         ///< projected; the model's own is close to it
    int n_snapshots = 0;
    /// Of all snapshots; six rows, a column for each sleeve.
    Matrix lowest_pose, highest_pose;

    int n_modes() const
    {
      return static_cast<int>(bases.modes.cols()) - bases.n_lifted;
    }
    int n_pressures() const
    {
      return static_cast<int>(bases.pressures.cols());
    }
  };

  /// Snapshots of the run of a signal that count.
  RunSnapshots snapshots_of(const FullCase &full, const TrainingSignal &signal);

  TrainedBases train_on_runs(const FullCase &full,
                             const std::vector<TrainingSignal> &signals,
                             const BasisOptions &basis,
                             const TrainingPlan &plan,
                             StageClock &clock);

  /// The first modes and pressures, as if they had been trained alone.
  TrainedBases
  leading(const TrainedBases &trained, int n_modes, int n_pressures);

  /// Sets the trained range of the model and returns the number of states that
  /// invert a point, which are left out.
  int set_range(const FullCase &full, TrainedBases &trained);

  /// Lets a model with forces and contacts begin where it is in equilibrium
  /// itself, near the projected start; nothing without one. Throws
  /// ComputationFailed if there is no equilibrium.
  void set_start(const TrainedBases &trained, ReducedModelData &data);

  /// The model with a force model; what was found out goes to the report.
  std::shared_ptr<ReducedModelData> train_model(const FullCase &full,
                                                const TrainedBases &trained,
                                                const std::string &force_model,
                                                const ForceOptions &options,
                                                double contact_tolerance,
                                                ModelReport &report);

  /// Runs the model on a signal and compares. With `reached` (a training
  /// signal) the range that the model goes through is added to it.
  SignalReport
  measure_on_signal(const std::shared_ptr<const ReducedModelData> &data,
                    const FullCase &full,
                    const ReducedBases &bases,
                    const TrainingSignal &signal,
                    TrainedRange *reached);
} // namespace rivlin
