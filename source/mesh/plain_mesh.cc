// SPDX-License-Identifier: Apache-2.0
// The numbering of corners, edges and faces, and the order of the nodes.
#include <rivlin/mesh/plain_mesh.h>

#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cassert>

namespace rivlin
{
  std::array<int, 2> edge_corners(const int edge)
  {
    assert(edge >= 0 && edge < 12);
    static constexpr std::array<std::array<int, 2>, 12> corners = {{{0, 2},
                                                                    {1, 3},
                                                                    {0, 1},
                                                                    {2, 3},
                                                                    {4, 6},
                                                                    {5, 7},
                                                                    {4, 5},
                                                                    {6, 7},
                                                                    {0, 4},
                                                                    {1, 5},
                                                                    {2, 6},
                                                                    {3, 7}}};
    return corners[edge];
  }

  std::array<int, 4> face_corners(const int dimension, const int face)
  {
    const int direction = face / 2;
    std::array<int, 4> corners{-1, -1, -1, -1};
    int n = 0;
    for (int v = 0; v < (dimension == 2 ? 4 : 8); ++v)
      if (((v >> direction) & 1) == face % 2)
        corners[n++] = v;
    return corners;
  }

  std::array<int, 4> face_nodes(const PlainMesh &mesh, const CellFace face)
  {
    std::array<int, 4> nodes = face_corners(mesh.dimension, face.face);
    for (int i = 0; i < mesh.n_face_corners(); ++i)
      nodes[i] = mesh.cells[face.cell][nodes[i]];
    return nodes;
  }

  namespace
  {
    std::string name_with_instance(const std::string &kind,
                                   const long long id,
                                   const PlainMesh &mesh,
                                   const std::vector<int> &instances,
                                   const int index)
    {
      std::string name = kind + " " + number_text(id);
      if (!instances.empty() && !mesh.instances[instances[index]].empty())
        name += " of instance \"" + mesh.instances[instances[index]] + "\"";
      return name;
    }
  } // namespace

  std::string cell_name(const PlainMesh &mesh, const int cell)
  {
    return name_with_instance(
      "element", mesh.cell_ids[cell], mesh, mesh.cell_instances, cell);
  }

  std::string node_name(const PlainMesh &mesh, const int node)
  {
    return name_with_instance(
      "node", mesh.node_ids[node], mesh, mesh.node_instances, node);
  }

  void sort_nodes(PlainMesh &mesh)
  {
    const std::size_t n_nodes = mesh.nodes.size();
    // 0 corner, 1 mid-node, 2 not used.
    std::vector<char> kind(n_nodes, 2);
    const auto mark = [&](const int node) {
      if (node >= 0)
        kind[node] = 1;
    };
    for (const MidNodes &mid : mesh.mid_nodes)
      {
        std::for_each(mid.edges.begin(), mid.edges.end(), mark);
        std::for_each(mid.faces.begin(), mid.faces.end(), mark);
        mark(mid.centre);
      }
    for (const auto &cell : mesh.cells)
      for (int v = 0; v < mesh.n_corners(); ++v)
        kind[cell[v]] = 0;

    std::array<std::size_t, 3> next{};
    for (const char k : kind)
      for (int later = k + 1; later < 3; ++later)
        ++next[later];
    mesh.n_corner_nodes = static_cast<int>(next[1]);
    std::vector<int> place(n_nodes);
    for (std::size_t i = 0; i < n_nodes; ++i)
      place[i] = static_cast<int>(next[static_cast<std::size_t>(kind[i])]++);

    const auto move = [&](auto &values) {
      if (values.empty())
        return;
      auto old = values;
      for (std::size_t i = 0; i < n_nodes; ++i)
        values[place[i]] = old[i];
    };
    move(mesh.nodes);
    move(mesh.node_ids);
    move(mesh.node_instances);
    const auto renumber = [&](int &node) {
      if (node >= 0)
        node = place[node];
    };
    for (auto &cell : mesh.cells)
      std::for_each(cell.begin(), cell.end(), renumber);
    for (MidNodes &mid : mesh.mid_nodes)
      {
        std::for_each(mid.edges.begin(), mid.edges.end(), renumber);
        std::for_each(mid.faces.begin(), mid.faces.end(), renumber);
        renumber(mid.centre);
      }
    for (auto &[name, nodes] : mesh.node_sets)
      {
        std::for_each(nodes.begin(), nodes.end(), renumber);
        make_set(nodes);
      }
  }

  template <typename T>
  void make_set(std::vector<T> &items)
  {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  template void make_set(std::vector<int> &);
  template void make_set(std::vector<CellFace> &);
} // namespace rivlin
