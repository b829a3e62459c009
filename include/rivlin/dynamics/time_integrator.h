// SPDX-License-Identifier: Apache-2.0
// What all integrators have in common: start, one step, its report, counters.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// Work done by an integrator since its construction.
  struct Counters
  {
    long residuals          = 0;
    long tangents           = 0; ///< assembled tangents
    long factorizations     = 0; ///< RADAU5 factorizes two matrices per tangent
    long solves             = 0;
    long newton_iterations  = 0;
    long line_search_trials = 0; ///< residuals of damped steps beyond the first

    Counters &operator+=(const Counters &other);
    Counters operator-(const Counters &other) const;
  };

  /// One Newton iteration, in the norms of the system.
  struct NewtonIteration
  {
    double residual_norm  = 0; ///< before the iteration
    double increment_norm = 0; ///< of the undamped increment
    double damping        = 1;
  };

  /// What happened in one step.
  struct StepReport
  {
    bool accepted = false;
    std::string reason; ///< empty if accepted; otherwise what, numbers, remedy
    double time_n         = 0; ///< time at the beginning of the step
    double step_size      = 0;
    int newton_iterations = 0;
    std::vector<NewtonIteration> iterations;
    double residual_norm = 0; ///< of the finished state
    /// The attempt went downhill in the energy because earlier ones failed.
    bool downhill = false;
    double error_estimate =
      -1; ///< relative to the tolerance; -1: not estimated
    /// Step size the integrator recommends next (after a refusal: instead);
    /// 0: no opinion.
    double proposed_step = 0;

    /// Begin the report of another step; keeps the memory of the log.
    void reset(double time, double h);
  };

  /// A method that carries a state of a system from t to t + h. Users call
  /// start() and step(); methods are written as prepare() and attempt().
  class TimeIntegrator
  {
  public:
    virtual ~TimeIntegrator() = default;

    virtual std::string_view name() const = 0;

    /// Complete a state of which time, q and v are given: consistent a and
    /// lambda, memory of the method, variables at points. Throws Error if the
    /// state cannot be a start (wrong sizes, violated constraints, variables of
    /// another system).
    void start(State &state);

    /// Throws Error unless memory and variables at points are those of this
    /// method and system: a state of an earlier run can go on here.
    void require_own(const State &state) const;

    /// Carry the state to state.time + h, all or nothing: a refused step leaves
    /// it bitwise untouched, an accepted one is told to the system
    /// (MechanicalSystem::accept). The report is valid until the next call.
    const StepReport &step(State &state, double h);

    /// The entries of State::memory that the method keeps, in this order, of
    /// the right sizes and zero. Default: none.
    virtual std::vector<MemoryEntry> empty_memory() const;

    /// start() of a state that has variables at points and an empty memory.
    virtual void prepare(State &state) = 0;

    /// step() without telling the system; for methods made of other ones. The
    /// variables at points are copied to trial states and never written.
    virtual const StepReport &attempt(State &state, double h) = 0;

    virtual const Counters &counters() const = 0;

    /// Consequences of unusual but possible settings, for the user to read.
    virtual std::vector<std::string> warnings() const
    {
      return {};
    }

  protected:
    explicit TimeIntegrator(const MechanicalSystem &system);

    /// A zero entry of the right size.
    MemoryEntry entry(std::string name, MemoryKind kind) const;
    static MemoryEntry numbers(std::string name, int size);

  private:
    const MechanicalSystem &own_system;
  };
} // namespace rivlin
