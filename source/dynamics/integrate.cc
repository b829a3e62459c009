// SPDX-License-Identifier: Apache-2.0
// The driver loop: step, clip, cut back, grow, report.
#include <rivlin/dynamics/integrate.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    void check_sizes(const PlanStage &stage)
    {
      if (!(stage.initial_step > 0) || !(stage.minimum_step > 0) ||
          !(stage.maximum_step >= stage.minimum_step))
        throw Error(message("Step sizes must be positive and ordered: initial ",
                            stage.initial_step,
                            ", smallest ",
                            stage.minimum_step,
                            ", largest ",
                            stage.maximum_step,
                            ". Correct them."));
    }

    PlanStage first_stage(const IntegrationPlan &plan)
    {
      return {0., plan.initial_step, plan.minimum_step, plan.maximum_step};
    }

    void check(const IntegrationPlan &plan, const State &state)
    {
      check_sizes(first_stage(plan));
      for (const PlanStage &stage : plan.stages)
        check_sizes(stage);
      if (!std::is_sorted(plan.stages.begin(),
                          plan.stages.end(),
                          [](const PlanStage &a, const PlanStage &b) {
                            return a.begin < b.begin;
                          }))
        throw Error("The stages are not in ascending order. Sort them.");
      if (!(plan.end_time >= state.time))
        throw Error(message("The end time ",
                            plan.end_time,
                            " lies before the time of the state, ",
                            state.time,
                            ". Choose a later end."));
      if (!std::is_sorted(plan.output_times.begin(), plan.output_times.end()))
        throw Error("The output times are not in ascending order. Sort them.");
    }
  } // namespace

  IntegrationReport integrate(TimeIntegrator &integrator,
                              State &state,
                              const IntegrationPlan &plan,
                              const std::vector<Observer> &observers)
  {
    check(plan, state);
    const Counters counters_before = integrator.counters();
    IntegrationReport result;

    if (!plan.resume)
      {
        integrator.start(state);
        state.next_step = plan.initial_step;
        for (const Observer &observer : observers)
          if (observer.on_start)
            observer.on_start(state);
      }
    // The sizes that hold now, and the next time at which they change.
    PlanStage sizes         = first_stage(plan);
    auto next_stage         = plan.stages.begin();
    const auto enter_stages = [&]() {
      for (; next_stage != plan.stages.end() && next_stage->begin <= state.time;
           ++next_stage)
        {
          sizes = *next_stage;
          if (sizes.begin == state.time)
            state.next_step = std::clamp(sizes.initial_step,
                                         sizes.minimum_step,
                                         sizes.maximum_step);
        }
    };
    enter_stages();
    if (!(state.next_step > 0))
      state.next_step = sizes.initial_step;
    state.next_step =
      std::clamp(state.next_step, sizes.minimum_step, sizes.maximum_step);

    auto output              = plan.output_times.begin();
    const auto report_output = [&]() {
      bool wanted = false;
      while (output != plan.output_times.end() && *output <= state.time)
        wanted = wanted || *output++ == state.time;
      return wanted;
    };
    if (report_output() && !plan.resume)
      for (const Observer &observer : observers)
        if (observer.on_output)
          observer.on_output(state);

    result.finished          = true;
    bool refused_just_before = false;
    while (state.time < plan.end_time)
      {
        if (result.accepted >= plan.maximum_steps)
          {
            result.finished = false;
            result.reason   = message("Stopped at t = ",
                                    state.time,
                                    " after ",
                                    result.accepted,
                                    " steps, the largest number allowed. "
                                      "Allow more steps or larger ones.");
            break;
          }

        // The next time that must be hit. A step that would leave less than the
        // rounding errors of many steps (1e-6 h covers 1e5 of them) before it
        // is stretched, not followed by a tiny one.
        double target = plan.end_time;
        if (output != plan.output_times.end())
          target = std::min(target, *output);
        if (next_stage != plan.stages.end())
          target = std::min(target, next_stage->begin);
        const double remaining = target - state.time;
        const double nominal   = state.next_step;
        const bool clipped     = nominal * (1 + 1e-6) >= remaining;
        const double h         = clipped ? remaining : nominal;

        const StepReport &report = integrator.step(state, h);
        if (!report.accepted)
          {
            ++result.rejected;
            for (const Observer &observer : observers)
              if (observer.on_refusal)
                observer.on_refusal(state, report);
            if (h <= sizes.minimum_step * (1 + 1e-8))
              {
                result.finished = false;
                result.reason =
                  message("Step refused at t = ",
                          state.time,
                          " with the smallest step size allowed, ",
                          h,
                          ": ",
                          report.reason,
                          " The last accepted state is kept.");
                break;
              }
            double shorter = 0.5 * h;
            if (report.proposed_step > 0)
              shorter = std::clamp(report.proposed_step, 0.1 * h, 0.9 * h);
            state.next_step     = std::max(shorter, sizes.minimum_step);
            refused_just_before = true;
            continue;
          }

        ++result.accepted;
        result.smallest_step = std::min(result.smallest_step, h);
        result.largest_step  = std::max(result.largest_step, h);
        // t + (target - t) may miss the target by a rounding error.
        if (clipped)
          state.time = target;

        double next = report.proposed_step;
        if (!(next > 0)) // a method of constant step size: back to its step
          next = std::min(2 * nominal, std::max(nominal, sizes.initial_step));
        // A clipped step must not shrink its successors; but if even the
        // clipped step was too long, believe that.
        if (clipped && next >= h)
          next = std::max(next, nominal);
        // Right after a refusal larger steps would be refused again.
        if (refused_just_before)
          next = std::min(next, nominal);
        refused_just_before = false;
        state.next_step =
          std::clamp(next, sizes.minimum_step, sizes.maximum_step);
        enter_stages();

        for (const Observer &observer : observers)
          if (observer.on_step)
            observer.on_step(state, report);
        if (report_output())
          for (const Observer &observer : observers)
            if (observer.on_output)
              observer.on_output(state);
        for (const Observer &observer : observers)
          if (observer.on_complete)
            observer.on_complete(state);
      }
    result.time     = state.time;
    result.counters = integrator.counters() - counters_before;
    return result;
  }
} // namespace rivlin
