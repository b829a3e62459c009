// SPDX-License-Identifier: Apache-2.0
// Section Steps of a case: loads that follow each other.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/parameter_text.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// The steps that the entries name, in their order, with all the channels
  /// that the named supports and loads could have. Throws Error for a step that
  /// the command line alone names.
  Named<LoadStepParameters>
  named_load_steps(const std::vector<ParameterEntry> &entries);

  /// One step with one support and one load, for the reference.
  Named<LoadStepParameters> load_steps_for_reference();

  /// Keep the channels that were given, and set the end time of the case.
  /// Throws Error for durations that are not positive, for supports and loads
  /// that the case does not have, and for an end time besides the steps.
  void complete_load_steps(CaseParameters &values);

  /// Times at which the steps begin and the last one ends; empty without steps.
  std::vector<double> load_step_borders(const Named<LoadStepParameters> &steps);

  /// Number of the step to which a time belongs, the later one at a border.
  std::size_t load_step_at(const std::vector<double> &borders, double time);
} // namespace rivlin
