// SPDX-License-Identifier: Apache-2.0
// Numbering of corners, edges and faces; order of nodes; mirrored cells.
#include <rivlin/mesh/plain_mesh.h>

#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/orientation.h>

#include <mesh/small_meshes.h>

#include <gtest/gtest.h>

namespace
{
  using namespace rivlin;

  TEST(PlainMesh, FacesAndEdgesLieWhereTheirNumbersSay)
  {
    for (const int dimension : {2, 3})
      {
        const PlainMesh mesh = unit_cells({1, 1, 1}, dimension);
        for (int face = 0; face < mesh.n_faces(); ++face)
          {
            const auto nodes = face_nodes(mesh, {0, face});
            for (int i = 0; i < mesh.n_face_corners(); ++i)
              EXPECT_EQ(mesh.nodes[nodes[i]][face / 2], face % 2);
          }
        for (int edge = 0; edge < mesh.n_edges(); ++edge)
          {
            const auto [a, b] = edge_corners(edge);
            double distance   = 0;
            for (int k = 0; k < 3; ++k)
              distance += mesh.nodes[b][k] - mesh.nodes[a][k];
            EXPECT_EQ(distance, 1) << "edges go up along one direction";
          }
      }
    // deal.II: the edges of a quadrilateral are its faces.
    for (int face = 0; face < 4; ++face)
      {
        const auto corners = face_corners(2, face);
        EXPECT_EQ(edge_corners(face),
                  (std::array<int, 2>{corners[0], corners[1]}));
      }
  }

  TEST(PlainMesh, NodesAreSortedToCornersMidNodesOthers)
  {
    PlainMesh mesh = unit_cells({1, 1, 1}, 2);
    // One node that nobody has in front, one mid-node behind it.
    mesh.nodes.insert(mesh.nodes.begin(), {{9, 9, 0}, {0.5, 0, 0}});
    mesh.node_ids.insert(mesh.node_ids.begin(), {90, 50});
    for (int &node : mesh.cells[0])
      node += node >= 0 ? 2 : 0;
    mesh.mid_nodes.resize(1);
    mesh.mid_nodes[0].edges[2] = 1;
    mesh.node_sets["both"]     = {0, 1};
    sort_nodes(mesh);
    EXPECT_EQ(mesh.n_corner_nodes, 4);
    EXPECT_EQ(mesh.node_ids, (std::vector<long long>{1, 2, 3, 4, 50, 90}));
    EXPECT_EQ(mesh.cells[0], (std::array<int, 8>{0, 1, 2, 3, -1, -1, -1, -1}));
    EXPECT_EQ(mesh.mid_nodes[0].edges[2], 4);
    EXPECT_EQ(mesh.nodes[4][0], 0.5);
    EXPECT_EQ(mesh.node_sets["both"], (std::vector<int>{4, 5}));
  }

  TEST(PlainMesh, FaceTableKnowsNeighboursAndTheBoundary)
  {
    const PlainMesh mesh = unit_cells({3, 2, 2}, 3);
    const FaceTable faces(mesh);
    int n_free = 0;
    for (int i = 0; i < faces.n_faces(); ++i)
      n_free += faces.group(i).size() == 1;
    // 2 (3*2 + 2*2 + 3*2) unit squares; 12 cells with 6 sides each.
    EXPECT_EQ(n_free, 32);
    EXPECT_EQ(faces.n_faces(), (12 * 6 - 32) / 2 + 32);
    EXPECT_TRUE(faces.is_free({0, 0}));
    EXPECT_FALSE(faces.is_free({0, 1}));
    EXPECT_EQ(faces.sharing({0, 1})[1], (CellFace{1, 0}));
    std::vector<int> bottom;
    for (int i = 0; i < 12; ++i)
      bottom.push_back(i);
    EXPECT_EQ(free_faces_with_nodes(mesh, faces, bottom).size(), 6u);
    EXPECT_TRUE(faces.faces_between({0, 1, 2, 3}).empty());
  }

  TEST(PlainMesh, ReversalChangesTheSignAndNothingElse)
  {
    for (const int dimension : {2, 3})
      {
        PlainMesh mesh = unit_cells({2, 1, 1}, dimension);
        // A bent edge shows whether mid-nodes stay on their edges.
        mesh.mid_nodes.resize(2);
        mesh.nodes.push_back({0, 0.5, dimension == 3 ? 0.1 : 0});
        mesh.node_ids.push_back(100);
        mesh.mid_nodes[0].edges[0] = static_cast<int>(mesh.nodes.size()) - 1;
        mesh.face_sets["left"]     = {{0, 0}};
        const double volume        = cell_volume(mesh, 0);
        const double area          = face_area(mesh, {0, 0});
        reverse_all_cells(mesh);
        EXPECT_NEAR(cell_volume(mesh, 0), -volume, 1e-15);
        EXPECT_LT(scaled_jacobian(mesh, 1), 0);
        const CellFace left = mesh.face_sets["left"][0];
        EXPECT_EQ(left.face, 1);
        EXPECT_NEAR(face_area(mesh, left), area, 1e-15);
        reverse_all_cells(mesh);
        EXPECT_EQ(cell_volume(mesh, 0), volume);
      }
  }
} // namespace
