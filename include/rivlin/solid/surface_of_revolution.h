// SPDX-License-Identifier: Apache-2.0
// A rigid surface of revolution by its profile, with rounded corners.
#pragma once

#include <rivlin/base/types.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// A point or direction in the half plane of a profile.
  struct ProfilePoint
  {
    double axial  = 0;
    double radial = 0;
  };

  /// A straight line or an arc of a profile, walked through from `from` to
  /// `to`.
  struct ProfilePiece
  {
    ProfilePoint from, to;
    ProfilePoint direction; ///< unit tangent at `from`
    ProfilePoint centre;    ///< of an arc
    /// 0: a line; positive: an arc that turns left (from the axial towards the
    /// radial direction), its centre on the left; negative: right.
    double radius = 0;
    /// The line goes on straight beyond this end.
    bool is_first = false, is_last = false;
  };

  /// The profile turns about an axis. Seen with the axial direction to the
  /// right and the radial direction upwards, the rubber is on the left of the
  /// profile or on its right: with growing axial coordinates left is outside.
  struct Revolution
  {
    Vector3 point = Vector3::Zero();  ///< on the axis, axial coordinate 0
    Vector3 axis  = Vector3::UnitZ(); ///< unit vector
    std::vector<ProfilePiece> profile;
    bool rubber_left = true;
  };

  /// Lines between the points and arcs of the given radius at the corners,
  /// tangent to both neighbours: the distance has a continuous gradient up to
  /// that radius. Before the first and behind the last point the lines go on
  /// straight, to the axis or without end.
  ///
  /// Throws Error for fewer than three points, a point inside the axis, equal
  /// neighbours, a radius that is not positive or too large for a line, and a
  /// profile that crosses itself; `what` begins the message.
  std::vector<ProfilePiece>
  rounded_profile(const std::vector<ProfilePoint> &points,
                  double corner_radius,
                  const std::string &what);

  /// The smallest radius of the arcs; infinite without arcs.
  double smallest_radius(const std::vector<ProfilePiece> &profile);

  /// Signed distance from a profile, positive on the left, with its gradient
  /// and its second derivative along the tangent (the only one not zero). At
  /// the centre of an arc there is no gradient: it is zero there.
  struct ProfileGap
  {
    double value = 0;
    ProfilePoint gradient;
    double second_derivative = 0;
  };
  ProfileGap profile_gap(const std::vector<ProfilePiece> &profile,
                         const ProfilePoint &x);
} // namespace rivlin
