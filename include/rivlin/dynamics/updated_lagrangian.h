// SPDX-License-Identifier: Apache-2.0
// The updated Lagrangian generalized-alpha method for large rotations.
#pragma once

#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/local_system.h>

namespace rivlin
{
  /// Each step is a step of the classical method for the coordinates y of
  /// q = q_n o mu(y), y(t_n) = 0 (Bruls et al. 2012, Section 6, eqs. 71 to 79);
  /// between steps the accelerations are carried to the new origin (eq. 76).
  /// On R^n this is generalized alpha itself. What the paper compares the Lie
  /// group method with.
  class UpdatedLagrangian final : public TimeIntegrator
  {
  public:
    /// Throws Error on Lie groups if the system is not dense, the map does not
    /// fit the group or the stabilized index-2 form is asked for.
    explicit UpdatedLagrangian(const MechanicalSystem &system,
                               CoordinateMap map = CoordinateMap::exponential,
                               const GeneralizedAlphaOptions &options = {});

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;
    std::vector<std::string> warnings() const override;

  private:
    const MechanicalSystem &system;
    CoordinateMap map;
    std::unique_ptr<LocalSystem> local_system; ///< none on R^n
    GeneralizedAlpha method;
    State local; ///< y, y', y'' and the memory of the step
  };
} // namespace rivlin
