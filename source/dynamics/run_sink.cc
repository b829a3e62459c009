// SPDX-License-Identifier: Apache-2.0
// Sinks as observers of the driver.
#include <rivlin/dynamics/run_sink.h>

namespace rivlin
{
  IntegrationReport run(TimeIntegrator &integrator,
                        State &state,
                        const IntegrationPlan &plan,
                        const std::vector<RunSink *> &sinks)
  {
    std::vector<Observer> observers;
    for (RunSink *sink : sinks)
      observers.push_back(
        {[sink](const State &s) { sink->start(s); },
         [sink](const State &s, const StepReport &r) { sink->step(s, r); },
         [sink](const State &s, const StepReport &r) { sink->refuse(s, r); },
         [sink](const State &s) { sink->output(s); },
         [sink](const State &s) { sink->complete(s); }});
    const IntegrationReport report =
      integrate(integrator, state, plan, observers);
    for (RunSink *sink : sinks)
      sink->finish(state, report);
    return report;
  }
} // namespace rivlin
