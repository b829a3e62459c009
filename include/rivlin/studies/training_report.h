// SPDX-License-Identifier: Apache-2.0
// What a training found out, as a value; its JSON and its table.
#pragma once

#include <rivlin/offline/contact_training.h>
#include <rivlin/studies/comparison.h>
#include <rivlin/studies/size_choice.h>
#include <rivlin/studies/training_plan.h>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rivlin
{
  /// A reduced model on one signal.
  struct SignalReport
  {
    std::string signal;
    bool finished = false;
    std::string ended;     ///< why it did not finish
    Comparison comparison; ///< if it finished
    bool is_trained      = false;
    double left_range_at = -1; ///< negative: never; not of trained signals
  };

  struct ModelReport
  {
    std::string force_model;
    std::string description;
    int n_points            = 0;
    int n_states            = 0;
    int n_cells             = 0;
    double force_error      = 0; ///< on the training states
    double training_seconds = 0;
    double cycle_work       = 0; ///< NaN: not known
    std::uintmax_t bytes    = 0; ///< of the file without fields
    std::vector<ContactReport> contacts;
    std::vector<SignalReport> training; ///< of the model of the file
    std::vector<SignalReport> selection;
    SignalReport held_out;
  };

  struct TrainingReport
  {
    std::string case_name;
    std::string unit_system;
    long n_displacements = 0;
    long n_pressures     = 0;
    int n_snapshots      = 0;
    std::vector<std::string> signals;
    std::vector<std::string> selection; ///< signals that choose
    bool selection_is_held_back = false;
    TargetParameters target;
    std::vector<UnusedParameter> unused; ///< parameters without an effect
    std::vector<Candidate> candidates;   ///< that sizes were chosen from
    ModelSizes chosen;                   ///< of them
    bool target_is_met       = true;
    int n_sleeve_coordinates = 0;
    int n_prescribed         = 0;
    std::string begin_step; ///< with which the model begins; empty: undeformed
    int n_modes                = 0;
    int n_pressure_modes       = 0;
    double inf_sup             = 0;
    double inf_sup_of_one      = 0;
    double displacement_missed = 0; ///< by the bases
    double pressure_missed     = 0;
    Vector displacement_singular_values;
    Vector pressure_singular_values;
    int n_inverted = 0;              ///< states that invert a point
    std::vector<ModelReport> models; ///< the first is that of the file
    std::map<std::string, double> cpu_seconds; ///< by stage
  };

  nlohmann::ordered_json report_json(const TrainingReport &report);

  /// What a training tells on the screen.
  std::string bases_text(const TrainingReport &report);
  /// One row per model.
  std::string models_table_head(const std::string &headline_name);
  std::string models_table_row(const ModelReport &model);
  /// One row per candidate.
  std::string candidates_table_head();
  std::string candidates_table_row(const Candidate &candidate);

  /// Points, states that touch, and the held-out error of the force; one line
  /// per contact. Empty: there are none.
  std::string contacts_text(const ModelReport &model, int n_snapshots);
  /// Surfaces that no training state touches, and what follows; empty: none.
  std::string untouched_text(const ModelReport &model);

  /// The largest headline error on the signals of the selection: infinite if
  /// one was not finished, NaN if there are none.
  double selection_error(const ModelReport &model);

  /// The training signal with the largest headline error; null if none can be
  /// measured.
  const SignalReport *worst_training_signal(const ModelReport &model);
} // namespace rivlin
