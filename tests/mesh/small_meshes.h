// SPDX-License-Identifier: Apache-2.0
// Boxes of cells and the text of small decks.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <array>
#include <string>

namespace rivlin
{
  /// A box of unit cells with one region "rubber" and numbers from 1.
  inline PlainMesh unit_cells(const std::array<int, 3> n, const int dimension)
  {
    PlainMesh mesh;
    mesh.dimension        = dimension;
    const int n_layers    = dimension == 2 ? 1 : n[2] + 1;
    const auto node_index = [&](const int i, const int j, const int k) {
      return (k * (n[1] + 1) + j) * (n[0] + 1) + i;
    };
    for (int k = 0; k < n_layers; ++k)
      for (int j = 0; j <= n[1]; ++j)
        for (int i = 0; i <= n[0]; ++i)
          {
            mesh.nodes.push_back({double(i), double(j), double(k)});
            mesh.node_ids.push_back(mesh.nodes.size());
          }
    for (int k = 0; k < (dimension == 2 ? 1 : n[2]); ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          {
            std::array<int, 8> cell;
            cell.fill(-1);
            for (int v = 0; v < mesh.n_corners(); ++v)
              cell[v] =
                node_index(i + (v & 1), j + ((v >> 1) & 1), k + (v >> 2));
            mesh.cells.push_back(cell);
            mesh.cell_ids.push_back(mesh.cells.size());
          }
    mesh.regions = {"rubber"};
    mesh.cell_regions.assign(mesh.cells.size(), 0);
    mesh.n_corner_nodes = static_cast<int>(mesh.nodes.size());
    return mesh;
  }

  /// Nodes of the unit cube in Abaqus' order: around the bottom, around the
  /// top.
  inline const std::string cube_nodes =
    "*NODE\n"
    "1, 0, 0, 0\n2, 1, 0, 0\n"
    "3, 1, 1, 0\n4, 0, 1, 0\n"
    "5, 0, 0, 1\n6, 1, 0, 1\n"
    "7, 1, 1, 1\n8, 0, 1, 1\n";

  inline const std::string cube_element =
    "*ELEMENT, TYPE=C3D8H\n"
    "7, 1, 2, 3, 4, 5, 6, 7, 8\n";

  inline const std::string cube = cube_nodes + cube_element;
} // namespace rivlin
