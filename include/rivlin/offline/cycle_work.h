// SPDX-License-Identifier: Apache-2.0
// Energy that a reduced model makes or loses over a closed cycle.
#pragma once

#include <rivlin/online/reduced_model_data.h>

namespace rivlin
{
  struct CycleWork
  {
    /// Work of the sleeves over the cycle, divided by the range of the work
    /// within it. An elastic body returns all of it: what is not zero was made
    /// (negative) or lost by the force model.
    double spurious = 0;
    /// False: statics did not converge everywhere, `spurious` is not a number.
    bool finished = true;
  };

  /// All sleeves go through a closed curve about the middle of their trained
  /// poses, in each direction a sine of `fraction` of half its range with its
  /// own phase, slowly (statics; a ramp leads to the first pose). The work is
  /// integrated by the trapezoidal rule, which is of spectral accuracy on a
  /// closed smooth curve.
  CycleWork work_over_cycle(const ReducedModelData &data,
                            int n_steps     = 120,
                            double fraction = 0.5);
} // namespace rivlin
