// SPDX-License-Identifier: Apache-2.0
// The driver loop: step, clip, cut back, grow, report.
#include <rivlin/dynamics/integrate.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

    /// One run: where it stands in its plan, and what it tells.
    class Run
    {
    public:
      Run(TimeIntegrator &time_integrator,
          State &given_state,
          const IntegrationPlan &integration_plan,
          const std::vector<Observer> &run_observers)
        : integrator(time_integrator)
        , state(given_state)
        , plan(integration_plan)
        , observers(run_observers)
        , sizes(first_stage(plan))
        , next_stage(plan.stages.begin())
        , output(plan.output_times.begin())
      {}

      IntegrationReport operator()()
      {
        const Counters counters_before = integrator.counters();
        result.finished                = true;
        ask_to_stop();
        if (result.finished)
          {
            begin();
            ask_to_stop();
          }
        while (state.time < plan.end_time && result.finished)
          step();
        result.time     = state.time;
        result.counters = integrator.counters() - counters_before;
        return result;
      }

    private:
      template <class Function, class... Values>
      void tell(Function Observer::*function, const Values &...values) const
      {
        for (const Observer &observer : observers)
          if (observer.*function)
            (observer.*function)(values...);
      }

      void begin()
      {
        if (plan.resume)
          integrator.require_own(state);
        else
          {
            integrator.start(state);
            state.next_step = plan.initial_step;
            tell(&Observer::on_start, state);
          }
        enter_stages();
        if (!(state.next_step > 0))
          state.next_step = sizes.initial_step;
        state.next_step =
          std::clamp(state.next_step, sizes.minimum_step, sizes.maximum_step);
        if (output_is_due() && !plan.resume)
          tell(&Observer::on_output, state);
      }

      void enter_stages()
      {
        for (;
             next_stage != plan.stages.end() && next_stage->begin <= state.time;
             ++next_stage)
          {
            sizes = *next_stage;
            if (sizes.begin == state.time)
              state.next_step = std::clamp(sizes.initial_step,
                                           sizes.minimum_step,
                                           sizes.maximum_step);
          }
      }

      bool output_is_due()
      {
        bool wanted = false;
        while (output != plan.output_times.end() && *output <= state.time)
          wanted = wanted || *output++ == state.time;
        return wanted;
      }

      /// The next time that must be hit.
      double target() const
      {
        double time = plan.end_time;
        if (output != plan.output_times.end())
          time = std::min(time, *output);
        if (next_stage != plan.stages.end())
          time = std::min(time, next_stage->begin);
        return time;
      }

      void stop(std::string reason)
      {
        result.finished = false;
        result.reason   = std::move(reason);
      }

      /// Not after a refused step: only an accepted one can be continued as if
      /// nothing had happened.
      void ask_to_stop()
      {
        if (state.time < plan.end_time && plan.is_to_stop && plan.is_to_stop())
          {
            result.interrupted = true;
            stop(message("Interrupted at t = ", state.time, "."));
          }
      }

      void step()
      {
        if (result.accepted >= plan.maximum_steps)
          {
            stop(message("Stopped at t = ",
                         state.time,
                         " after ",
                         result.accepted,
                         " steps, the largest number allowed. "
                         "Allow more steps or larger ones."));
            return;
          }
        // A step that would leave less than the rounding errors of many steps
        // (1e-6 h covers 1e5 of them) before the target is stretched, not
        // followed by a tiny one.
        const double goal        = target();
        const double remaining   = goal - state.time;
        const bool clipped       = state.next_step * (1 + 1e-6) >= remaining;
        const double h           = clipped ? remaining : state.next_step;
        const StepReport &report = integrator.step(state, h);
        if (!report.accepted)
          {
            refused(h, report);
            return;
          }
        ++result.accepted;
        result.smallest_step = std::min(result.smallest_step, h);
        result.largest_step  = std::max(result.largest_step, h);
        // t + (goal - t) may miss the goal by a rounding error.
        if (clipped)
          set_time(state, goal);
        choose_next(h, clipped, report);
        enter_stages();
        tell(&Observer::on_step, state, report);
        if (output_is_due())
          tell(&Observer::on_output, state);
        tell(&Observer::on_complete, state);
        ask_to_stop();
      }

      void refused(const double h, const StepReport &report)
      {
        ++result.rejected;
        tell(&Observer::on_refusal, state, report);
        if (h <= sizes.minimum_step * (1 + 1e-8))
          {
            stop(message("Step refused at t = ",
                         state.time,
                         " with the smallest step size allowed, ",
                         h,
                         ": ",
                         report.reason,
                         " The last accepted state is kept."));
            return;
          }
        double shorter = 0.5 * h;
        if (report.proposed_step > 0)
          shorter = std::clamp(report.proposed_step, 0.1 * h, 0.9 * h);
        state.next_step     = std::max(shorter, sizes.minimum_step);
        refused_just_before = true;
      }

      void
      choose_next(const double h, const bool clipped, const StepReport &report)
      {
        const double nominal = state.next_step;
        double next          = report.proposed_step;
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
      }

      TimeIntegrator &integrator;
      State &state;
      const IntegrationPlan &plan;
      const std::vector<Observer> &observers;
      IntegrationReport result;
      /// The sizes that hold now, and the next time at which they change.
      PlanStage sizes;
      std::vector<PlanStage>::const_iterator next_stage;
      std::vector<double>::const_iterator output;
      bool refused_just_before = false;
    };
  } // namespace

  IntegrationReport integrate(TimeIntegrator &integrator,
                              State &state,
                              const IntegrationPlan &plan,
                              const std::vector<Observer> &observers)
  {
    check(plan, state);
    return Run(integrator, state, plan, observers)();
  }
} // namespace rivlin
