// SPDX-License-Identifier: Apache-2.0
// The classical Runge-Kutta method on Lie groups, for starts and references.
#pragma once

#include <rivlin/dynamics/consistency.h>

namespace rivlin
{
  /// Runge-Kutta-Munthe-Kaas method of order 4: with q = q_0 o exp(theta)
  ///   theta' = T(theta)^-1 v,   v' = a(t, q, v),
  /// where a is the consistent acceleration. Constraints are enforced by
  /// projection after each substep. Explicit: only for nonstiff systems, and
  /// only as a helper of other methods and for reference solutions.
  class MuntheKaas
  {
  public:
    explicit MuntheKaas(const MechanicalSystem &system,
                        const ConsistencyOptions &options = {});

    /// Carry the state, of which all but the memory is used, to time + h in
    /// n_substeps steps. The state is arbitrary if that is not possible.
    [[nodiscard]] Evaluation
    advance(State &state, double h, int n_substeps, Counters &counters);

  private:
    Evaluation substep(State &state, double h, Counters &counters);

    const MechanicalSystem &system;
    ConfigurationSpace space;
    ConsistencySolver consistency;
    State stage;
    Vector theta, theta_rate, theta_sum, v_sum;
  };
} // namespace rivlin
