// SPDX-License-Identifier: Apache-2.0
// Distances from a plane, a cylinder and a surface of revolution.
#include <rivlin/solid/rigid_surface.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <cmath>
#include <string>

namespace rivlin
{
  namespace
  {
    Gap gap_of(const Plane &plane, const Vector3 &x)
    {
      return {plane.normal.dot(x - plane.point), plane.normal, Matrix3::Zero()};
    }

    /// r = |x - axis|: grad r = e, grad grad r = (I - a a^T - e e^T)/r.
    Gap gap_of(const Cylinder &cylinder, const Vector3 &x)
    {
      const Vector3 &a    = cylinder.axis;
      const Vector3 apart = x - cylinder.point;
      const Vector3 arm   = apart - a.dot(apart) * a;
      const double r      = arm.norm();
      const double sign   = cylinder.rubber_inside ? -1. : 1.;
      Gap result;
      result.value = sign * (r - cylinder.radius);
      if (r > 0)
        {
          const Vector3 e = arm / r;
          result.normal   = sign * e;
          result.curvature =
            sign / r *
            (Matrix3::Identity() - a * a.transpose() - e * e.transpose());
        }
      return result;
    }

    double value_of(const Plane &plane, const Vector3 &x)
    {
      return plane.normal.dot(x - plane.point);
    }

    double value_of(const Cylinder &cylinder, const Vector3 &x)
    {
      const Vector3 &a    = cylinder.axis;
      const Vector3 apart = x - cylinder.point;
      const Vector3 arm   = apart - a.dot(apart) * a;
      const double sign   = cylinder.rubber_inside ? -1. : 1.;
      return sign * (arm.norm() - cylinder.radius);
    }

    double value_of(const Revolution &surface, const Vector3 &x)
    {
      const Vector3 &a    = surface.axis;
      const Vector3 apart = x - surface.point;
      const double s      = a.dot(apart);
      const Vector3 arm   = apart - s * a;
      const double side   = surface.rubber_left ? 1. : -1.;
      return side * profile_gap(surface.profile, {s, arm.norm()}).value;
    }

    /// Axial coordinate s and radius r: grad s = a, grad r = e, and the
    /// gradient of r turns with the meridian plane, grad e = (I - a a^T -
    /// e e^T)/r. Second derivatives in the plane are along the tangent t.
    Gap gap_of(const Revolution &surface, const Vector3 &x)
    {
      const Vector3 &a          = surface.axis;
      const Vector3 apart       = x - surface.point;
      const double s            = a.dot(apart);
      const Vector3 arm         = apart - s * a;
      const double r            = arm.norm();
      const ProfileGap in_plane = profile_gap(surface.profile, {s, r});
      const double side         = surface.rubber_left ? 1. : -1.;
      const Vector3 e = r > 0 ? Vector3(arm / r) : Vector3(Vector3::Zero());
      const auto &n   = in_plane.gradient;
      const Vector3 t = n.radial * a - n.axial * e;
      Gap result;
      result.value     = side * in_plane.value;
      result.normal    = side * (n.axial * a + n.radial * e);
      result.curvature = side * in_plane.second_derivative * t * t.transpose();
      if (r > 0)
        result.curvature +=
          side * n.radial / r *
          (Matrix3::Identity() - a * a.transpose() - e * e.transpose());
      return result;
    }

    void check_direction(const Vector3 &direction, const std::string &what)
    {
      if (!(std::abs(direction.norm() - 1) < 1e-9))
        throw Error("The " + what +
                    " of a rigid surface must be a unit "
                    "vector; its length is " +
                    number_text(direction.norm(), 6) + ".");
    }

    void check_one(const Plane &plane)
    {
      check_direction(plane.normal, "normal");
    }

    void check_one(const Cylinder &cylinder)
    {
      check_direction(cylinder.axis, "axis");
      if (!(cylinder.radius > 0) || !std::isfinite(cylinder.radius))
        throw Error("The radius of a rigid cylinder must be positive; it is " +
                    number_text(cylinder.radius) + ".");
    }

    void check_one(const Revolution &surface)
    {
      check_direction(surface.axis, "axis");
      if (surface.profile.empty())
        throw Error("A surface of revolution needs a profile.");
    }
  } // namespace

  Gap gap(const RigidSurface &surface, const Vector3 &x)
  {
    return std::visit([&](const auto &kind) { return gap_of(kind, x); },
                      surface);
  }

  double gap_value(const RigidSurface &surface, const Vector3 &x)
  {
    return std::visit([&](const auto &kind) { return value_of(kind, x); },
                      surface);
  }

  void check(const RigidSurface &surface)
  {
    std::visit([](const auto &kind) { check_one(kind); }, surface);
  }
} // namespace rivlin
