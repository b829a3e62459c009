// SPDX-License-Identifier: Apache-2.0
// Inputs of a sleeve between two communication times.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>

namespace rivlin
{
  /// One end of a step.
  struct SleeveInput
  {
    using Vector6     = Eigen::Matrix<double, 6, 1>;
    Vector6 pose      = Vector6::Zero(); ///< translation, rotation vector
    Vector6 velocity  = Vector6::Zero(); ///< their time derivatives
    bool has_velocity = false; ///< at the end of a step: given, not estimated
    Vector3 force     = Vector3::Zero();
    Vector3 moment    = Vector3::Zero();
  };

  /// From `begin` at time t to `end` at t + h; h = 0: only the beginning.
  struct SleeveInputs
  {
    using Vector6 = SleeveInput::Vector6;

    double t = 0;
    double h = 0;
    SleeveInput begin;
    SleeveInput end;

    /// Velocity at the end: the given one, or the mean one of the step.
    Vector6 end_velocity() const;
    /// The cubic Hermite polynomial and its derivatives 1 to 3.
    RigidMotion motion(double time) const;
    /// Linear interpolation; order 1: its rate.
    SleeveLoad load(double time, int order) const;
  };
} // namespace rivlin
