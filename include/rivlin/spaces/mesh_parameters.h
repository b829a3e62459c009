// SPDX-License-Identifier: Apache-2.0
// The numbers that describe a mesh; no deal.II.
#pragma once

#include <array>
#include <string>

namespace rivlin
{
  enum class MeshShape
  {
    bushing,
    box,
    cook,
    file ///< see mesh_import.h
  };

  /// How the free ends of the rubber recede between the sleeves.
  enum class FreeSurface
  {
    flat,
    groove, ///< a parabola that is deepest in the middle
    chamfer ///< a cone that is deepest at the outer sleeve
  };

  enum class Flanges
  {
    none,
    top,
    bottom,
    both
  };

  /// Lengths in the length unit of the case. Only the numbers that belong to
  /// the shape are used.
  struct MeshParameters
  {
    MeshShape shape = MeshShape::bushing;

    // bushing: rubber between the radii; the axis is z, the middle at z = 0.
    // Sets: "inner", "outer"; "bottom", "top" (3D, steel included); "start",
    // "end" (sector).
    // Regions: "rubber", "inner steel", "outer steel".
    double inner_radius          = 10;
    double outer_radius          = 25;
    double length                = 40;
    double sector_angle          = 360; ///< degrees, counted from the x axis
    double inner_steel           = 0;   ///< wall thickness inside the rubber
    double outer_steel           = 0;   ///< wall thickness outside the rubber
    int elements_radial          = 4;
    int elements_circumferential = 24;
    int elements_axial           = 8;
    int elements_steel           = 1; ///< through each steel wall
    /// Size of the middle element over that of the edge elements.
    double grading_radial = 1;
    double grading_axial  = 1;

    // bushing with kidney voids, see kidney_voids.h. Sets for each of them:
    // "void 1 inner", "void 1 ends", and "void 1 outer" if there is a cover
    // of rubber, a steel wall or a flange outside.
    int voids                = 0;
    double void_angle        = 0;  ///< centre of the first one, degrees
    double void_width        = 60; ///< between its tips, degrees
    double void_inner_radius = 14;
    double void_outer_radius = 21;

    // bushing in 3D: rims of rubber around the ends of the outer sleeve, which
    // ends below them. Sets: "flange top" (end face outside of the outer
    // radius), "flange top seat" (towards the middle), "flange top rim".
    Flanges flanges         = Flanges::none;
    double flange_radius    = 32;
    double flange_thickness = 4;
    int elements_flange     = 2; ///< from the outer sleeve to the rim

    FreeSurface free_surface  = FreeSurface::flat; ///< bushing in 3D
    double free_surface_depth = 3;

    // box: [0, size]; sets "x0", "x1", "y0", "y1", "z0", "z1"; region "rubber".
    std::array<double, 3> size  = {1, 1, 1};
    std::array<int, 3> elements = {4, 4, 4}; ///< also Cook's (x and y)

    // Cook's membrane: sets "left", "right", "bottom", "top" (and "back",
    // "front" in 3D with thickness size[2]); region "rubber".

    // file
    std::string file;
    bool merge_coincident_nodes = false;

    int refinements = 0; ///< global refinements after that, kept round
  };
} // namespace rivlin
