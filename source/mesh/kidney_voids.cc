// SPDX-License-Identifier: Apache-2.0
// Directions on a rounded end are measured about its centre, from the
// circumferential direction (away from the void) towards the outside.
#include <rivlin/mesh/kidney_voids.h>

#include <rivlin/base/number_text.h>
#include <rivlin/mesh/element_spacing.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>

namespace rivlin
{
  namespace
  {
    constexpr double pi     = std::numbers::pi;
    constexpr double degree = pi / 180;

    void check_radii(const VoidParameters &p)
    {
      require_in_mesh(
        p.inner_radius > p.ring_inner_radius &&
          p.outer_radius > p.inner_radius &&
          p.outer_radius <= p.ring_outer_radius,
        "voids lie inside the rubber, but \"Void inner radius\" " +
          number_text(p.inner_radius) + " and \"Void outer radius\" " +
          number_text(p.outer_radius) + " do not satisfy inner radius " +
          number_text(p.ring_inner_radius) +
          " < void inner radius < void outer radius <= outer radius " +
          number_text(p.ring_outer_radius) + ". Change them.");
      require_in_mesh(
        p.outer_radius <= 3 * p.inner_radius,
        "a void from radius " + number_text(p.inner_radius) + " to " +
          number_text(p.outer_radius) +
          " is too high for rounded ends. Choose \"Void outer radius\" "
          "at most three times \"Void inner radius\".");
    }

    void check_angles(const VoidParameters &p, const double smallest)
    {
      require_in_mesh(std::isfinite(p.angle),
                      "\"Void angle\" is " + number_text(p.angle) +
                        "; give an angle in degrees.");
      require_in_mesh(p.width >= smallest,
                      "\"Void width\" is " + number_text(p.width) +
                        " degrees; with rounded ends a void from radius " +
                        number_text(p.inner_radius) + " to " +
                        number_text(p.outer_radius) + " needs at least " +
                        number_text(std::ceil(10 * smallest) / 10) +
                        ". Make it wider or less high.");
      require_in_mesh(
        p.n_voids * p.width < 360,
        "the voids overlap: " + number_text(p.n_voids) +
          " of them with \"Void width\" " + number_text(p.width) +
          " degrees do not fit into 360 degrees. Make them narrower.");
    }
  } // namespace

  KidneyVoids::KidneyVoids(const VoidParameters &p)
    : parameters(p)
  {
    check_radii(p);
    check_grading(p.grading);
    // A cover that thin is a rounding error of the input.
    open = p.outer_radius > p.ring_outer_radius * (1 - 1e-9);

    end_radius    = (p.outer_radius - p.inner_radius) / 2;
    centre_radius = (p.outer_radius + p.inner_radius) / 2;
    // The ray that touches the end does so at a right angle to its direction.
    const double half_cap = std::asin(end_radius / centre_radius);
    tip                   = -half_cap;
    // An arc at least half as long as the void is high: no tiny elements.
    check_angles(p, (2 * half_cap + end_radius / centre_radius) / degree);
    arc_angle = p.width / 2 * degree - half_cap;
    // Half way from the arc to the tip the grid lines, nearly radial and
    // circumferential, meet the end at nearly equal angles.
    inner_corner = (tip - pi / 2) / 2;
    outer_corner = open ? tip : (tip + pi / 2) / 2;

    const PolarPoint touch = cap(tip);
    const double above     = open ? p.ring_outer_radius - touch.radius
                                  : p.ring_outer_radius - p.outer_radius;
    const std::vector<LinePiece> pieces = {
      {p.inner_radius - p.ring_inner_radius, 1, 1},
      {end_radius * (outer_corner - inner_corner), 1, open ? 1 : 2},
      {above, 1, 1}};
    const int fewest = open ? 3 : 4;
    require_in_mesh(p.elements_radial >= fewest,
                    "\"Elements radial\" is " + number_text(p.elements_radial) +
                      "; beside voids that " + (open ? "" : "do not ") +
                      "reach the outer radius it must be at least " +
                      number_text(fewest) + ".");
    radial = share_elements(p.elements_radial, pieces);
    require_in_mesh(p.grading == 1 || radial[0] > 1 || radial[2] > 1,
                    "\"Grading radial\" is " + number_text(p.grading) +
                      ", but there is one element between the voids and each "
                      "sleeve, nothing to grade. Give more \"Elements "
                      "radial\" than " +
                      number_text(p.elements_radial) + ".");

    require_in_mesh(p.elements_around % p.n_voids == 0 &&
                      p.elements_around >= 4 * p.n_voids,
                    "\"Elements circumferential\" is " +
                      number_text(p.elements_around) + "; with " +
                      number_text(p.n_voids) +
                      " voids it must be a multiple of that number, at least " +
                      number_text(4 * p.n_voids) + ".");
    const double web_angle =
      2 * pi / p.n_voids - 2 * (arc_angle + cap(inner_corner).angle);
    const std::vector<int> shares =
      share_elements(p.elements_around / p.n_voids,
                     {{end_radius * (inner_corner + pi / 2), 2, 1},
                      {2 * arc_angle * centre_radius, 1, 1},
                      {web_angle * centre_radius, 1, 1}});
    around = {shares[0], shares[1], shares[0], shares[2]};
  }

  int KidneyVoids::n_radial() const
  {
    return parameters.elements_radial;
  }

  int KidneyVoids::n_around() const
  {
    return parameters.elements_around;
  }

  bool KidneyVoids::is_open() const
  {
    return open;
  }

  int KidneyVoids::void_of_column(const int j) const
  {
    const int period = n_around() / parameters.n_voids;
    return j % period < period - around[web] ? j / period : -1;
  }

  bool KidneyVoids::is_void(const int i, const int j) const
  {
    return void_of_column(j) >= 0 && i >= radial[0] && i < n_radial() &&
           (open || i < radial[0] + radial[1]);
  }

  /// Polar coordinates of a point of a rounded end; angle from its centre's.
  PolarPoint KidneyVoids::cap(const double direction) const
  {
    const double x = centre_radius + end_radius * std::sin(direction);
    const double y = end_radius * std::cos(direction);
    return {std::hypot(x, y), std::atan2(y, x)};
  }

  KidneyVoids::Place KidneyVoids::place(const int j, const double t) const
  {
    const int period = n_around() / parameters.n_voids;
    const double centre =
      parameters.angle * degree + 2 * pi * (j / period) / parameters.n_voids;
    int first = j % period, piece = start;
    while (first >= around[piece])
      first -= around[piece++];
    return {static_cast<Piece>(piece), (first + t) / around[piece], centre};
  }

  /// From the end of a void to the start of the next, at that distance from
  /// the voids' middles.
  double KidneyVoids::angle_in_web(const Place &place,
                                   const double offset) const
  {
    return place.centre + std::lerp(offset,
                                    2 * pi / parameters.n_voids - offset,
                                    place.fraction);
  }

  /// The upper edge of the inner cover, the lower edge of the outer one.
  PolarPoint KidneyVoids::edge(const Place &place, const bool is_outside) const
  {
    const double corner  = is_outside ? outer_corner : inner_corner;
    const double arc_end = is_outside ? pi / 2 : -pi / 2;
    const auto on_cap    = [&](const double distance) {
      // An open void has no outer edge; its columns go on above it.
      if (open && is_outside)
        return PolarPoint{parameters.outer_radius, -tip * distance};
      return cap(std::lerp(arc_end, corner, distance));
    };
    const PolarPoint rounded =
      on_cap(place.piece == start ? 1 - place.fraction : place.fraction);
    switch (place.piece)
      {
        case start:
          return {rounded.radius, place.centre - arc_angle - rounded.angle};
        case arc:
          return {is_outside ? parameters.outer_radius
                             : parameters.inner_radius,
                  place.centre +
                    std::lerp(-arc_angle, arc_angle, place.fraction)};
        case end:
          return {rounded.radius, place.centre + arc_angle + rounded.angle};
        case web:
          break;
      }
    const PolarPoint side = on_cap(1);
    return {side.radius, angle_in_web(place, arc_angle + side.angle)};
  }

  PolarPoint KidneyVoids::point(const int i,
                                const double s,
                                const int j,
                                const double t) const
  {
    assert(!is_void(i, j));
    const Place where = place(j, t);
    if (i < radial[0])
      {
        const PolarPoint top = edge(where, false);
        return {std::lerp(top.radius,
                          parameters.ring_inner_radius,
                          graded_fraction(1 - (i + s) / radial[0],
                                          parameters.grading)),
                top.angle};
      }
    if (i < radial[0] + radial[1])
      {
        const PolarPoint side = cap(std::lerp(inner_corner,
                                              outer_corner,
                                              (i - radial[0] + s) / radial[1]));
        return {side.radius, angle_in_web(where, arc_angle + side.angle)};
      }
    PolarPoint base = edge(where, true);
    if (open)
      base.radius = cap(tip).radius;
    return {std::lerp(base.radius,
                      parameters.ring_outer_radius,
                      graded_fraction((i - radial[0] - radial[1] + s) /
                                        radial[2],
                                      parameters.grading)),
            base.angle};
  }

  double KidneyVoids::angle_inside(const int j, const double t) const
  {
    return edge(place(j, t), false).angle;
  }

  double KidneyVoids::angle_outside(const int j, const double t) const
  {
    return edge(place(j, t), true).angle;
  }
} // namespace rivlin
