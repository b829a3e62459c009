// SPDX-License-Identifier: Apache-2.0
// What rivlin train is told by its plan.
#pragma once

#include <rivlin/offline/force_training.h>

#include <iosfwd>
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
  };

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
  };

  struct TrainingPlan
  {
    std::string path; ///< of the plan
    std::string case_file;
    std::string settings; ///< of all runs
    double snapshot_interval = 0.01;
    std::vector<std::pair<std::string, SignalParameters>> signals;
    ExcitationParameters excitation;
    SignalParameters validation;
    BasisOptions basis;
    double mode_ratio       = 0; ///< of the singular values; 0: by count
    PodSize::By ratio_of    = PodSize::By::sum_of_squares;
    bool keep_full          = true;
    std::string force_model = "cubature";
    std::vector<std::string> compared; ///< further force models
    ForceOptions force;
    int n_training_states   = 400;
    double greedy_tolerance = 0; ///< of the held-out reaction; 0: off
    int greedy_rounds       = 8;
  };

  /// Throws Error for what the user can repair.
  TrainingPlan read_plan(const std::string &path,
                         const std::vector<std::string> &overrides);

  /// Every parameter of a plan, as for cases.
  void print_plan_parameters(std::ostream &out, bool markdown);

  /// "A/B=1; C=2" as a list for --set.
  std::vector<std::string> split_settings(const std::string &settings);

  /// Signals that the section "Excitation" makes: names and settings.
  std::vector<std::pair<std::string, SignalParameters>>
  generated_signals(const ExcitationParameters &excitation);
  /// Sobol ray number k on its own, for greedy training.
  std::pair<std::string, SignalParameters>
  sobol_ray(const ExcitationParameters &excitation, int k);
} // namespace rivlin
