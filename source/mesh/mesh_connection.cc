// SPDX-License-Identifier: Apache-2.0
// Sorting, one k-d tree and a union-find forest.
#include "mesh_connection.h"

#include "point_tree.h"

#include <rivlin/base/number_text.h>
#include <rivlin/base/types.h>
#include <rivlin/mesh/coincident_nodes.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace rivlin
{
  namespace
  {
    Vector3 to_vector(const MeshPoint &point)
    {
      return {point[0], point[1], point[2]};
    }

    /// Union-find with halved paths.
    int root_of(std::vector<int> &parents, int i)
    {
      while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
      return i;
    }

    /// For each node one node that stands for its body.
    std::vector<int> bodies_of_nodes(const PlainMesh &mesh)
    {
      std::vector<int> parents(mesh.nodes.size());
      std::iota(parents.begin(), parents.end(), 0);
      for (const auto &cell : mesh.cells)
        for (int v = 1; v < mesh.n_corners(); ++v)
          parents[root_of(parents, cell[v])] = root_of(parents, cell[0]);
      std::vector<int> bodies(mesh.nodes.size());
      for (std::size_t i = 0; i < bodies.size(); ++i)
        bodies[i] = root_of(parents, static_cast<int>(i));
      return bodies;
    }

    /// The pairs of nodes along a face.
    std::vector<std::array<int, 2>> face_edges(const PlainMesh &mesh,
                                               const CellFace face)
    {
      const auto n = face_nodes(mesh, face);
      std::vector<std::array<int, 2>> edges;
      if (mesh.dimension == 2)
        edges = {{n[0], n[1]}};
      else
        edges = {{n[0], n[1]}, {n[2], n[3]}, {n[0], n[2]}, {n[1], n[3]}};
      for (auto &edge : edges)
        std::sort(edge.begin(), edge.end());
      return edges;
    }
  } // namespace

  void check_nodes(const PlainMesh &mesh, MeshCheck &check)
  {
    std::vector<char> is_mid(mesh.nodes.size(), 0);
    const auto mark = [&](const int node) {
      if (node >= mesh.n_corner_nodes)
        is_mid[node] = 1;
    };
    for (const MidNodes &mid : mesh.mid_nodes)
      {
        std::for_each(mid.edges.begin(), mid.edges.end(), mark);
        std::for_each(mid.faces.begin(), mid.faces.end(), mark);
        mark(mid.centre);
      }
    check.n_mid_nodes =
      static_cast<int>(std::count(is_mid.begin(), is_mid.end(), 1));
    check.n_unused_nodes = static_cast<int>(mesh.nodes.size()) -
                           mesh.n_corner_nodes - check.n_mid_nodes;
    if (check.n_unused_nodes > 0)
      check.warnings.push_back(number_text(check.n_unused_nodes) +
                               " nodes belong to no cell (reference points, "
                               "leftovers); they are ignored.");

    check.coincidence_tolerance = coincidence_tolerance(mesh);
    const auto partner = coincident_nodes(mesh, check.coincidence_tolerance);
    int first          = -1;
    for (int i = static_cast<int>(partner.size()) - 1; i >= 0; --i)
      if (partner[i] != i)
        {
          ++check.n_coincident_nodes;
          first = i;
        }
    if (first >= 0)
      check.warnings.push_back(
        number_text(check.n_coincident_nodes) +
        " nodes are at the place of another one (within " +
        number_text(check.coincidence_tolerance) + "), the first are " +
        node_name(mesh, partner[first]) + " and " + node_name(mesh, first) +
        ": the cells are not connected there. Merge coincident nodes if they "
        "should be.");
  }

  void check_repetitions(const PlainMesh &mesh,
                         const FaceTable &faces,
                         MeshCheck &check)
  {
    std::vector<std::array<int, 8>> keys = mesh.cells;
    for (auto &key : keys)
      std::sort(key.begin(), key.end());
    std::vector<int> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](const int a, const int b) {
      return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
    });
    std::string first;
    int n_twice = 0;
    for (std::size_t i = 1; i < order.size(); ++i)
      if (keys[order[i]] == keys[order[i - 1]] && n_twice++ == 0)
        first =
          cell_name(mesh, order[i - 1]) + " and " + cell_name(mesh, order[i]);
    if (n_twice > 0)
      check.errors.push_back(number_text(n_twice) +
                             " cells have the nodes of another cell, the "
                             "first are " +
                             first + ". Remove the duplicates.");

    int n_crowded = 0;
    for (int i = 0; i < faces.n_faces(); ++i)
      if (faces.group(i).size() > 2 && n_crowded++ == 0)
        {
          first.clear();
          for (std::size_t k = 0; k < 3; ++k)
            first +=
              (k == 0 ? "" : ", ") + cell_name(mesh, faces.group(i)[k].cell);
        }
    if (n_crowded > 0)
      check.errors.push_back(number_text(n_crowded) +
                             " faces belong to more than two cells, the first "
                             "to " +
                             first +
                             ". Cells overlap or their nodes are in disorder; "
                             "mesh again.");
  }

  void check_hanging_nodes(const PlainMesh &mesh,
                           const FaceTable &faces,
                           MeshCheck &check)
  {
    // Within a body a hanging node is a crack; between bodies it shows two
    // meshes that touch and do not match.
    const std::vector<int> bodies = bodies_of_nodes(mesh);
    std::set<int> hanging, touching;
    std::string first, first_touching;
    const auto add = [&](const int node, const int cell) {
      const bool is_crack = bodies[node] == bodies[mesh.cells[cell][0]];
      auto &nodes         = is_crack ? hanging : touching;
      if (nodes.empty())
        (is_crack ? first : first_touching) =
          node_name(mesh, node) + " on an edge of " + cell_name(mesh, cell);
      nodes.insert(node);
    };
    // A corner of one cell that is a mid-node of another.
    for (std::size_t c = 0; c < mesh.mid_nodes.size(); ++c)
      for (const int node : mesh.mid_nodes[c].edges)
        if (node >= 0 && node < mesh.n_corner_nodes)
          add(node, static_cast<int>(c));

    // A hanging node makes the faces around it free: only free faces and their
    // corners have to be looked at.
    std::vector<int> corners;
    for (int i = 0; i < faces.n_faces(); ++i)
      if (faces.group(i).size() == 1)
        for (const int node : face_nodes(mesh, faces.group(i)[0]))
          if (node >= 0)
            corners.push_back(node);
    make_set(corners);
    const PointTree tree(mesh.nodes, corners);
    for (int i = 0; i < faces.n_faces(); ++i)
      {
        const CellFace face = faces.group(i)[0];
        if (faces.group(i).size() != 1)
          continue;
        for (const auto &[a, b] : face_edges(mesh, face))
          {
            const Vector3 x     = to_vector(mesh.nodes[a]);
            const Vector3 d     = to_vector(mesh.nodes[b]) - x;
            const double length = d.norm();
            const double near   = 1e-4 * length;
            if (!(length > check.coincidence_tolerance))
              continue;
            MeshPoint low, high;
            for (int k = 0; k < 3; ++k)
              {
                low[k]  = std::min(x[k], x[k] + d[k]) - near;
                high[k] = std::max(x[k], x[k] + d[k]) + near;
              }
            tree.in_box(low, high, [&](const int node) {
              const Vector3 r = to_vector(mesh.nodes[node]) - x;
              const double t  = r.dot(d) / (length * length);
              // Ends have their own place, also under another number.
              const double end = check.coincidence_tolerance / length;
              if (node != a && node != b && t > 2 * end && t < 1 - 2 * end &&
                  (r - t * d).norm() < near)
                {
                  add(node, face.cell);
                  return false;
                }
              return true;
            });
          }
      }
    if (!hanging.empty())
      check.errors.push_back(number_text(hanging.size()) +
                             " nodes hang in the middle of an edge, the first "
                             "is " +
                             first +
                             ": the mesh has a crack there. Mesh so that "
                             "neighbours share whole edges.");
    if (!touching.empty())
      check.warnings.push_back(number_text(touching.size()) +
                               " nodes lie on an edge of another body, the "
                               "first is " +
                               first_touching +
                               ": the bodies touch, are not connected, and "
                               "merging will not connect them. Mesh so that "
                               "they share whole edges if they are bonded.");
  }

  void
  check_bodies(const PlainMesh &mesh, const FaceTable &faces, MeshCheck &check)
  {
    const std::vector<int> bodies = bodies_of_nodes(mesh);
    std::map<int, int> n_cells;
    for (const auto &cell : mesh.cells)
      ++n_cells[bodies[cell[0]]];
    check.n_bodies = static_cast<int>(n_cells.size());
    if (check.n_bodies > 1)
      {
        std::string sizes;
        int n_named = 0;
        for (const auto &[root, n] : n_cells)
          if (n_named++ < 5)
            sizes += (sizes.empty() ? "" : ", ") + number_text(n);
        check.warnings.push_back(
          "The mesh consists of " + number_text(check.n_bodies) +
          " bodies that share no node (cells: " + sizes +
          (n_named > 5 ? ", ..." : "") +
          "). Each needs its own support; merge coincident nodes if they are "
          "bonded.");
      }

    // A boundary is a closed surface: two free faces at each of its edges, in
    // 2D two free edges at each of its nodes.
    std::vector<std::array<int, 2>> edges;
    for (int i = 0; i < faces.n_faces(); ++i)
      if (faces.group(i).size() == 1)
        {
          if (mesh.dimension == 3)
            for (const auto &edge : face_edges(mesh, faces.group(i)[0]))
              edges.push_back(edge);
          else
            for (int k = 0; k < 2; ++k)
              {
                const int node = face_nodes(mesh, faces.group(i)[0])[k];
                edges.push_back({node, node});
              }
        }
    std::sort(edges.begin(), edges.end());
    int n_edges = 0, n_touching = 0;
    std::string first;
    for (std::size_t i = 0; i < edges.size();)
      {
        std::size_t j = i;
        while (j < edges.size() && edges[j] == edges[i])
          ++j;
        ++n_edges;
        if (j - i > 2 && n_touching++ == 0)
          first =
            node_name(mesh, edges[i][0]) +
            (mesh.dimension == 3 ? " and " + node_name(mesh, edges[i][1]) : "");
        i = j;
      }
    check.n_boundary_edges = mesh.dimension == 3 ? n_edges : 0;
    if (n_touching > 0)
      check.warnings.push_back(
        number_text(n_touching) + (mesh.dimension == 3 ? " edges" : " nodes") +
        " of the boundary are where cells touch without sharing a face, the "
        "first at " +
        first + ". Such hinges are rarely meant.");
  }
} // namespace rivlin
