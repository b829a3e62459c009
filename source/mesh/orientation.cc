// SPDX-License-Identifier: Apache-2.0
// The mirror is at the middle of the first reference coordinate: corner v
// becomes v with its lowest bit changed.
#include <rivlin/mesh/orientation.h>

#include <utility>

namespace rivlin
{
  void reverse_cell(PlainMesh &mesh, const int cell)
  {
    for (int v = 0; v < mesh.n_corners(); v += 2)
      std::swap(mesh.cells[cell][v], mesh.cells[cell][v + 1]);
    if (mesh.mid_nodes.empty())
      return;
    MidNodes &mid = mesh.mid_nodes[cell];
    // The edges along x stay, the others change sides in pairs.
    for (const int edge : {0, 4, 8, 10})
      std::swap(mid.edges[edge], mid.edges[edge + 1]);
    std::swap(mid.faces[0], mid.faces[1]);
  }

  void reverse_all_cells(PlainMesh &mesh)
  {
    for (int cell = 0; cell < static_cast<int>(mesh.cells.size()); ++cell)
      reverse_cell(mesh, cell);
    for (auto &[name, faces] : mesh.face_sets)
      {
        for (CellFace &face : faces)
          if (face.face < 2)
            face.face = 1 - face.face;
        make_set(faces);
      }
  }
} // namespace rivlin
