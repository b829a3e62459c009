// SPDX-License-Identifier: Apache-2.0
// Property files of multibody programs, as text: .bus of Adams and Simpack,
// .gbs of MotionView.
#pragma once

#include <rivlin/export/property_curves.h>

#include <string>

namespace rivlin
{
  enum class PropertyDamping
  {
    viscous,   ///< coefficients
    loss_angle ///< as Adams' frequency bushing reads them [deg]
  };

  /// TeimOrbit with six curves. `origin` is the name of the model, for a
  /// comment.
  std::string bus_text(const PropertyCurves &curves,
                       PropertyDamping damping,
                       const std::string &origin);

  /// General bushing: spline stiffness and constant damping in six directions,
  /// uncoupled.
  std::string gbs_text(const PropertyCurves &curves, const std::string &origin);
} // namespace rivlin
