// SPDX-License-Identifier: Apache-2.0
// The node order of VTK's hexahedra is that of Abaqus, also with 20 nodes.
#include <rivlin/mesh/mesh_vtu.h>

#include "element_layout.h"

#include <rivlin/base/vtu_file.h>
#include <rivlin/mesh/cell_geometry.h>

#include <utility>

namespace rivlin
{
  namespace
  {
    /// The corners (our numbers) along a closed or open path, and the edges
    /// between them.
    void append_path(const PlainMesh &mesh,
                     const int cell,
                     const std::vector<int> &corners,
                     const std::vector<std::array<int, 2>> &edges,
                     const VtkCell straight,
                     const VtkCell curved,
                     VtuGrid &grid)
    {
      std::vector<int> nodes;
      for (const int v : corners)
        nodes.push_back(mesh.cells[cell][v]);
      bool has_mid_nodes = !mesh.mid_nodes.empty();
      for (const auto &[a, b] : edges)
        if (has_mid_nodes)
          {
            nodes.push_back(
              mesh.mid_nodes[cell].edges[edge_between_corners(a, b)]);
            has_mid_nodes = nodes.back() >= 0;
          }
      if (!has_mid_nodes)
        nodes.resize(corners.size());
      grid.add_cell(has_mid_nodes ? curved : straight, nodes);
    }

    void append_cell(const PlainMesh &mesh, const int cell, VtuGrid &grid)
    {
      std::vector<int> corners;
      for (int v = 0; v < mesh.n_corners(); ++v)
        corners.push_back(corner_in_file(v));
      auto edges = abaqus_quadratic_layout(mesh.dimension).edges;
      for (auto &[a, b] : edges)
        {
          a = corner_in_file(a);
          b = corner_in_file(b);
        }
      append_path(mesh,
                  cell,
                  corners,
                  edges,
                  mesh.dimension == 2 ? VtkCell::quad : VtkCell::hexahedron,
                  mesh.dimension == 2 ? VtkCell::quadratic_quad
                                      : VtkCell::quadratic_hexahedron,
                  grid);
    }

    void append_face(const PlainMesh &mesh, const CellFace face, VtuGrid &grid)
    {
      const auto v = face_corners(mesh.dimension, face.face);
      if (mesh.dimension == 2)
        append_path(mesh,
                    face.cell,
                    {v[0], v[1]},
                    {{v[0], v[1]}},
                    VtkCell::line,
                    VtkCell::quadratic_edge,
                    grid);
      else
        append_path(mesh,
                    face.cell,
                    {v[0], v[1], v[3], v[2]},
                    {{v[0], v[1]}, {v[1], v[3]}, {v[3], v[2]}, {v[2], v[0]}},
                    VtkCell::quad,
                    VtkCell::quadratic_quad,
                    grid);
    }
  } // namespace

  std::string mesh_vtu(const PlainMesh &mesh)
  {
    VtuGrid grid;
    std::vector<std::int32_t> regions, surfaces;
    std::vector<std::int64_t> elements;
    std::vector<double> jacobians;
    const auto add_data =
      [&](const int cell, const int region, const int surface) {
        regions.push_back(region);
        surfaces.push_back(surface);
        elements.push_back(mesh.cell_ids[cell]);
        jacobians.push_back(scaled_jacobian(mesh, cell));
      };
    for (int cell = 0; cell < static_cast<int>(mesh.cells.size()); ++cell)
      {
        append_cell(mesh, cell, grid);
        add_data(cell, mesh.cell_regions[cell] + 1, 0);
      }
    std::vector<std::string> surface_names;
    for (const auto &[name, faces] : mesh.face_sets)
      {
        surface_names.push_back(name);
        for (const CellFace &face : faces)
          {
            append_face(mesh, face, grid);
            add_data(face.cell, 0, static_cast<int>(surface_names.size()));
          }
      }
    std::vector<double> points;
    for (const MeshPoint &point : mesh.nodes)
      points.insert(points.end(), point.begin(), point.end());
    grid.points.values = std::move(points);
    grid.cell_data     = {{"region", 1, std::move(regions)},
                          {"surface", 1, std::move(surfaces)},
                          {"element", 1, std::move(elements)},
                          {"scaled Jacobian", 1, std::move(jacobians)}};
    grid.point_data    = {
         {"node",
          1,
          std::vector<std::int64_t>(mesh.node_ids.begin(), mesh.node_ids.end())}};
    grid.names = {{"region names", mesh.regions},
                  {"surface names", std::move(surface_names)}};
    return vtu_text(grid, {.as_text = true, .deflate = {}});
  }
} // namespace rivlin
