// SPDX-License-Identifier: Apache-2.0
// What start and step have in common for all methods; reports that are used
// again and again.
#include <rivlin/dynamics/time_integrator.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <cassert>
#include <utility>

namespace rivlin
{
  Counters &Counters::operator+=(const Counters &other)
  {
    residuals += other.residuals;
    tangents += other.tangents;
    factorizations += other.factorizations;
    solves += other.solves;
    newton_iterations += other.newton_iterations;
    line_search_trials += other.line_search_trials;
    return *this;
  }

  Counters Counters::operator-(const Counters &other) const
  {
    Counters d;
    d.residuals          = residuals - other.residuals;
    d.tangents           = tangents - other.tangents;
    d.factorizations     = factorizations - other.factorizations;
    d.solves             = solves - other.solves;
    d.newton_iterations  = newton_iterations - other.newton_iterations;
    d.line_search_trials = line_search_trials - other.line_search_trials;
    return d;
  }

  void StepReport::reset(const double time, const double h)
  {
    accepted = false;
    reason.clear();
    time_n            = time;
    step_size         = h;
    newton_iterations = 0;
    iterations.clear();
    residual_norm  = 0;
    downhill       = false;
    error_estimate = -1;
    proposed_step  = 0;
  }

  TimeIntegrator::TimeIntegrator(const MechanicalSystem &system)
    : own_system(system)
  {}

  MemoryEntry TimeIntegrator::entry(std::string name,
                                    const MemoryKind kind) const
  {
    int size = 0;
    switch (kind)
      {
        case MemoryKind::position:
          size = own_system.n_positions();
          break;
        case MemoryKind::velocity:
          size = own_system.n_velocities();
          break;
        case MemoryKind::multiplier:
          size = own_system.n_multipliers();
          break;
        case MemoryKind::numbers:
          assert(false && "the size of numbers is not the system's");
          break;
      }
    return {std::move(name), kind, Vector::Zero(size)};
  }

  MemoryEntry TimeIntegrator::numbers(std::string name, const int size)
  {
    return {std::move(name), MemoryKind::numbers, Vector::Zero(size)};
  }

  std::vector<MemoryEntry> TimeIntegrator::empty_memory() const
  {
    return {};
  }

  void TimeIntegrator::start(State &state)
  {
    std::vector<PointVariables> points = own_system.initial_points();
    if (state.points.empty())
      state.points = std::move(points);
    else if (const std::string text = layout_difference(points, state.points);
             !text.empty())
      throw Error("The state has other variables at points than the system: " +
                  text + ". Start from a state of this system.");
    state.point_time = state.time;
    state.memory     = empty_memory();
    prepare(state);
  }

  void TimeIntegrator::require_own(const State &state) const
  {
    if (const std::string text =
          layout_difference(empty_memory(), state.memory);
        !text.empty())
      throw Error(message("The state has another memory than ",
                          name(),
                          " keeps: ",
                          text,
                          ". Go on with the method that made the state."));
    if (const std::string text =
          layout_difference(own_system.initial_points(), state.points);
        !text.empty())
      throw Error("The state has other variables at points than the system: " +
                  text + ". Go on with the system that made the state.");
  }

  const StepReport &TimeIntegrator::step(State &state, const double h)
  {
    const StepReport &report = attempt(state, h);
    if (report.accepted)
      {
        own_system.accept(state);
        state.point_time = state.time;
      }
    return report;
  }
} // namespace rivlin
