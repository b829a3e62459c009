// SPDX-License-Identifier: Apache-2.0
// The variable-order BDF code IDA of SUNDIALS behind the common contract.
#pragma once

#include <rivlin/dynamics/consistency.h>

#include <memory>

namespace rivlin
{
  struct SundialsIdaOptions
  {
    Tolerances tolerances = {1e-6, 1e-6, false};
    int max_order         = 5;
    long max_steps        = 100000; ///< internal steps per call of step()
    /// Leave lambda out of IDA's error test: near index 3 its estimate is
    /// dominated by rounding and order reduction.
    bool suppress_multipliers = true;
    ConsistencyOptions consistency;
    /// Rigid constraints are index 3, which IDA does not solve: they are used
    /// at the acceleration level and projected at the end of each call.
  };

  /// One call of step() is a whole integration by IDA over the interval h, with
  /// its own steps and orders, starting at order 1. So a stored State restarts
  /// exactly, and h should be the distance of output times, not a small step.
  ///
  /// The Newton matrix dF/dy + c_j dF/dy' of y = (q, v, lambda) is condensed to
  /// the tangent with weights (1, c_j, c_j^2).
  class SundialsIda final : public TimeIntegrator
  {
  public:
    explicit SundialsIda(const MechanicalSystem &system,
                         const SundialsIdaOptions &options = {});
    ~SundialsIda() override;

    std::string_view name() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;

    /// Steps and highest order of the last call.
    long internal_steps() const;
    int highest_order() const;

  private:
    struct Solver; ///< everything that knows SUNDIALS
    std::unique_ptr<Solver> solver;
  };
} // namespace rivlin
