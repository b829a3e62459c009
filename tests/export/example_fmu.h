// SPDX-License-Identifier: Apache-2.0
// Small models as FMUs, and an instance that is driven by names of roles.
#pragma once

#include <rivlin/export/bushing_unit.h>

#include "online/synthetic_model.h"

#include <cmath>

namespace rivlin
{
  using Vector6 = BushingFrame::Vector6;

  /// Millimetres; a driven sleeve, or one that is free in all directions.
  inline ReducedModelData example_model(const int dim        = 3,
                                        const bool is_free   = false,
                                        const FmuSetup setup = {})
  {
    SyntheticOptions options;
    options.dim           = dim;
    options.n_modes       = 3;
    options.size          = 0.3;
    ReducedModelData data = synthetic_data(options);
    if (is_free)
      {
        data.sleeves[0].body           = free_sleeve(dim).body;
        data.sleeves[0].body.stiffness = {};
        data.sleeves[0].body.damping   = {};
      }
    write_setup(setup, data);
    return data;
  }

  inline FmuSetup example_setup(const FmuDrive drive = FmuDrive::displacement)
  {
    FmuSetup setup;
    setup.drive = drive;
    setup.token = "{example}";
    return setup;
  }

  /// Of a smooth motion in all directions; metres and radians.
  inline BushingFrame::Motion example_motion(const double t)
  {
    BushingFrame::Motion motion;
    motion.pose << 1e-4, -0.5e-4, 0.8e-4, 0.1, -0.05, 0.15;
    motion.velocity = 2 * std::sin(2 * t) * motion.pose;
    motion.pose *= 1 - std::cos(2 * t);
    // Angular velocity instead of the rate of the rotation vector.
    const Vector3 psi = motion.pose.tail<3>(), rate = motion.velocity.tail<3>();
    motion.velocity.tail<3>() = rotation_tangent(-psi) * rate;
    return motion;
  }

  /// BushingUnit by roles.
  class DrivenUnit
  {
  public:
    explicit DrivenUnit(ReducedModelData data)
      : unit(std::move(data))
    {}

    void set(const FmuRole role, const Vector6 &numbers)
    {
      for (int i = 0; i < 6; ++i)
        {
          const unsigned int reference = fmu_reference(role, i);
          unit.set({&reference, 1}, false, {&numbers[i], 1});
        }
    }
    void set(const BushingFrame::Motion &motion)
    {
      set(FmuRole::pose, motion.pose);
      set(FmuRole::velocity, motion.velocity);
    }
    void set(const FmuOption option, const double value)
    {
      const unsigned int reference = fmu_reference(option);
      unit.set({&reference, 1},
               option != FmuOption::stiffness_scale,
               {&value, 1});
    }
    Vector6 get(const FmuRole role)
    {
      Vector6 numbers;
      for (int i = 0; i < 6; ++i)
        {
          const unsigned int reference = fmu_reference(role, i);
          unit.get({&reference, 1}, false, {&numbers[i], 1});
        }
      return numbers;
    }
    double get(const FmuTrust trust)
    {
      const unsigned int reference = fmu_reference(trust);
      double number                = 0;
      unit.get({&reference, 1}, trust == FmuTrust::outside_range, {&number, 1});
      return number;
    }
    /// With the inputs and parameters that are set.
    void start(const double time = 0)
    {
      unit.set_start_time(time);
      unit.enter_initialization();
      unit.exit_initialization();
    }
    /// The example's motion from the time of the unit, inputs at the beginning
    /// of each step.
    void run(const int n_steps, const double h)
    {
      for (int i = 0; i < n_steps; ++i)
        {
          set(example_motion(unit.time()));
          unit.step(unit.time(), h);
        }
    }

    BushingUnit unit;
  };
} // namespace rivlin
