// SPDX-License-Identifier: Apache-2.0
// Points at which a reduced model evaluates volumetric laws that are not
// quadratic.
#pragma once

#include <rivlin/online/pressure_points.h>
#include <rivlin/solid/discrete_body.h>

namespace rivlin
{
  /// Whether the volume of some rubber does not depend linearly on its
  /// pressure.
  bool has_nonlinear_volume(const DiscreteBody &body);

  /// `states`: coordinates of the pressure modes, columns are states. With
  /// `tolerance` = 0 all points with their own weights; otherwise few, whose
  /// nonlinear volumes at the states equal those of all points up to about
  /// `tolerance`. None if all laws are linear.
  PressurePoints train_pressure_points(const DiscreteBody &body,
                                       const Matrix &pressure_modes,
                                       const Matrix &states,
                                       double tolerance);
} // namespace rivlin
