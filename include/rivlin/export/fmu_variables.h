// SPDX-License-Identifier: Apache-2.0
// The variables of an FMU: one table for the model description and for the
// runtime.
#pragma once

#include <rivlin/export/fmu_setup.h>

#include <array>
#include <string>
#include <vector>

namespace rivlin
{
  /// What a variable is; its value reference is 10 times this plus its
  /// component. References are the same for all FMUs, so that hosts may keep
  /// them.
  enum class FmuRole
  {
    time,
    pose,         ///< ux uy uz [m], rx ry rz [rad]
    velocity,     ///< vx vy vz [m/s], wx wy wz [rad/s]
    applied_load, ///< on the inner sleeve, of the force drive
    inner_load,   ///< of the bushing on the inner sleeve
    outer_load,   ///< of the bushing on the outer sleeve
    pose_offset,  ///< added to the pose
    preload,      ///< added to the inner load
    option,       ///< FmuOption
    trust         ///< FmuTrust
  };

  /// Components of FmuRole::option.
  enum class FmuOption
  {
    stiffness_scale,
    inertia,
    use_velocities,
    inputs_at_end,
    mirrored,
    static_hold
  };

  /// Components of FmuRole::trust.
  enum class FmuTrust
  {
    outside_range,
    distance,
    min_J,
    second_cubature
  };

  enum class FmuCausality
  {
    independent,
    parameter,
    input,
    output
  };

  enum class FmuVariability
  {
    fixed,
    tunable,
    discrete,
    continuous
  };

  struct FmuVariable
  {
    std::string name;
    FmuRole role  = FmuRole::time;
    int component = 0;
    FmuCausality causality;
    FmuVariability variability;
    bool is_boolean = false;
    std::string unit; ///< empty: none
    double start = 0; ///< of inputs and parameters
    double min   = 0; ///< of the stiffness scale
    std::string description;

    unsigned int reference() const;
  };

  constexpr unsigned int fmu_reference(const FmuRole role, const int component)
  {
    return 10 * static_cast<unsigned int>(role) + component;
  }
  constexpr unsigned int fmu_reference(const FmuOption option)
  {
    return fmu_reference(FmuRole::option, static_cast<int>(option));
  }
  constexpr unsigned int fmu_reference(const FmuTrust trust)
  {
    return fmu_reference(FmuRole::trust, static_cast<int>(trust));
  }
  /// One more than the largest reference.
  constexpr unsigned int n_fmu_references = 100;

  /// Sorted by reference. Plane models have x, y and rotation about z. Inputs
  /// start where the model does.
  std::vector<FmuVariable> fmu_variables(const FmuSetup &setup,
                                         const ReducedModelData &data);

  /// Units of the variables with the exponents of kg, m, s and rad.
  struct FmuUnit
  {
    std::string name;
    int kg, m, s, rad;
  };
  const std::array<FmuUnit, 7> &fmu_units();
} // namespace rivlin
