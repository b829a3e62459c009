// SPDX-License-Identifier: Apache-2.0
// What a run tells while it goes on: one interface for all that is written.
#pragma once

#include <rivlin/dynamics/integrate.h>

#include <vector>

namespace rivlin
{
  /// States are finished ones; references are valid during the call only. A
  /// sink overrides what it wants to know.
  class RunSink
  {
  public:
    virtual ~RunSink() = default;

    /// The consistent state at the start; not if the run is resumed.
    virtual void start(const State &)
    {}
    /// An accepted step.
    virtual void step(const State &, const StepReport &)
    {}
    /// A refused step; the state is the last accepted one.
    virtual void refuse(const State &, const StepReport &)
    {}
    /// At the output times of the plan.
    virtual void output(const State &)
    {}
    /// After an accepted step and its output: a run that is resumed from this
    /// state goes on as if it had not been interrupted.
    virtual void complete(const State &)
    {}
    /// At the end, however the run ended.
    virtual void finish(const State &, const IntegrationReport &)
    {}
  };

  /// integrate(), told to the sinks in their order.
  IntegrationReport run(TimeIntegrator &integrator,
                        State &state,
                        const IntegrationPlan &plan,
                        const std::vector<RunSink *> &sinks);
} // namespace rivlin
