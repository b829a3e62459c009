// SPDX-License-Identifier: Apache-2.0
// The end of a step is looked at; its beginning only if the end is outside.
#include <rivlin/online/range_guard.h>

#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// As a number of the memory: 0 stands for not known.
    double number_of(const std::optional<RangePart> &part)
    {
      return part ? 1 + static_cast<int>(*part) : 0;
    }
  } // namespace

  RangeGuard::RangeGuard(const ReducedModel &reduced_model,
                         TimeIntegrator &time_integrator)
    : TimeIntegrator(reduced_model)
    , model(reduced_model)
    , integrator(time_integrator)
  {}

  std::string_view RangeGuard::name() const
  {
    return integrator.name();
  }

  std::vector<MemoryEntry> RangeGuard::empty_memory() const
  {
    std::vector<MemoryEntry> memory = integrator.empty_memory();
    memory.push_back(numbers("part of the range", 1));
    return memory;
  }

  void RangeGuard::prepare(State &state)
  {
    integrator.prepare(state);
  }

  const StepReport &RangeGuard::attempt(State &state, const double h)
  {
    const bool is_part = state.time < end_of_refused;
    const double limit = std::max(smallest_step, is_part ? shortest_part : 0.);
    end_part.reset();
    // A little more, so that halving ends where it should.
    if (h <= limit * (1 + 1e-6))
      {
        const StepReport &at = integrator.attempt(state, h);
        if (at.accepted)
          state.memory.back().values[0] = number_of({});
        return at;
      }
    before               = state;
    const StepReport &at = integrator.attempt(state, h);
    if (!at.accepted)
      return at;
    end_part                      = model.range_part(state);
    state.memory.back().values[0] = number_of(end_part);
    if (*end_part != RangePart::outside || !began_inside())
      return at;
    ++refused;
    end_part.reset();
    if (!is_part)
      {
        // Rounding errors of the time do not make another step of its end.
        end_of_refused = before.time + h * (1 - 1e-6);
        shortest_part  = std::ldexp(h, -n_halvings);
      }
    report          = at;
    report.accepted = false;
    report.reason =
      message("The step from t = ",
              before.time,
              " by ",
              h,
              " leaves the trained range, although the sleeves stay in it: the "
              "end may be an equilibrium that only the reduced model has. "
              "Reduce the step size.");
    report.proposed_step = h / 2;
    state                = before;
    return report;
  }

  bool RangeGuard::began_inside() const
  {
    const double known = before.memory.back().values[0];
    return known != 0 ? known == number_of(RangePart::inside)
                      : model.range_part(before) == RangePart::inside;
  }

  const Counters &RangeGuard::counters() const
  {
    return integrator.counters();
  }

  std::vector<std::string> RangeGuard::warnings() const
  {
    return integrator.warnings();
  }
} // namespace rivlin
