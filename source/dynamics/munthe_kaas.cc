// SPDX-License-Identifier: Apache-2.0
// Munthe-Kaas, Applied Numerical Mathematics 29 (1999) 115-127.
#include <rivlin/dynamics/munthe_kaas.h>

#include <rivlin/dynamics/local_coordinates.h>

#include <array>

namespace rivlin
{
  MuntheKaas::MuntheKaas(const MechanicalSystem &mechanical_system,
                         const ConsistencyOptions &options)
    : system(mechanical_system)
    , space(system.space())
    , consistency(system, options)
  {}

  Evaluation
  MuntheKaas::substep(State &state, const double h, Counters &counters)
  {
    constexpr std::array<double, 4> nodes   = {0, 0.5, 0.5, 1};
    constexpr std::array<double, 4> weights = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    stage                                   = state;
    theta_sum.setZero(state.v.size());
    v_sum.setZero(state.v.size());
    for (int i = 0; i < 4; ++i)
      {
        if (i > 0)
          {
            // theta_rate and stage.a are those of the stage before.
            theta      = (h * nodes[i]) * theta_rate;
            stage.time = state.time + nodes[i] * h;
            stage.v    = state.v + (h * nodes[i]) * stage.a;
            system.retract(state.q, theta, stage.q);
          }
        else
          theta.setZero(state.v.size());
        if (Evaluation evaluation = consistency.accelerations(stage, counters);
            !evaluation.valid)
          return evaluation;
        local_rate(space, theta, stage.v, theta_rate);
        theta_sum += (h * weights[i]) * theta_rate;
        v_sum += (h * weights[i]) * stage.a;
      }
    system.retract(state.q, theta_sum, stage.q);
    stage.v    = state.v + v_sum;
    stage.time = state.time + h;
    if (Evaluation evaluation = consistency.project(stage, counters);
        !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = consistency.accelerations(stage, counters);
        !evaluation.valid)
      return evaluation;
    copy_motion(stage, state);
    return {};
  }

  Evaluation MuntheKaas::advance(State &state,
                                 const double h,
                                 const int n_substeps,
                                 Counters &counters)
  {
    const double end = state.time + h;
    for (int i = 0; i < n_substeps; ++i)
      if (Evaluation evaluation = substep(state, h / n_substeps, counters);
          !evaluation.valid)
        return evaluation;
    state.time = end;
    return {};
  }
} // namespace rivlin
