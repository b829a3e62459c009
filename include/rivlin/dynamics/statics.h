// SPDX-License-Identifier: Apache-2.0
// Quasi-static equilibrium as an integrator: weights (1, 0, 0).
#pragma once

#include <rivlin/dynamics/newton.h>

namespace rivlin
{
  struct StaticsOptions
  {
    NewtonOptions newton;
    /// The proposed step grows below and shrinks above this number of
    /// iterations (the predictor not counted).
    int target_iterations = 4;
    double max_growth     = 2;
    /// After two refusals in a row the next attempts go downhill in the energy.
    /// Shorter steps alone lead nowhere at a limit point, also at a small one
    /// such as a crease beside a bonded edge; what is found beyond it may be
    /// the end of a jump, and the report says so.
    bool downhill_after_refusals = false;
  };

  /// Solves g(t, q, 0) + B^T lambda = 0, Phi = 0 at t + h. Iteration 0 is the
  /// tangent predictor, which carries the interior along with driven
  /// boundaries; then Newton's method. Velocity and acceleration are zero.
  class Statics final : public TimeIntegrator
  {
  public:
    explicit Statics(const MechanicalSystem &system,
                     const StaticsOptions &options = {});

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;

  private:
    const MechanicalSystem &system;
    StaticsOptions options;
    NewtonSolver newton;
    int n_refused = 0; ///< attempts in a row
    StepReport report;
    StepMap map;
    State trial;
    Blocks unknown, residual, change;
  };
} // namespace rivlin
