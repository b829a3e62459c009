// SPDX-License-Identifier: Apache-2.0
// Each node asks the tree once; those that have found a partner do not ask.
#include <rivlin/mesh/coincident_nodes.h>

#include "point_tree.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rivlin
{
  namespace
  {
    template <typename Action>
    void for_each_node(MidNodes &mid, const Action &action)
    {
      std::for_each(mid.edges.begin(), mid.edges.end(), action);
      std::for_each(mid.faces.begin(), mid.faces.end(), action);
      action(mid.centre);
    }
  } // namespace

  double coincidence_tolerance(const PlainMesh &mesh)
  {
    // Collapsed edges must not make the tolerance vanish.
    MeshPoint low, high;
    low.fill(std::numeric_limits<double>::max());
    high.fill(std::numeric_limits<double>::lowest());
    for (const auto &cell : mesh.cells)
      for (int v = 0; v < mesh.n_corners(); ++v)
        for (int k = 0; k < 3; ++k)
          {
            low[k]  = std::min(low[k], mesh.nodes[cell[v]][k]);
            high[k] = std::max(high[k], mesh.nodes[cell[v]][k]);
          }
    const double size =
      std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    double shortest = size;
    for (const auto &cell : mesh.cells)
      for (int e = 0; e < mesh.n_edges(); ++e)
        {
          const auto [a, b]  = edge_corners(e);
          const MeshPoint &x = mesh.nodes[cell[a]];
          const MeshPoint &y = mesh.nodes[cell[b]];
          const double length =
            std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
          if (length > 1e-6 * size)
            shortest = std::min(shortest, length);
        }
    return 1e-3 * shortest;
  }

  std::vector<int> coincident_nodes(const PlainMesh &mesh,
                                    const double tolerance)
  {
    std::vector<int> partner(mesh.nodes.size());
    std::iota(partner.begin(), partner.end(), 0);
    std::vector<char> is_used(mesh.nodes.size(), 0);
    for (const auto &cell : mesh.cells)
      for (int v = 0; v < mesh.n_corners(); ++v)
        is_used[cell[v]] = 1;
    for (MidNodes mid : mesh.mid_nodes)
      for_each_node(mid, [&](const int node) {
        if (node >= 0)
          is_used[node] = 1;
      });
    std::vector<int> used;
    for (std::size_t i = 0; i < is_used.size(); ++i)
      if (is_used[i])
        used.push_back(static_cast<int>(i));
    const PointTree tree(mesh.nodes, used);
    for (const int node : used)
      {
        if (partner[node] != node)
          continue;
        MeshPoint low = mesh.nodes[node], high = low;
        for (int k = 0; k < 3; ++k)
          {
            low[k] -= tolerance;
            high[k] += tolerance;
          }
        tree.in_box(low, high, [&](const int other) {
          if (other > node && partner[other] == other)
            partner[other] = node;
          return true;
        });
      }
    return partner;
  }

  int merge_coincident_nodes(PlainMesh &mesh, const double tolerance)
  {
    const std::vector<int> partner = coincident_nodes(mesh, tolerance);
    for (std::size_t c = 0; c < mesh.cells.size(); ++c)
      for (int v = 0; v < mesh.n_corners(); ++v)
        for (int w = 0; w < v; ++w)
          {
            const int a = mesh.cells[c][v], b = mesh.cells[c][w];
            if (a != b && partner[a] == partner[b])
              throw Error("Cannot merge " + node_name(mesh, a) + " and " +
                          node_name(mesh, b) + ": both belong to " +
                          cell_name(mesh, static_cast<int>(c)) +
                          " and are within the tolerance of " +
                          number_text(tolerance) + ". Lower the tolerance.");
          }
    std::vector<int> place(partner.size());
    int n_left = 0;
    for (std::size_t i = 0; i < partner.size(); ++i)
      if (partner[i] == static_cast<int>(i))
        {
          place[i]              = n_left;
          mesh.nodes[n_left]    = mesh.nodes[i];
          mesh.node_ids[n_left] = mesh.node_ids[i];
          if (!mesh.node_instances.empty())
            mesh.node_instances[n_left] = mesh.node_instances[i];
          ++n_left;
        }
    const int n_merged = static_cast<int>(partner.size()) - n_left;
    mesh.nodes.resize(n_left);
    mesh.node_ids.resize(n_left);
    if (!mesh.node_instances.empty())
      mesh.node_instances.resize(n_left);
    const auto renumber = [&](int &node) {
      if (node >= 0)
        node = place[partner[node]];
    };
    for (auto &cell : mesh.cells)
      std::for_each(cell.begin(), cell.end(), renumber);
    for (MidNodes &mid : mesh.mid_nodes)
      for_each_node(mid, renumber);
    for (auto &[name, nodes] : mesh.node_sets)
      {
        std::for_each(nodes.begin(), nodes.end(), renumber);
        make_set(nodes);
      }
    sort_nodes(mesh);
    return n_merged;
  }
} // namespace rivlin
