// SPDX-License-Identifier: Apache-2.0
// Polylines with rounded corners in the half plane (axial, radial).
#include <rivlin/solid/surface_of_revolution.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    ProfilePoint operator+(const ProfilePoint &a, const ProfilePoint &b)
    {
      return {a.axial + b.axial, a.radial + b.radial};
    }
    ProfilePoint operator-(const ProfilePoint &a, const ProfilePoint &b)
    {
      return {a.axial - b.axial, a.radial - b.radial};
    }
    ProfilePoint operator*(const double c, const ProfilePoint &a)
    {
      return {c * a.axial, c * a.radial};
    }
    double dot(const ProfilePoint &a, const ProfilePoint &b)
    {
      return a.axial * b.axial + a.radial * b.radial;
    }
    /// Positive if b is on the left of a.
    double cross(const ProfilePoint &a, const ProfilePoint &b)
    {
      return a.axial * b.radial - a.radial * b.axial;
    }
    double length(const ProfilePoint &a)
    {
      return std::hypot(a.axial, a.radial);
    }
    ProfilePoint left_of(const ProfilePoint &a)
    {
      return {-a.radial, a.axial};
    }
    std::string place_text(const ProfilePoint &x)
    {
      return "(" + number_text(x.axial) + ", " + number_text(x.radial) + ")";
    }

    /// Throws for points that make no polyline; returns its unit directions.
    std::vector<ProfilePoint>
    directions_of(const std::vector<ProfilePoint> &points,
                  const std::string &what)
    {
      if (points.size() < 3)
        throw Error(what + " has " + number_text(points.size()) +
                    (points.size() == 1 ? " point" : " points") +
                    "; it needs at least three. For a straight line choose a "
                    "plane or a cylinder, or give a point between the ends of "
                    "a cone.");
      double size = 0;
      for (const ProfilePoint &point : points)
        {
          if (!std::isfinite(point.axial) || !std::isfinite(point.radial) ||
              point.radial < 0)
            throw Error(what + " has the point " + place_text(point) +
                        "; radii must be finite and not negative.");
          size = std::max(size, length(point - points[0]));
        }
      std::vector<ProfilePoint> directions;
      for (std::size_t k = 0; k + 1 < points.size(); ++k)
        {
          const ProfilePoint step = points[k + 1] - points[k];
          if (!(length(step) > 1e-9 * size))
            throw Error(what + " has two equal points one after the other, " +
                        place_text(points[k]) + ". Leave one out.");
          directions.push_back(1 / length(step) * step);
        }
      return directions;
    }

    /// Length that the arc between two directions takes from both lines.
    double cut_length(const ProfilePoint &before,
                      const ProfilePoint &after,
                      const double radius)
    {
      const double angle =
        std::abs(std::atan2(cross(before, after), dot(before, after)));
      return angle < 1e-9 ? 0. : radius * std::tan(angle / 2);
    }

    ProfilePiece line(const ProfilePoint &from, const ProfilePoint &to)
    {
      ProfilePiece piece;
      piece.from      = from;
      piece.to        = to;
      piece.direction = 1 / length(to - from) * (to - from);
      return piece;
    }

    /// Whether the stretches a0 + s a and b0 + t b have a point in common,
    /// 0 <= s <= s_end, 0 <= t <= t_end; a and b are unit vectors.
    bool meet(const ProfilePoint &a0,
              const ProfilePoint &a,
              const double s_end,
              const ProfilePoint &b0,
              const ProfilePoint &b,
              const double t_end)
    {
      const ProfilePoint apart = b0 - a0;
      const double sine        = cross(a, b);
      if (std::abs(sine) < 1e-12)
        {
          if (std::abs(cross(a, apart)) > 1e-12 * (1 + length(apart)))
            return false;
          const double first = dot(a, apart);
          const double last  = first + dot(a, b) * t_end;
          return std::max(first, last) >= 0 && std::min(first, last) <= s_end;
        }
      const double s = cross(apart, b) / sine;
      const double t = cross(apart, a) / sine;
      return s >= 0 && s <= s_end && t >= 0 && t <= t_end;
    }

    /// How far a ray runs to the axis, without end if it does not get there.
    double length_to_axis(const ProfilePoint &from, const ProfilePoint &ray)
    {
      return ray.radial < 0 ? from.radial / -ray.radial
                            : std::numeric_limits<double>::max();
    }

    void refuse_crossing(const std::vector<ProfilePoint> &points,
                         const std::vector<ProfilePoint> &directions,
                         const std::string &what)
    {
      struct Stretch
      {
        ProfilePoint from, direction;
        double length;
      };
      const std::size_t n = directions.size();
      std::vector<Stretch> stretches;
      const ProfilePoint back = -1. * directions[0];
      stretches.push_back({points[0], back, length_to_axis(points[0], back)});
      for (std::size_t k = 0; k < n; ++k)
        stretches.push_back(
          {points[k], directions[k], length(points[k + 1] - points[k])});
      stretches.push_back({points[n],
                           directions[n - 1],
                           length_to_axis(points[n], directions[n - 1])});
      for (std::size_t i = 0; i < stretches.size(); ++i)
        for (std::size_t j = i + 2; j < stretches.size(); ++j)
          {
            const Stretch &a = stretches[i], &b = stretches[j];
            if (meet(
                  a.from, a.direction, a.length, b.from, b.direction, b.length))
              throw Error(
                what + " crosses itself: " +
                (i == 0 ? "what goes on straight before the first point "
                        : "the line from ") +
                place_text(a.from) + " meets " +
                (j + 1 == stretches.size()
                   ? "what goes on straight behind the last point "
                   : "the line from ") +
                place_text(b.from) + ". Correct the points or their order.");
          }
    }
  } // namespace

  std::vector<ProfilePiece>
  rounded_profile(const std::vector<ProfilePoint> &points,
                  const double corner_radius,
                  const std::string &what)
  {
    const std::vector<ProfilePoint> directions = directions_of(points, what);
    if (!(corner_radius > 0) || !std::isfinite(corner_radius))
      throw Error(what + " has the corner radius " +
                  number_text(corner_radius) +
                  "; it must be positive. Give the radius by which the edges "
                  "of the part are rounded.");
    const std::size_t n = directions.size();
    std::vector<double> cuts(n + 1, 0.);
    for (std::size_t k = 1; k < n; ++k)
      cuts[k] = cut_length(directions[k - 1], directions[k], corner_radius);
    for (std::size_t k = 0; k < n; ++k)
      {
        const double room = length(points[k + 1] - points[k]);
        if (!(cuts[k] + cuts[k + 1] <= room))
          throw Error(
            what + ": the corner radius " + number_text(corner_radius) +
            " is too large for the line from " + place_text(points[k]) +
            " to " + place_text(points[k + 1]) + ", which is " +
            number_text(room, 6) + " long while its corners take " +
            number_text(cuts[k] + cuts[k + 1], 6) +
            ". Give a smaller radius or fewer points.");
      }
    refuse_crossing(points, directions, what);

    std::vector<ProfilePiece> pieces;
    for (std::size_t k = 0; k < n; ++k)
      {
        const ProfilePoint &d   = directions[k];
        const ProfilePoint from = points[k] + cuts[k] * d;
        const ProfilePoint to   = points[k + 1] - cuts[k + 1] * d;
        ProfilePiece piece      = line(points[k], points[k + 1]);
        piece.from              = from;
        piece.to                = to;
        piece.is_first          = k == 0;
        piece.is_last           = k + 1 == n;
        pieces.push_back(piece);
        if (k + 1 < n && cuts[k + 1] > 0)
          {
            ProfilePiece arc;
            arc.from      = to;
            arc.to        = points[k + 1] + cuts[k + 1] * directions[k + 1];
            arc.direction = d;
            arc.radius =
              cross(d, directions[k + 1]) > 0 ? corner_radius : -corner_radius;
            arc.centre = to + arc.radius * left_of(d);
            pieces.push_back(arc);
          }
      }
    return pieces;
  }

  double smallest_radius(const std::vector<ProfilePiece> &profile)
  {
    double smallest = std::numeric_limits<double>::infinity();
    for (const ProfilePiece &piece : profile)
      if (piece.radius != 0)
        smallest = std::min(smallest, std::abs(piece.radius));
    return smallest;
  }

  ProfileGap profile_gap(const std::vector<ProfilePiece> &profile,
                         const ProfilePoint &x)
  {
    // The nearest point of a smooth curve without ends is a foot: of all
    // pieces the one whose nearest point is the nearest counts.
    ProfileGap result;
    double nearest = std::numeric_limits<double>::infinity();
    for (const ProfilePiece &piece : profile)
      {
        if (piece.radius == 0)
          {
            const ProfilePoint apart = x - piece.from;
            const double end      = dot(piece.direction, piece.to - piece.from);
            const double along    = dot(piece.direction, apart);
            const double height   = cross(piece.direction, apart);
            const double beyond   = along < 0 && !piece.is_first    ? -along
                                    : along > end && !piece.is_last ? along - end
                                                                    : 0.;
            const double distance = std::hypot(height, beyond);
            if (distance < nearest)
              {
                nearest = distance;
                result  = {height, left_of(piece.direction), 0};
              }
            continue;
          }
        const ProfilePoint arm = x - piece.centre;
        const double apart     = length(arm);
        // Inside the sector of the arc?
        const double turn = piece.radius > 0 ? 1. : -1.;
        const bool inside = turn * cross(piece.from - piece.centre, arm) >= 0 &&
                            turn * cross(arm, piece.to - piece.centre) >= 0;
        const double distance =
          inside ? std::abs(apart - std::abs(piece.radius))
                 : std::min(length(x - piece.from), length(x - piece.to));
        if (distance < nearest)
          {
            nearest         = distance;
            result.value    = piece.radius - turn * apart;
            result.gradient = apart > 0 ? -turn / apart * arm : ProfilePoint();
            result.second_derivative = apart > 0 ? -turn / apart : 0.;
          }
      }
    return result;
  }
} // namespace rivlin
