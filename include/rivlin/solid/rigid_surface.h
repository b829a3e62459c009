// SPDX-License-Identifier: Apache-2.0
// Rigid surfaces that rubber may touch, by their distance functions.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/surface_of_revolution.h>

#include <variant>

namespace rivlin
{
  /// The rubber is on the side to which the unit normal points.
  struct Plane
  {
    Vector3 point  = Vector3::Zero();
    Vector3 normal = Vector3::UnitZ();
  };

  /// Circular, without ends; in plane strain a circle.
  struct Cylinder
  {
    Vector3 point      = Vector3::Zero();  ///< on the axis
    Vector3 axis       = Vector3::UnitZ(); ///< unit vector
    double radius      = 1;
    bool rubber_inside = true;
  };

  using RigidSurface = std::variant<Plane, Cylinder, Revolution>;

  /// Signed distance of a point from a surface, positive where the rubber
  /// belongs, with its first two derivatives.
  struct Gap
  {
    double value      = 0;
    Vector3 normal    = Vector3::Zero(); ///< gradient, a unit vector
    Matrix3 curvature = Matrix3::Zero(); ///< Hessian
  };

  /// On the axis of a cylinder, where the distance has no gradient, the normal
  /// and the curvature are zero; on that of a surface of revolution the part
  /// along the axis is left.
  Gap gap(const RigidSurface &surface, const Vector3 &x);
  /// Its value alone, to the bit.
  double gap_value(const RigidSurface &surface, const Vector3 &x);

  /// Throws Error for a direction that is not a unit vector or a radius that
  /// is not positive.
  void check(const RigidSurface &surface);
} // namespace rivlin
