// SPDX-License-Identifier: Apache-2.0
// Checks of the numbers first, then grid lines, then the questions.
#include <rivlin/spaces/bushing_shape.h>

#include <rivlin/base/number_text.h>
#include <rivlin/mesh/element_spacing.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rivlin
{
  BushingShape::BushingShape(const MeshParameters &p, const int dimension)
    : parameters(p)
  {
    check_ring(dimension);
    if (p.voids > 0)
      {
        require_in_mesh(is_closed(),
                        "voids need a full ring, but \"Sector angle\" is " +
                          number_text(p.sector_angle) +
                          ". Leave one of the two out.");
        voids.emplace(VoidParameters{p.inner_radius,
                                     p.outer_radius,
                                     p.voids,
                                     p.void_angle,
                                     p.void_width,
                                     p.void_inner_radius,
                                     p.void_outer_radius,
                                     p.elements_radial,
                                     p.elements_circumferential,
                                     p.grading_radial});
      }
    if (p.free_surface != FreeSurface::flat)
      check_free_surface();
    if (p.flanges != Flanges::none)
      check_flanges();
    place_radii();
    place_heights();
  }

  void BushingShape::check_ring(const int dimension) const
  {
    const MeshParameters &p = parameters;
    require_in_mesh(
      p.inner_radius > 0 && p.outer_radius > p.inner_radius,
      "the radii must satisfy 0 < inner radius < outer radius; they are " +
        number_text(p.inner_radius) + " and " + number_text(p.outer_radius) +
        ".");
    require_in_mesh(
      p.inner_steel >= 0 && p.inner_steel < p.inner_radius &&
        p.outer_steel >= 0,
      "steel walls must not be negative, and the inner one thinner than "
      "the inner radius; they are " +
        number_text(p.inner_steel) + " and " + number_text(p.outer_steel) +
        ".");
    require_in_mesh(p.sector_angle > 0 && p.sector_angle <= 360,
                    "\"Sector angle\" must be in (0, 360] degrees; it is " +
                      number_text(p.sector_angle) + ".");
    require_in_mesh(dimension == 2 || p.length > 0,
                    "\"Length\" must be positive; it is " +
                      number_text(p.length) + ".");
    check_element_count("Elements radial", p.elements_radial);
    check_element_count("Elements circumferential", p.elements_circumferential);
    check_element_count("Elements axial", p.elements_axial);
    check_element_count("Elements steel", p.elements_steel);
    require_in_mesh(!is_closed() || p.elements_circumferential >= 3,
                    "a full ring needs at least 3 elements around; \"Elements "
                    "circumferential\" is " +
                      number_text(p.elements_circumferential) + ".");
    require_in_mesh(p.voids >= 0,
                    "\"Voids\" must not be negative; it is " +
                      number_text(p.voids) + ".");
    require_in_mesh(dimension == 3 || (p.free_surface == FreeSurface::flat &&
                                       p.flanges == Flanges::none),
                    "a bushing in 2D has no free ends and no flanges. Remove "
                    "\"Free surface\" and \"Flanges\", or choose 3D.");
  }

  void BushingShape::check_free_surface() const
  {
    const MeshParameters &p = parameters;
    const double thickness  = p.outer_radius - p.inner_radius;
    // The parabola meets the sleeves with a slope of 4 depth/thickness: 63
    // degrees at most, so that no cell is flat there.
    const double deepest =
      p.free_surface == FreeSurface::groove ? thickness / 2 : thickness;
    const std::string depth =
      "\"Free surface depth\" is " + number_text(p.free_surface_depth);
    require_in_mesh(p.free_surface_depth > 0 && p.free_surface_depth <= deepest,
                    depth + "; it must be positive and at most " +
                      number_text(deepest) +
                      (p.free_surface == FreeSurface::groove
                         ? ", half the thickness of the rubber."
                         : ", the thickness of the rubber."));
    require_in_mesh(p.free_surface_depth < p.length / 2,
                    depth + ", but the bushing is " + number_text(p.length) +
                      " long: the free ends meet. Make it less deep than half "
                      "the length.");
    require_in_mesh(p.free_surface == FreeSurface::groove ||
                      p.flanges == Flanges::none,
                    "a chamfer shortens the outer sleeve where the flange "
                    "is. Choose \"Free surface\" groove or flat with "
                    "\"Flanges\".");
  }

  void BushingShape::check_flanges() const
  {
    const MeshParameters &p = parameters;
    const int number        = p.flanges == Flanges::both ? 2 : 1;
    const double sleeve     = p.outer_radius + p.outer_steel;
    require_in_mesh(p.flange_radius > sleeve,
                    "\"Flange radius\" is " + number_text(p.flange_radius) +
                      "; it must be larger than the outer sleeve, " +
                      number_text(sleeve) + ".");
    require_in_mesh(p.flange_thickness > 0 &&
                      number * p.flange_thickness < p.length,
                    "\"Flange thickness\" is " +
                      number_text(p.flange_thickness) +
                      "; it must be positive and leave something of the "
                      "length, " +
                      number_text(p.length) + ", to the outer sleeve.");
    check_element_count("Elements flange", p.elements_flange);
    require_in_mesh(p.elements_axial > number,
                    "\"Elements axial\" is " + number_text(p.elements_axial) +
                      "; with flanges it must be at least " +
                      number_text(number + 1) + ".");
    require_in_mesh(p.grading_axial == 1,
                    "\"Grading axial\" is " + number_text(p.grading_axial) +
                      ", but a bushing with flanges has no grading. Leave one "
                      "of the two out.");
  }

  void BushingShape::place_radii()
  {
    const MeshParameters &p = parameters;
    const auto append       = [&](const std::vector<double> &more) {
      radii.insert(radii.end(),
                   more.begin() + (radii.empty() ? 0 : 1),
                   more.end());
      return static_cast<int>(radii.size()) - 1;
    };
    const double inner = p.inner_radius, outer = p.outer_radius;
    if (p.inner_steel > 0)
      rubber_begin = append(
        graded_positions(inner - p.inner_steel, inner, p.elements_steel, 1));
    rubber_end = append(
      graded_positions(inner, outer, p.elements_radial, p.grading_radial));
    steel_end = rubber_end;
    if (p.outer_steel > 0)
      steel_end = append(
        graded_positions(outer, outer + p.outer_steel, p.elements_steel, 1));
    if (p.flanges != Flanges::none)
      append(
        graded_positions(radii.back(), p.flange_radius, p.elements_flange, 1));
  }

  void BushingShape::place_heights()
  {
    const MeshParameters &p = parameters;
    const double end        = p.length / 2;
    heights = graded_positions(-end, end, p.elements_axial, p.grading_axial);
    if (p.flanges == Flanges::none)
      return;
    const bool bottom = p.flanges != Flanges::top;
    const bool top    = p.flanges != Flanges::bottom;
    const int number  = bottom + top;
    const std::vector<int> shares =
      share_elements(p.elements_axial,
                     {{p.flange_thickness, number, 1},
                      {p.length - number * p.flange_thickness, 1, 1}});
    n_layers_bottom    = bottom ? shares[0] : 0;
    n_layers_top       = top ? shares[0] : 0;
    const double low   = bottom ? p.flange_thickness - end : -end;
    const double high  = top ? end - p.flange_thickness : end;
    const auto between = [&](double a, double b, int n, int first) {
      const std::vector<double> positions = graded_positions(a, b, n, 1);
      std::copy(positions.begin(), positions.end(), heights.begin() + first);
    };
    if (bottom)
      between(-end, low, n_layers_bottom, 0);
    between(low, high, shares[1], n_layers_bottom);
    if (top)
      between(high, end, n_layers_top, n_layers_bottom + shares[1]);
  }

  BushingShape::Cell BushingShape::n_cells() const
  {
    return {static_cast<int>(radii.size()) - 1,
            parameters.elements_circumferential,
            parameters.elements_axial};
  }

  bool BushingShape::is_closed() const
  {
    return parameters.sector_angle == 360;
  }

  bool BushingShape::is_bent() const
  {
    return voids.has_value() || parameters.free_surface != FreeSurface::flat;
  }

  bool BushingShape::has_flange(const int layer) const
  {
    return layer < n_layers_bottom ||
           layer >= parameters.elements_axial - n_layers_top;
  }

  std::optional<BushingRegion> BushingShape::region(const Cell &cell) const
  {
    const auto [i, j, k] = cell;
    const Cell n         = n_cells();
    for (int d = 0; d < 3; ++d)
      if (cell[d] < 0 || cell[d] >= n[d])
        return std::nullopt;
    if (i < rubber_begin)
      return BushingRegion::inner_steel;
    if (i < rubber_end)
      return voids && voids->is_void(i - rubber_begin, j)
               ? std::nullopt
               : std::optional(BushingRegion::rubber);
    if (has_flange(k))
      return BushingRegion::rubber;
    return i < steel_end ? std::optional(BushingRegion::outer_steel)
                         : std::nullopt;
  }

  /// Depth of the free surface at a radius; sleeves end where rubber does.
  double BushingShape::recess(const double radius) const
  {
    const MeshParameters &p = parameters;
    const double x =
      std::clamp((radius - p.inner_radius) / (p.outer_radius - p.inner_radius),
                 0.,
                 1.);
    switch (p.free_surface)
      {
        case FreeSurface::flat:
          break;
        case FreeSurface::groove:
          return p.free_surface_depth * 4 * x * (1 - x);
        case FreeSurface::chamfer:
          return p.free_surface_depth * x;
      }
    return 0;
  }

  PolarPoint
  BushingShape::polar(const Cell &cell, const double s, const double t) const
  {
    const auto [i, j, k]    = cell;
    const MeshParameters &p = parameters;
    const double radius     = std::lerp(radii[i], radii[i + 1], s);
    if (!voids)
      return {radius,
              p.sector_angle * std::numbers::pi / 180 * (j + t) /
                p.elements_circumferential};
    if (i < rubber_begin)
      return {radius, voids->angle_inside(j, t)};
    if (i >= rubber_end)
      return {radius, voids->angle_outside(j, t)};
    return voids->point(i - rubber_begin, s, j, t);
  }

  std::array<double, 3>
  BushingShape::point(const Cell &cell,
                      const std::array<double, 3> &reference) const
  {
    const PolarPoint at = polar(cell, reference[0], reference[1]);
    const double height =
      std::lerp(heights[cell[2]], heights[cell[2] + 1], reference[2]);
    return {at.radius * std::cos(at.angle),
            at.radius * std::sin(at.angle),
            height * (1 - recess(at.radius) / (parameters.length / 2))};
  }

  std::string BushingShape::void_name(const int j) const
  {
    const int n = parameters.elements_circumferential;
    return "void " + number_text(voids->void_of_column((j + n) % n) + 1);
  }

  std::string BushingShape::side(const Cell &cell, const int face) const
  {
    const auto [i, j, k]  = cell;
    const Cell n          = n_cells();
    const bool is_high    = face % 2 == 1;
    const bool is_top     = k >= n[2] - n_layers_top;
    const std::string end = is_top ? "top" : "bottom";
    switch (face / 2)
      {
        case 0:
          if (!is_high)
            return i == 0 ? "inner" : void_name(j) + " outer";
          if (voids && voids->is_void(i + 1 - rubber_begin, j))
            return void_name(j) + " inner";
          return i >= rubber_end && has_flange(k) ? "flange " + end + " rim"
                                                  : "outer";
        case 1:
          if (is_closed())
            return void_name(is_high ? j + 1 : j - 1) + " ends";
          return is_high ? "end" : "start";
        default:
          break;
      }
    const bool is_end = k == (is_high ? n[2] - 1 : 0);
    if (!is_end)
      return "flange " + end + " seat";
    const std::string name = is_high ? "top" : "bottom";
    return i >= rubber_end && has_flange(k) ? "flange " + name : name;
  }
} // namespace rivlin
