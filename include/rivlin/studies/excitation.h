// SPDX-License-Identifier: Apache-2.0
// Training signals that are made from amplitudes.
#pragma once

#include <rivlin/studies/training_plan.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// "A/B=1; C=2" as a list for --set.
  std::vector<std::string> split_settings(const std::string &settings);

  /// Signals that the section "Excitation" makes: names and settings.
  std::vector<NamedSignal>
  generated_signals(const ExcitationParameters &excitation);
  /// Sobol ray number k on its own.
  NamedSignal sobol_ray(const ExcitationParameters &excitation, int k);
  /// The Sobol rays that greedy training adds, one in each round: those that
  /// come after the ones of "Excitation". None without greedy training.
  std::vector<NamedSignal> greedy_rays(const TrainingPlan &plan);

  /// Takes some of the generated signals out, rays or else pairs: signals that
  /// are not trained on, by which sizes are chosen. Throws Error if there are
  /// none to spare.
  std::vector<NamedSignal> take_selection(std::vector<NamedSignal> &signals);
} // namespace rivlin
