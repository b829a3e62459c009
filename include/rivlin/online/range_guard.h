// SPDX-License-Identifier: Apache-2.0
// Steps that do not jump out of what a reduced model was trained on.
#pragma once

#include <rivlin/dynamics/time_integrator.h>
#include <rivlin/online/reduced_model.h>

#include <limits>
#include <optional>

namespace rivlin
{
  /// An integrator of a reduced model that refuses a step from inside the
  /// trained range to outside of it, so that whoever drives it tries a shorter
  /// one. Beyond its range a reduced model has equilibria that the body does
  /// not have, and a long step may end in one of them; short steps follow the
  /// body's own. A step that leaves the range because the sleeves are driven
  /// out of it is none of these, nor is one that starts outside. Until the end
  /// of a step that was refused, parts of at most a sixteenth of it are taken
  /// as they are: then the model does leave its range, and Trust says so.
  /// Where a step ended is a number of the state's memory, the last one, so
  /// that the next step need not evaluate it again.
  class RangeGuard final : public TimeIntegrator
  {
  public:
    /// Both outlive the guard.
    RangeGuard(const ReducedModel &model, TimeIntegrator &integrator);

    static constexpr int n_halvings = 4; ///< of a step that was refused

    /// Steps up to this one are not refused, whatever they do; 0 at first.
    void set_smallest_step(double step)
    {
      smallest_step = step;
    }
    /// What was refused before does not count: the next step is one of a new
    /// beginning.
    void forget()
    {
      end_of_refused = -std::numeric_limits<double>::infinity();
    }
    /// Steps refused since the construction.
    long n_refused() const
    {
      return refused;
    }

    /// Where the last step ended, if that was looked at.
    std::optional<RangePart> part_at_end() const
    {
      return end_part;
    }

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;
    std::vector<std::string> warnings() const override;

  private:
    bool began_inside() const;

    const ReducedModel &model;
    TimeIntegrator &integrator;
    double smallest_step = 0;
    /// Of the step that was refused and is now made of shorter ones.
    double end_of_refused = -std::numeric_limits<double>::infinity();
    double shortest_part  = 0;
    long refused          = 0;
    std::optional<RangePart> end_part;
    State before;
    StepReport report; ///< of a refused step
  };
} // namespace rivlin
