// SPDX-License-Identifier: Apache-2.0
// Abaqus Analysis User's Guide, "Solid elements"; Gmsh reference manual, "Node
// ordering".
#include "element_layout.h"

#include <cassert>

namespace rivlin
{
  int edge_between_corners(const int v, const int w)
  {
    for (int edge = 0; edge < 12; ++edge)
      {
        const auto [a, b] = edge_corners(edge);
        if ((a == v && b == w) || (a == w && b == v))
          return edge;
      }
    assert(false);
    return -1;
  }

  int corner_in_file(const int v)
  {
    static constexpr std::array<int, 8> places = {0, 1, 3, 2, 4, 5, 7, 6};
    return places[v];
  }

  ElementLayout linear_layout(const int dimension)
  {
    return {dimension, {}, {}};
  }

  ElementLayout abaqus_quadratic_layout(const int dimension)
  {
    ElementLayout layout{dimension, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {}};
    if (dimension == 3)
      layout.edges.insert(
        layout.edges.end(),
        {{4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}});
    return layout;
  }

  ElementLayout gmsh_serendipity_layout(const int dimension)
  {
    if (dimension == 2)
      return abaqus_quadratic_layout(2);
    return {3,
            {{0, 1},
             {0, 3},
             {0, 4},
             {1, 2},
             {1, 5},
             {2, 3},
             {2, 6},
             {3, 7},
             {4, 5},
             {4, 7},
             {5, 6},
             {6, 7}},
            {}};
  }

  ElementLayout gmsh_full_layout(const int dimension)
  {
    ElementLayout layout = gmsh_serendipity_layout(dimension);
    if (dimension == 3)
      layout.faces = {4, 2, 0, 1, 3, 5};
    layout.has_centre = true;
    return layout;
  }

  void append_cell(const ElementLayout &layout,
                   const std::span<const int> nodes,
                   const long long id,
                   PlainMesh &mesh)
  {
    assert(static_cast<int>(nodes.size()) == layout.n_nodes());
    std::array<int, 8> corners;
    corners.fill(-1);
    for (int v = 0; v < layout.n_corners(); ++v)
      corners[v] = nodes[corner_in_file(v)];
    mesh.cells.push_back(corners);
    mesh.cell_ids.push_back(id);
    const bool is_linear = layout.n_nodes() == layout.n_corners();
    if (is_linear && mesh.mid_nodes.empty())
      return;
    mesh.mid_nodes.resize(mesh.cells.size());
    MidNodes &mid    = mesh.mid_nodes.back();
    std::size_t next = layout.n_corners();
    for (const auto &[a, b] : layout.edges)
      // The exchange of 2 and 3, 6 and 7 is its own inverse.
      mid.edges[edge_between_corners(corner_in_file(a), corner_in_file(b))] =
        nodes[next++];
    for (const int face : layout.faces)
      mid.faces[face] = nodes[next++];
    if (layout.has_centre)
      mid.centre = nodes[next++];
  }
} // namespace rivlin
