// SPDX-License-Identifier: Apache-2.0
// The driver of load stepping and time stepping.
#pragma once

#include <rivlin/dynamics/time_integrator.h>

#include <functional>
#include <limits>
#include <vector>

namespace rivlin
{
  /// From a time on, which is hit exactly, other step sizes hold: a new load
  /// begins.
  struct PlanStage
  {
    double begin        = 0;
    double initial_step = 0.1;
    double minimum_step = 1e-12;
    double maximum_step = std::numeric_limits<double>::infinity();
  };

  struct IntegrationPlan
  {
    double end_time     = 1;
    double initial_step = 0.1;
    /// Below it a refused step ends the integration. A step that is shorter
    /// because an output time is near is not counted as small.
    double minimum_step = 1e-12;
    double maximum_step = std::numeric_limits<double>::infinity();
    /// Sorted; hit exactly. Times before the state's time are passed over.
    std::vector<double> output_times;
    /// Sorted; until the first of them the sizes above hold. The first step of
    /// a stage has its initial size.
    std::vector<PlanStage> stages = {};
    /// Continue a state that came out of an earlier run of the same integrator:
    /// no start(), step size of the state, and no output at its own time.
    bool resume = false;
    /// Ends a run whose steps do not get anywhere.
    long maximum_steps = std::numeric_limits<long>::max();
    /// Asked before the start and after each accepted step: true ends the run
    /// there. Must be the same on all ranks. Empty: nobody asks.
    std::function<bool()> is_to_stop = {};
  };

  /// What is told about the run; empty functions are not called. States are
  /// finished ones; references are valid during the call only.
  struct Observer
  {
    std::function<void(const State &)> on_start; ///< not if resumed
    std::function<void(const State &, const StepReport &)> on_step;
    std::function<void(const State &, const StepReport &)> on_refusal;
    std::function<void(const State &)> on_output;
    /// After an accepted step and its output: a run that is resumed from this
    /// state goes on as if it had not been interrupted.
    std::function<void(const State &)> on_complete;
  };

  struct IntegrationReport
  {
    bool finished    = false;
    bool interrupted = false; ///< because the plan's is_to_stop said so
    std::string reason;       ///< empty if finished
    double time          = 0;
    long accepted        = 0;
    long rejected        = 0;
    double smallest_step = std::numeric_limits<double>::infinity();
    double largest_step  = 0;
    Counters counters; ///< of this run only
  };

  /// Carry the state to plan.end_time. A refused step is repeated with half its
  /// size or what the integrator proposes; later steps grow again, as proposed
  /// by the integrator or, if it has no opinion, by doubling up to the initial
  /// step. Clipping at output times does not disturb the step sequence. If the
  /// smallest step is refused the report says why and the state is the last
  /// accepted one. Throws Error for a plan that makes no sense.
  IntegrationReport integrate(TimeIntegrator &integrator,
                              State &state,
                              const IntegrationPlan &plan,
                              const std::vector<Observer> &observers = {});
} // namespace rivlin
