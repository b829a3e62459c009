// SPDX-License-Identifier: Apache-2.0
// Parametric meshes: bushing (ring in 2D, tube in 3D), box, Cook's membrane.
#pragma once

#include <rivlin/fe/mesh.h>

#include <array>
#include <memory>
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

  /// Lengths in the length unit of the case. Only the numbers that belong to
  /// the shape are used.
  struct MeshParameters
  {
    MeshShape shape = MeshShape::bushing;

    // bushing: rubber between the radii; the axis is z, the middle at z = 0.
    // Sets: "inner", "outer"; "bottom", "top" (3D); "start", "end" (sector).
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

  /// All shapes but the file. Throws Error if a number makes no sense (radii,
  /// counts, angle, grading).
  template <int dim>
  std::unique_ptr<Mesh<dim>> make_mesh(const MeshParameters &parameters,
                                       MPI_Comm communicator);
} // namespace rivlin
