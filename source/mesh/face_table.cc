// SPDX-License-Identifier: Apache-2.0
// Sides sorted by their nodes: equal ones come to stand together.
#include <rivlin/mesh/face_table.h>

#include <algorithm>
#include <numeric>

namespace rivlin
{
  namespace
  {
    std::array<int, 4> key_of(std::array<int, 4> nodes)
    {
      std::sort(nodes.begin(), nodes.end());
      return nodes;
    }
  } // namespace

  FaceTable::FaceTable(const PlainMesh &mesh)
    : n_faces_per_cell(mesh.n_faces())
  {
    const std::size_t n_sides = mesh.cells.size() * n_faces_per_cell;
    std::vector<std::array<int, 4>> side_keys(n_sides);
    for (std::size_t i = 0; i < n_sides; ++i)
      side_keys[i] =
        key_of(face_nodes(mesh,
                          {static_cast<int>(i / n_faces_per_cell),
                           static_cast<int>(i % n_faces_per_cell)}));
    std::vector<int> order(n_sides);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](const int a, const int b) {
      return side_keys[a] != side_keys[b] ? side_keys[a] < side_keys[b] : a < b;
    });
    sides.reserve(n_sides);
    group_of.resize(n_sides);
    for (std::size_t i = 0; i < n_sides; ++i)
      {
        const int side = order[i];
        if (i == 0 || side_keys[side] != keys.back())
          {
            keys.push_back(side_keys[side]);
            starts.push_back(static_cast<int>(i));
          }
        group_of[side] = static_cast<int>(keys.size()) - 1;
        sides.push_back({side / n_faces_per_cell, side % n_faces_per_cell});
      }
    starts.push_back(static_cast<int>(n_sides));
  }

  std::span<const CellFace>
  FaceTable::faces_between(const std::array<int, 4> nodes) const
  {
    const auto key   = key_of(nodes);
    const auto place = std::lower_bound(keys.begin(), keys.end(), key);
    if (place == keys.end() || *place != key)
      return {};
    return group(static_cast<int>(place - keys.begin()));
  }

  std::span<const CellFace> FaceTable::sharing(const CellFace face) const
  {
    return group(
      group_of[static_cast<std::size_t>(face.cell) * n_faces_per_cell +
               face.face]);
  }

  std::vector<CellFace> free_faces_with_nodes(const PlainMesh &mesh,
                                              const FaceTable &faces,
                                              const std::vector<int> &nodes)
  {
    std::vector<CellFace> result;
    for (int i = 0; i < faces.n_faces(); ++i)
      {
        const auto group = faces.group(i);
        if (group.size() != 1)
          continue;
        const auto corners = face_nodes(mesh, group[0]);
        if (std::all_of(corners.begin(), corners.end(), [&](const int node) {
              return node < 0 ||
                     std::binary_search(nodes.begin(), nodes.end(), node);
            }))
          result.push_back(group[0]);
      }
    make_set(result);
    return result;
  }
} // namespace rivlin
