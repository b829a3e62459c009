// SPDX-License-Identifier: Apache-2.0
// Each fault of a mesh is found, and sound meshes have none.
#include <rivlin/mesh/mesh_check.h>

#include <rivlin/base/error.h>
#include <rivlin/mesh/boundary_sets.h>
#include <rivlin/mesh/coincident_nodes.h>
#include <rivlin/mesh/orientation.h>

#include <mesh/small_meshes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace
{
  using namespace rivlin;

  bool has(const std::vector<std::string> &texts, const std::string &part)
  {
    return std::any_of(texts.begin(), texts.end(), [&](const auto &text) {
      return text.find(part) != std::string::npos;
    });
  }

  /// Two cubes that touch at x = 1 and have nodes of their own there.
  PlainMesh two_parts()
  {
    PlainMesh mesh        = unit_cells({1, 1, 1}, 3);
    const PlainMesh other = mesh;
    for (std::size_t i = 0; i < 8; ++i)
      {
        const MeshPoint &x = other.nodes[i];
        mesh.nodes.push_back({x[0] + 1, x[1], x[2]});
        mesh.node_ids.push_back(101 + static_cast<int>(i));
      }
    mesh.cells.push_back(mesh.cells[0]);
    for (int &node : mesh.cells[1])
      node += 8;
    mesh.cell_ids.push_back(2);
    mesh.cell_regions.push_back(0);
    mesh.n_corner_nodes = 16;
    return mesh;
  }

  TEST(MeshCheck, SoundBoxesHaveNoFaults)
  {
    for (const int dimension : {2, 3})
      {
        PlainMesh mesh         = unit_cells({3, 2, 2}, dimension);
        mesh.face_sets["left"] = {{0, 0}, {3, 0}};
        const MeshCheck check  = check_mesh(mesh);
        EXPECT_TRUE(check.errors.empty());
        EXPECT_TRUE(check.warnings.empty());
        EXPECT_NEAR(check.volume, dimension == 2 ? 6 : 12, 1e-13);
        EXPECT_NEAR(check.region_volumes[0], check.volume, 1e-13);
        EXPECT_EQ(check.region_cells[0], dimension == 2 ? 6 : 12);
        EXPECT_NEAR(check.face_set_areas.at("left"), 2, 1e-14);
        EXPECT_NEAR(check.smallest_scaled_jacobian, 1, 1e-15);
        EXPECT_EQ(check.largest_aspect_ratio, 1);
        EXPECT_EQ(check.n_free_faces, dimension == 2 ? 10 : 32);
        EXPECT_EQ(check.n_free_faces_without_set, check.n_free_faces - 2);
        // Euler: a closed surface of quadrilaterals has twice as many edges.
        EXPECT_EQ(check.n_boundary_edges, dimension == 2 ? 0 : 64);
        EXPECT_EQ(check.n_bodies, 1);
        EXPECT_EQ(check.high, (MeshPoint{3, 2, dimension == 2 ? 0. : 2.}));
        require_computable(check, "mesh.inp");
      }
  }

  TEST(MeshCheck, InvertedCells)
  {
    PlainMesh mesh = unit_cells({2, 1, 1}, 3);
    reverse_cell(mesh, 1);
    const MeshCheck check = check_mesh(mesh);
    EXPECT_EQ(check.errors.at(0),
              "1 of 2 cells are inverted (smallest scaled Jacobian -1), the "
              "first is element 2. Correct the order or the place of their "
              "nodes.");
    EXPECT_EQ(check.smallest_jacobian_cell, 1);
    EXPECT_EQ(message_of<Error>([&]() { require_computable(check, "a.inp"); }),
              "The mesh \"a.inp\" cannot be computed with. " + check.errors[0]);
    reverse_cell(mesh, 0);
    EXPECT_TRUE(has(check_mesh(mesh).errors, "All 2 cells are inverted"));
    reverse_all_cells(mesh);
    EXPECT_TRUE(check_mesh(mesh).errors.empty());
  }

  TEST(MeshCheck, DegenerateCells)
  {
    PlainMesh flat = unit_cells({1, 1, 1}, 3);
    for (int node = 4; node < 8; ++node)
      flat.nodes[node][2] = 0;
    EXPECT_TRUE(has(check_mesh(flat).errors, "1 of 1 cells are degenerate"));
    PlainMesh wedge   = unit_cells({1, 1, 1}, 3);
    wedge.cells[0][3] = wedge.cells[0][2];
    wedge.cells[0][7] = wedge.cells[0][6];
    EXPECT_TRUE(has(check_mesh(wedge).errors, "have a node twice"));
    PlainMesh folded = unit_cells({1, 1, 1}, 2);
    folded.nodes.push_back({0.5, 2, 0});
    folded.node_ids.push_back(5);
    folded.mid_nodes.resize(1);
    folded.mid_nodes[0].edges[2] = 4;
    EXPECT_TRUE(
      has(check_mesh(folded).errors, "inside out by their mid-nodes"));
  }

  TEST(MeshCheck, PoorCellsAreWarnings)
  {
    PlainMesh mesh = unit_cells({1, 1, 1}, 2);
    for (const int node : {2, 3})
      mesh.nodes[node][0] += 25;
    const MeshCheck check = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    EXPECT_TRUE(has(check.warnings, "scaled Jacobian below 0.1"));
    EXPECT_TRUE(has(check.warnings, "ratio above 20 (largest 25)"));
  }

  TEST(MeshCheck, DuplicateCellsAndCrowdedFaces)
  {
    PlainMesh mesh = unit_cells({1, 1, 1}, 3);
    mesh.cells.push_back(mesh.cells[0]);
    mesh.cell_ids.push_back(99);
    mesh.cell_regions.push_back(0);
    EXPECT_TRUE(has(check_mesh(mesh).errors,
                    "1 cells have the nodes of another cell, the first are "
                    "element 1 and element 99"));
    PlainMesh crowded = unit_cells({3, 1, 1}, 3);
    // Three cells at the face x = 1: one with a far side of its own.
    for (int v = 0; v < 8; v += 2)
      crowded.cells[2][v] = crowded.cells[0][v + 1];
    EXPECT_TRUE(has(check_mesh(crowded).errors,
                    "1 faces belong to more than two cells, the first to "
                    "element 1, element 2, element 3"));
  }

  TEST(MeshCheck, HangingNodes)
  {
    for (const int dimension : {2, 3})
      {
        // One cell of size 2 beside two (2D) or four (3D) of size 1.
        PlainMesh mesh  = unit_cells({1, 2, 2}, dimension);
        const int first = static_cast<int>(mesh.nodes.size());
        std::array<int, 8> coarse;
        coarse.fill(-1);
        for (int v = 0; v < mesh.n_corners(); ++v)
          {
            const MeshPoint x = {1. + 2 * (v & 1),
                                 2. * ((v >> 1) & 1),
                                 2. * (v >> 2)};
            const auto found =
              std::find(mesh.nodes.begin(), mesh.nodes.begin() + first, x);
            coarse[v] = static_cast<int>(found - mesh.nodes.begin());
            if (found == mesh.nodes.begin() + first)
              {
                coarse[v] = static_cast<int>(mesh.nodes.size());
                mesh.nodes.push_back(x);
                mesh.node_ids.push_back(500 + v);
              }
          }
        mesh.cells.push_back(coarse);
        mesh.cell_ids.push_back(77);
        mesh.cell_regions.push_back(0);
        mesh.n_corner_nodes = static_cast<int>(mesh.nodes.size());
        EXPECT_TRUE(has(check_mesh(mesh).errors,
                        std::to_string(dimension == 2 ? 1 : 4) +
                          " nodes hang in the middle of an edge"));
        EXPECT_TRUE(has(check_mesh(mesh).errors, "an edge of element 77"));
      }
  }

  TEST(MeshCheck, BodiesThatTouchWithoutMatchingAreAWarning)
  {
    PlainMesh mesh = two_parts();
    for (std::size_t i = 8; i < 16; ++i)
      mesh.nodes[i][1] += 0.5;
    const MeshCheck check = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    // Two corners of either body lie on edges of the other.
    EXPECT_TRUE(has(check.warnings, "4 nodes lie on an edge of another body"));
  }

  TEST(MeshCheck, MidNodesThatAreCornersHang)
  {
    PlainMesh mesh = unit_cells({1, 2, 1}, 2);
    // A quadratic cell on the right with the node (1, 1) on its left edge.
    mesh.nodes.insert(mesh.nodes.end(), {{3, 0, 0}, {3, 2, 0}});
    mesh.node_ids.insert(mesh.node_ids.end(), {7, 8});
    mesh.cells.push_back({1, 6, 5, 7, -1, -1, -1, -1});
    mesh.cell_ids.push_back(3);
    mesh.cell_regions.push_back(0);
    mesh.mid_nodes.resize(3);
    mesh.mid_nodes[2].edges[0] = 3;
    sort_nodes(mesh);
    EXPECT_TRUE(has(check_mesh(mesh).errors, "1 nodes hang"));
  }

  TEST(MeshCheck, CoincidentNodesAndBodies)
  {
    PlainMesh mesh        = two_parts();
    const MeshCheck check = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    EXPECT_EQ(check.n_coincident_nodes, 4);
    EXPECT_EQ(check.n_bodies, 2);
    EXPECT_EQ(check.warnings.at(0),
              "4 nodes are at the place of another one (within 0.001), the "
              "first are node 2 and node 101: the cells are not connected "
              "there. Merge coincident nodes if they should be.");
    EXPECT_TRUE(has(check.warnings, "2 bodies that share no node"));
  }

  TEST(MeshCheck, MergingConnects)
  {
    PlainMesh mesh          = two_parts();
    mesh.nodes[8][1]        = 1e-9; // files are rounded
    mesh.node_sets["joint"] = {1, 8};
    EXPECT_EQ(merge_coincident_nodes(mesh, coincidence_tolerance(mesh)), 4);
    const MeshCheck check = check_mesh(mesh);
    EXPECT_EQ(mesh.nodes.size(), 12u);
    EXPECT_EQ(mesh.node_sets["joint"], std::vector<int>{1});
    EXPECT_EQ(check.n_bodies, 1);
    EXPECT_TRUE(check.warnings.empty());
    EXPECT_NEAR(check.volume, 2, 1e-9);
    EXPECT_EQ(merge_coincident_nodes(mesh, 1e-3), 0);
    EXPECT_EQ(message_of<Error>([&]() { merge_coincident_nodes(mesh, 1.5); }),
              "Cannot merge node 2 and node 1: both belong to element 1 and "
              "are within the tolerance of 1.5. Lower the tolerance.");
  }

  TEST(MeshCheck, CoincidentNodesAreFoundInLargeClouds)
  {
    // All pairs by brute force against the tree.
    PlainMesh mesh = unit_cells({6, 5, 4}, 3);
    for (std::size_t i = 0; i < mesh.nodes.size(); i += 7)
      mesh.nodes[i] = mesh.nodes[(i * 31) % mesh.nodes.size()];
    const auto partner = coincident_nodes(mesh, 1e-6);
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      {
        const auto first =
          std::find(mesh.nodes.begin(), mesh.nodes.end(), mesh.nodes[i]) -
          mesh.nodes.begin();
        EXPECT_EQ(partner[i], first);
      }
  }

  TEST(MeshCheck, HingesAndUnusedNodes)
  {
    PlainMesh mesh = unit_cells({2, 2, 1}, 2);
    // Two squares that touch at the middle node alone.
    mesh.cells    = {mesh.cells[0], mesh.cells[3]};
    mesh.cell_ids = {1, 4};
    mesh.cell_regions.resize(2);
    sort_nodes(mesh);
    const MeshCheck check = check_mesh(mesh);
    EXPECT_EQ(check.n_unused_nodes, 2);
    EXPECT_TRUE(has(check.warnings, "2 nodes belong to no cell"));
    EXPECT_TRUE(has(check.warnings,
                    "1 nodes of the boundary are where cells "
                    "touch without sharing a face, the first "
                    "at node 5"));
  }

  TEST(MeshCheck, FaultsOfSetsAreWarnings)
  {
    PlainMesh mesh            = unit_cells({2, 1, 1}, 3);
    mesh.face_sets["inside"]  = {{0, 1}};
    mesh.face_sets["left"]    = {{0, 0}};
    mesh.face_sets["also"]    = {{0, 0}, {0, 2}};
    mesh.face_sets["nothing"] = {};
    mesh.cell_sets["void"]    = {};
    const MeshCheck check     = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    EXPECT_TRUE(has(check.warnings,
                    "The surface \"inside\" has 1 of 1 faces inside the body, "
                    "the first at element 1"));
    EXPECT_TRUE(
      has(check.warnings, "The surfaces \"also\" and \"left\" share 1 faces"));
    EXPECT_TRUE(has(check.warnings, "The surface \"nothing\" is empty."));
    EXPECT_TRUE(has(check.warnings, "The element set \"void\" is empty."));
  }

  class BoundarySetsTest : public testing::Test
  {
  protected:
    BoundarySetsTest()
    {
      mesh                          = unit_cells({2, 1, 1}, 3);
      mesh.face_sets["Left"]        = {{0, 0}};
      mesh.face_sets["inside"]      = {{1, 0}};
      mesh.face_sets["Bottom"]      = {{0, 4}, {1, 4}};
      mesh.face_sets["corner"]      = {{0, 0}, {0, 2}};
      mesh.face_sets["nothing"]     = {};
      mesh.node_sets["right"]       = {2, 5, 8, 11};
      mesh.node_sets["point"]       = {2};
      mesh.aliases["Part-1.Bottom"] = "Bottom";
    }

    std::vector<std::vector<CellFace>>
    use(const std::vector<std::string> &names) const
    {
      return boundary_sets_in_use(mesh, FaceTable(mesh), names);
    }

    std::string refusal(const std::vector<std::string> &names) const
    {
      return message_of<Error>([&]() { use(names); });
    }

    PlainMesh mesh;
  };

  TEST_F(BoundarySetsTest, NamesOfSurfacesNodeSetsAndInstances)
  {
    const auto sets = use({"LEFT", "right", "part-1.bottom"});
    EXPECT_EQ(sets[0], (std::vector<CellFace>{{0, 0}}));
    EXPECT_EQ(sets[1], (std::vector<CellFace>{{1, 1}}));
    EXPECT_EQ(sets[2], (std::vector<CellFace>{{0, 4}, {1, 4}}));
  }

  TEST_F(BoundarySetsTest, RefusesWhatCannotCarryALoad)
  {
    EXPECT_EQ(refusal({"Lift"}),
              "The mesh has no surface or node set \"Lift\". Did you mean "
              "\"Left\"? It has \"Bottom\", \"Left\", \"corner\", \"inside\", "
              "\"nothing\", \"point\", \"right\".");
    EXPECT_EQ(refusal({"nothing"}),
              "The surface \"nothing\" of the mesh is empty. Give it faces or "
              "use another one.");
    EXPECT_EQ(refusal({"point"}),
              "The node set \"point\" has 1 nodes, and no face of the boundary "
              "has all its corners among them. Use a surface.");
    EXPECT_EQ(refusal({"inside"}),
              "The surface \"inside\" lies inside the body: a face of element "
              "2 has a cell on either side. Use a surface of the boundary.");
    EXPECT_EQ(refusal({"Left", "corner"}),
              "The surfaces \"Left\" and \"corner\" share a face of element 1. "
              "A face carries one support or load; make the surfaces "
              "disjoint.");
    // Sets that nobody uses may overlap.
    EXPECT_EQ(use({"Left"}).size(), 1u);
  }
} // namespace
