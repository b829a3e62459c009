// SPDX-License-Identifier: Apache-2.0
// Elementary and predictive step size control.
#include <rivlin/dynamics/step_control.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  double proposed_step(const StepControl &control,
                       const double h,
                       const double error,
                       const double order,
                       const bool accepted,
                       const StepHistory &history)
  {
    const double smallest = 1e-10; // an error of zero must not divide
    const double e        = std::max(error, smallest);
    double factor         = control.safety * std::pow(e, -1 / order);
    if (accepted && control.predictive && history.step > 0)
      {
        // Becker (2012), Section 5.1: h_{n+1} = h_n (h_n / h_{n-1})
        // (e_{n-1} / e_n^2)^(1/p), never longer than the elementary one.
        const double old = std::max(history.error, 1e-2);
        factor           = std::min(factor,
                          control.safety * h / history.step *
                            std::pow(old / (e * e), 1 / order));
      }
    const double growth = accepted ? control.max_factor : 0.9;
    return h * std::clamp(factor, control.min_factor, growth);
  }
} // namespace rivlin
