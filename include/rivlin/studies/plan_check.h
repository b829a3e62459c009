// SPDX-License-Identifier: Apache-2.0
// What is wrong with a plan is said before its first full run, not after the
// last.
#pragma once

#include <rivlin/studies/training_signal.h>

namespace rivlin
{
  /// Throws Error if two signals share a name or a folder, if one moves
  /// nothing, or if the held-out signal or one of the selection is trained on.
  /// Signals are compared as numbers: how they are written does not matter, nor
  /// does a little more or a shorter run.
  void check_signals(const TrainingSignals &signals);

  /// Set `used_until` of the signals of the selection and of the held-out one.
  void find_used_parts(TrainingSignals &signals);

  /// Throws Error for what the runs to come cannot give: more modes than
  /// snapshots or unknowns, pressures of a body without, laws that reduced
  /// models do not know, and for finished runs on which nothing can be
  /// measured.
  void check_plan(const TrainingPlan &plan,
                  const TrainingSignals &signals,
                  const FullCase &full);
} // namespace rivlin
