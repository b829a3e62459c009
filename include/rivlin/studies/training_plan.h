// SPDX-License-Identifier: Apache-2.0
// What rivlin train is told by its plan.
#pragma once

#include <rivlin/cases/schema.h>
#include <rivlin/offline/force_training.h>

#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// A run of the case with changed parameters, or snapshots that are there.
  struct SignalParameters
  {
    std::string settings;  ///< "Section/Key=value; ..."
    std::string snapshots; ///< folder of a finished run; empty: run it

    bool operator==(const SignalParameters &) const = default;
  };
  using NamedSignal = std::pair<std::string, SignalParameters>;

  /// Training runs that are made from the amplitudes.
  enum class ExcitationKind
  {
    sweeps, ///< each direction alone
    pairs,  ///< two directions together, in both senses
    rays    ///< Sobol points of all directions
  };

  struct ExcitationParameters
  {
    std::vector<ExcitationKind> kinds;
    std::string sleeve = "inner";
    std::string amplitudes; ///< "x 6, y 6, rz 0.2"
    std::string profile = "sin(2*pi*t)";
    int n_rays          = 8;
    /// Load step in which it acts, and where its channels stand then; not
    /// parameters, but what the case says.
    std::string step                      = "";
    std::map<std::string, double> offsets = {};
  };

  /// Errors on the signals of the section "Selection" that the model shall
  /// meet; 0: does not count.
  struct TargetParameters
  {
    double reaction     = 0; ///< of driven sleeves
    double pose         = 0; ///< of free sleeves
    double displacement = 0.03;
    int most_modes      = 80;

    /// Whether sizes shall be chosen at all.
    bool is_given() const
    {
      return reaction > 0 || pose > 0;
    }
  };

  struct TrainingPlan
  {
    std::string path; ///< of the plan
    std::string case_file;
    std::string settings; ///< of all runs
    double snapshot_interval = 0.01;
    std::string begin_step; ///< of the case; empty: t = 0
    std::vector<NamedSignal> signals;
    ExcitationParameters excitation;
    /// Neither trained on nor validation: sizes, pressures and further training
    /// signals are chosen by their errors.
    std::vector<NamedSignal> selection;
    bool selection_is_held_back = false; ///< taken from the generated signals
    SignalParameters validation;         ///< is reported, never chooses
    TargetParameters target;
    BasisOptions basis;
    double mode_ratio       = 0; ///< of the singular values; 0: by count
    PodSize::By ratio_of    = PodSize::By::sum_of_squares;
    bool keep_full          = true;
    std::string force_model = "cubature";
    std::vector<std::string> compared; ///< further force models
    ForceOptions force;
    int n_training_states    = 400;
    double contact_tolerance = 1e-3; ///< of the points of contacts; 0: all
    bool contact_tolerance_is_given = false;
    double greedy_tolerance = 0; ///< of the error on the selection; 0: off
    int greedy_rounds       = 8;
    /// Given, but without an effect in this plan.
    std::vector<UnusedParameter> unused;
  };

  /// Throws Error for what the user can repair.
  TrainingPlan read_plan(const std::string &path,
                         const std::vector<std::string> &overrides);

  /// Bind all parameters to `plan`, which must outlive the schema. Signals are
  /// those that it has.
  void declare_plan(Schema &schema, TrainingPlan &plan);

  /// Every parameter of a plan, as for cases.
  void print_plan_parameters(std::ostream &out, bool markdown);
} // namespace rivlin
