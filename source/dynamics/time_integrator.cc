// SPDX-License-Identifier: Apache-2.0
// Reports that are used again and again.
#include <rivlin/dynamics/time_integrator.h>

namespace rivlin
{
  Counters &Counters::operator+=(const Counters &other)
  {
    residuals += other.residuals;
    tangents += other.tangents;
    factorizations += other.factorizations;
    solves += other.solves;
    newton_iterations += other.newton_iterations;
    line_search_trials += other.line_search_trials;
    return *this;
  }

  Counters Counters::operator-(const Counters &other) const
  {
    Counters d;
    d.residuals          = residuals - other.residuals;
    d.tangents           = tangents - other.tangents;
    d.factorizations     = factorizations - other.factorizations;
    d.solves             = solves - other.solves;
    d.newton_iterations  = newton_iterations - other.newton_iterations;
    d.line_search_trials = line_search_trials - other.line_search_trials;
    return d;
  }

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
