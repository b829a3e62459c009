// SPDX-License-Identifier: Apache-2.0
// Load stepping with a tangent predictor and damped Newton iterations.
#include <rivlin/dynamics/statics.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  Statics::Statics(const MechanicalSystem &mechanical_system,
                   const StaticsOptions &statics_options)
    : TimeIntegrator(mechanical_system)
    , system(mechanical_system)
    , options(statics_options)
    , newton(system, options.newton)
  {
    if (options.target_iterations < 1 || !(options.max_growth >= 1))
      throw Error(message("Statics needs at least 1 target iteration (is ",
                          options.target_iterations,
                          ") and a growth of the step of at least 1 (is ",
                          options.max_growth,
                          "). Correct these numbers."));
  }

  std::string_view Statics::name() const
  {
    return "statics";
  }

  const Counters &Statics::counters() const
  {
    return newton.counters;
  }

  std::vector<MemoryEntry> Statics::empty_memory() const
  {
    if (newton.n_kept() == 0)
      return {};
    return {numbers("kept tangent", newton.n_kept())};
  }

  void Statics::prepare(State &state)
  {
    if (state.q.size() != system.n_positions())
      throw Error(message("The state has ",
                          state.q.size(),
                          " coordinates, the system ",
                          system.n_positions(),
                          ". Start from a state of this system."));
    if (state.lambda.size() != system.n_multipliers())
      state.lambda = Vector::Zero(system.n_multipliers());
    state.v = Vector::Zero(system.n_velocities());
    state.a = Vector::Zero(system.n_velocities());
  }

  const StepReport &Statics::attempt(State &state, const double h)
  {
    report.reset(state.time, h);

    trial   = state;
    map.q_0 = state.q;
    map.v_0 = state.v;
    map.a_0 = state.a;

    // K d = -(r + dr): what is left of the old equilibrium and what the change
    // of loads and driven boundaries adds to it.
    newton.counters.residuals += 2; // the change counts as one
    Evaluation evaluation =
      system.residual(state, ConstraintLevel::position, residual);
    if (evaluation.valid)
      evaluation = system.residual_change(state, h, change);
    if (!evaluation.valid)
      {
        report.reason = message("The loads of the step cannot be evaluated: ",
                                evaluation.reason,
                                ". Reduce the step size.");
        return report;
      }
    residual.q += change.q;
    residual.lambda += change.lambda;
    const bool keeps  = newton.n_kept() > 0;
    const long before = newton.counters.tangents;
    if (keeps)
      newton.load_kept(state.memory[0].values);
    if (!newton.predict(map, state, residual, unknown, report))
      return report;

    trial.time      = state.time + h;
    report.downhill = options.downhill_after_refusals && n_refused >= 2;
    newton.set_options(report.downhill ? downhill(options.newton)
                                       : options.newton);
    ++n_refused;
    if (!newton.solve(map, trial, unknown, true, report))
      return report;
    n_refused    = 0;
    state.time   = trial.time;
    state.q      = trial.q;
    state.lambda = trial.lambda;

    const auto n_tangents = newton.counters.tangents - before;
    if (keeps)
      newton.store_kept(state.memory[0].values);
    // Iterations with a kept tangent are many, and say nothing of the step.
    const double surplus =
      options.target_iterations -
      (keeps ? static_cast<double>(n_tangents) : report.newton_iterations);
    report.proposed_step =
      h * std::clamp(std::pow(2., surplus / 2), 0.5, options.max_growth);
    return report;
  }
} // namespace rivlin
