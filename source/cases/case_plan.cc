// SPDX-License-Identifier: Apache-2.0
// Steps, output times and snapshot times of a case.
#include <rivlin/cases/case_plan.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/load_steps.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rivlin
{
  namespace
  {
    /// From 0 to the end of the run; none if the interval is 0. `name` is that
    /// of the parameter.
    std::vector<double>
    regular_times(const double interval, const double end, const char *name)
    {
      std::vector<double> times;
      if (interval > 0)
        {
          if (end / interval > 1e6)
            throw Error("\"" + std::string(name) + "\" " +
                        number_text(interval) +
                        " makes more than a million outputs. Enlarge it.");
          for (int i = 0; i * interval < end * (1 - 1e-12); ++i)
            times.push_back(i * interval);
          times.push_back(end);
        }
      return times;
    }

    /// Merge the times that the user listed into the regular ones.
    void add_chosen_times(std::vector<double> chosen,
                          const double end,
                          std::vector<double> &times)
    {
      if (chosen.empty())
        return;
      for (const double time : chosen)
        if (time < 0 || time > end)
          throw Error("\"Output/Times\" has " + number_text(time) +
                      " s, outside the run from 0 to " + number_text(end) +
                      " s. Remove it or change the end of the run.");
      chosen.insert(chosen.end(), {0., end});
      chosen.insert(chosen.end(), times.begin(), times.end());
      std::sort(chosen.begin(), chosen.end());
      times.clear();
      // What differs by rounding only is one time.
      for (const double time : chosen)
        if (times.empty() || time - times.back() > 1e-12 * end)
          times.push_back(time);
      times.back() = end;
    }

    /// Times that are meant to be equal are made so, to the first list.
    void align(const std::vector<double> &times, std::vector<double> &others)
    {
      for (double &other : others)
        {
          const auto next = std::lower_bound(times.begin(), times.end(), other);
          for (const auto near : {next, next - (next != times.begin())})
            if (near != times.end() &&
                std::abs(*near - other) <= 1e-9 * times.back())
              other = *near;
        }
    }

    /// A step size [s] with the name of its parameter; 0: not given.
    struct GivenSize
    {
      double size;
      std::string key;
    };

    void refuse_above(const GivenSize &minimum, const GivenSize &other)
    {
      if (other.size > 0 && minimum.size > other.size)
        throw Error("\"" + minimum.key + "\" is " + number_text(minimum.size) +
                    " s, above \"" + other.key + "\", which is " +
                    number_text(other.size) +
                    " s. Lower the one or raise the other.");
    }

    /// Step sizes from `begin` on; those of a load step where it gives its own.
    PlanStage make_stage(const double begin,
                         const TimeParameters &time,
                         const std::string &name,
                         const LoadStepParameters &step)
    {
      const auto choose = [&](const double own,
                              const double general,
                              const std::string &key) -> GivenSize {
        if (own > 0)
          return {own, "Steps/" + name + "/" + key};
        return {general, "Time/" + key};
      };
      const GivenSize initial =
        choose(step.step_size, time.step_size, "Step size");
      const GivenSize minimum =
        choose(step.minimum_step, time.minimum_step, "Minimum step size");
      const GivenSize maximum =
        choose(step.maximum_step, time.maximum_step, "Maximum step size");
      refuse_above(minimum, maximum);
      refuse_above(minimum, initial);
      PlanStage stage;
      stage.begin        = begin;
      stage.initial_step = initial.size;
      stage.minimum_step =
        minimum.size > 0 ? minimum.size : initial.size / 1000;
      if (maximum.size > 0)
        stage.maximum_step = maximum.size;
      return stage;
    }
  } // namespace

  CasePlan make_case_plan(const CaseParameters &parameters)
  {
    CasePlan result;
    IntegrationPlan &plan             = result.plan;
    const std::vector<double> borders = load_step_borders(parameters.steps);
    const auto &steps                 = parameters.steps;
    const PlanStage first =
      make_stage(0,
                 parameters.time,
                 steps.empty() ? "" : steps[0].first,
                 steps.empty() ? LoadStepParameters() : steps[0].second);
    plan.end_time     = parameters.time.end_time;
    plan.initial_step = first.initial_step;
    plan.minimum_step = first.minimum_step;
    plan.maximum_step = first.maximum_step;
    for (std::size_t k = 1; k < steps.size(); ++k)
      plan.stages.push_back(make_stage(
        borders[k], parameters.time, steps[k].first, steps[k].second));
    result.outputs = regular_times(parameters.output.interval,
                                   plan.end_time,
                                   "Output/Interval");
    add_chosen_times(parameters.output.times, plan.end_time, result.outputs);
    if (!result.outputs.empty() && !borders.empty())
      {
        // What a load step has reached is shown.
        align(borders, result.outputs);
        std::vector<double> all;
        std::set_union(result.outputs.begin(),
                       result.outputs.end(),
                       borders.begin(),
                       borders.end(),
                       std::back_inserter(all));
        result.outputs = all;
      }
    result.snapshots = regular_times(parameters.snapshots.interval,
                                     plan.end_time,
                                     "Snapshots/Interval");
    if (parameters.snapshots.steps > 0 && result.snapshots.empty())
      result.snapshots = {0.};
    align(result.outputs, result.snapshots);
    if (!borders.empty() && parameters.snapshots.interval > 0)
      {
        // Reduced models begin where a load step does.
        align(borders, result.snapshots);
        std::vector<double> all;
        std::set_union(result.snapshots.begin(),
                       result.snapshots.end(),
                       borders.begin(),
                       borders.end(),
                       std::back_inserter(all));
        result.snapshots = all;
      }
    std::set_union(result.outputs.begin(),
                   result.outputs.end(),
                   result.snapshots.begin(),
                   result.snapshots.end(),
                   std::back_inserter(plan.output_times));
    return result;
  }
} // namespace rivlin
