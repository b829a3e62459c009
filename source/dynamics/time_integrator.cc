// SPDX-License-Identifier: Apache-2.0
// Reports that are used again and again.
#include <rivlin/dynamics/time_integrator.h>

namespace rivlin
{
  void StepReport::reset(const double time, const double h)
  {
    accepted = false;
    reason.clear();
    time_n            = time;
    step_size         = h;
    newton_iterations = 0;
    iterations.clear();
    residual_norm  = 0;
    error_estimate = -1;
    proposed_step  = 0;
  }
} // namespace rivlin
