// SPDX-License-Identifier: Apache-2.0
// deal.II turns the corners; edges and faces follow.
#include "consistent_order.h"

#include <deal.II/grid/grid_tools.h>
#include <deal.II/grid/tria_description.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// The cell's old number of each new corner.
    using Turn = std::array<int, 8>;

    int old_edge(const PlainMesh &mesh, const Turn &turn, const int edge)
    {
      const auto [a, b] = edge_corners(edge);
      for (int e = 0; e < mesh.n_edges(); ++e)
        {
          const auto [c, d] = edge_corners(e);
          if ((turn[a] == c && turn[b] == d) || (turn[a] == d && turn[b] == c))
            return e;
        }
      return -1;
    }

    int old_face(const PlainMesh &mesh, const Turn &turn, const int face)
    {
      const int n = mesh.n_face_corners();
      auto turned = face_corners(mesh.dimension, face);
      for (int v = 0; v < n; ++v)
        turned[v] = turn[turned[v]];
      std::sort(turned.begin(), turned.begin() + n);
      for (int f = 0; f < mesh.n_faces(); ++f)
        {
          auto corners = face_corners(mesh.dimension, f);
          std::sort(corners.begin(), corners.begin() + n);
          if (std::equal(corners.begin(), corners.begin() + n, turned.begin()))
            return f;
        }
      return -1;
    }

    template <int dim>
    void order(PlainMesh &mesh)
    {
      const int n_corners = mesh.n_corners();
      std::vector<dealii::CellData<dim>> cells(mesh.cells.size());
      for (std::size_t c = 0; c < cells.size(); ++c)
        std::copy_n(mesh.cells[c].begin(),
                    n_corners,
                    cells[c].vertices.begin());
      dealii::GridTools::consistently_order_cells(cells);

      std::vector<std::array<int, 6>> new_faces(mesh.cells.size());
      for (std::size_t c = 0; c < cells.size(); ++c)
        {
          const auto old = mesh.cells[c];
          Turn turn{};
          for (int v = 0; v < n_corners; ++v)
            {
              mesh.cells[c][v] = static_cast<int>(cells[c].vertices[v]);
              turn[v]          = static_cast<int>(
                std::find(old.begin(), old.end(), mesh.cells[c][v]) -
                old.begin());
            }
          for (int f = 0; f < mesh.n_faces(); ++f)
            new_faces[c][old_face(mesh, turn, f)] = f;
          if (mesh.mid_nodes.empty())
            continue;
          const MidNodes before = mesh.mid_nodes[c];
          MidNodes &now         = mesh.mid_nodes[c];
          for (int e = 0; e < mesh.n_edges(); ++e)
            now.edges[e] = before.edges[old_edge(mesh, turn, e)];
          if (dim == 3)
            for (int f = 0; f < mesh.n_faces(); ++f)
              now.faces[f] = before.faces[old_face(mesh, turn, f)];
        }
      for (auto &[name, faces] : mesh.face_sets)
        {
          for (CellFace &face : faces)
            face.face = new_faces[face.cell][face.face];
          std::sort(faces.begin(), faces.end());
        }
    }
  } // namespace

  void order_consistently(PlainMesh &mesh)
  {
    if (mesh.dimension == 2)
      order<2>(mesh);
    else
      order<3>(mesh);
  }
} // namespace rivlin
