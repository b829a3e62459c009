// SPDX-License-Identifier: Apache-2.0
// The node orders of Abaqus and Gmsh, and the way from there to ours.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <span>

namespace rivlin
{
  /// Corners go around the bottom and then the top, as in Abaqus, Gmsh and VTK;
  /// then come nodes on edges, in faces and in the centre.
  struct ElementLayout
  {
    int dimension;
    std::vector<std::array<int, 2>> edges; ///< by their corners in the file
    std::vector<int> faces;                ///< by our face numbers
    bool has_centre = false;

    int n_corners() const
    {
      return dimension == 2 ? 4 : 8;
    }

    int n_nodes() const
    {
      return n_corners() + static_cast<int>(edges.size() + faces.size()) +
             (has_centre ? 1 : 0);
    }
  };

  ElementLayout linear_layout(int dimension);
  ElementLayout abaqus_quadratic_layout(int dimension); ///< CPE8, C3D20
  ElementLayout gmsh_serendipity_layout(int dimension); ///< types 16, 17
  ElementLayout gmsh_full_layout(int dimension);        ///< types 10, 12

  /// Place of our corner v in files.
  int corner_in_file(int v);

  /// Our edge between two of our corners.
  int edge_between_corners(int v, int w);

  /// Append a cell with nodes in the order of the file. The mesh's mid_nodes
  /// are filled up if this is the first quadratic cell.
  void append_cell(const ElementLayout &layout,
                   std::span<const int> nodes,
                   long long id,
                   PlainMesh &mesh);
} // namespace rivlin
