// SPDX-License-Identifier: Apache-2.0
// Volumes, areas and quality against closed forms.
#include <rivlin/mesh/cell_geometry.h>

#include <mesh/small_meshes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace
{
  using namespace rivlin;

  TEST(CellGeometry, UnitCellsAreUnit)
  {
    for (const int dimension : {2, 3})
      {
        const PlainMesh mesh = unit_cells({1, 1, 1}, dimension);
        // 1e-15: a few roundings.
        EXPECT_NEAR(cell_volume(mesh, 0), 1, 4e-15);
        EXPECT_NEAR(scaled_jacobian(mesh, 0), 1, 1e-15);
        EXPECT_EQ(aspect_ratio(mesh, 0), 1);
        EXPECT_TRUE(is_positive(mesh, 0));
        for (int face = 0; face < mesh.n_faces(); ++face)
          EXPECT_NEAR(face_area(mesh, {0, face}), 1, 4e-15);
      }
  }

  TEST(CellGeometry, ScaledJacobianIsTheSineOfARhombus)
  {
    PlainMesh mesh     = unit_cells({1, 1, 1}, 2);
    const double angle = std::numbers::pi / 6;
    for (const int node : {2, 3})
      mesh.nodes[node] = {std::cos(angle) + (node == 3), std::sin(angle), 0};
    EXPECT_NEAR(scaled_jacobian(mesh, 0), 0.5, 1e-15);
    EXPECT_NEAR(cell_volume(mesh, 0), 0.5, 4e-15);
  }

  TEST(CellGeometry, FrustumHasItsVolume)
  {
    // Top scaled by 1/2: h/3 (A + sqrt(A B) + B) = (1 + 1/2 + 1/4) / 3.
    PlainMesh mesh = unit_cells({1, 1, 1}, 3);
    for (int node = 4; node < 8; ++node)
      for (int k = 0; k < 2; ++k)
        mesh.nodes[node][k] /= 2;
    EXPECT_NEAR(cell_volume(mesh, 0), 1.75 / 3, 4e-15);
    mesh.nodes[1][0] = 3;
    EXPECT_NEAR(aspect_ratio(mesh, 0), 3 / 0.5, 1e-14);
  }

  /// A quarter of a ring between radii 1 and 2, as one cell with mid-nodes.
  PlainMesh quarter_ring(const int dimension)
  {
    PlainMesh mesh      = unit_cells({1, 1, 1}, dimension);
    const double radius = std::sqrt(0.5);
    for (int v = 0; v < mesh.n_corners(); ++v)
      {
        // First coordinate: radius; second: angle.
        const double r = 1 + (v & 1);
        mesh.nodes[v]  = (v & 2) ? MeshPoint{0, r, double(v >> 2)}
                                 : MeshPoint{r, 0, double(v >> 2)};
      }
    mesh.mid_nodes.resize(1);
    for (int layer = 0; layer < (dimension == 2 ? 1 : 2); ++layer)
      for (int i = 0; i < 2; ++i)
        {
          mesh.mid_nodes[0].edges[4 * layer + i] =
            static_cast<int>(mesh.nodes.size());
          mesh.nodes.push_back(
            {(1 + i) * radius, (1 + i) * radius, double(layer)});
          mesh.node_ids.push_back(100 + i);
        }
    return mesh;
  }

  TEST(CellGeometry, MidNodesBendTheCell)
  {
    // The parabola through (1,0), (s,s), (0,1), s = sqrt(1/2), encloses with
    // the axes 1/2 + (2/3) |chord| h, h = the bow above the chord; the ring is
    // three times that.
    const double chord = std::sqrt(2.), bow = 1 - std::sqrt(0.5);
    const double area = 3 * (0.5 + 2. / 3 * chord * bow);
    EXPECT_NEAR(cell_volume(quarter_ring(2), 0), area, 1e-14);
    EXPECT_NEAR(cell_volume(quarter_ring(3), 0), area, 1e-14);
    // Length of a parabola over its chord, to the error of three Gauss points.
    const double length =
      std::hypot(chord, 4 * bow) / 2 +
      chord * chord / (8 * bow) * std::asinh(4 * bow / chord);
    EXPECT_NEAR(face_area(quarter_ring(2), {0, 0}), length, 2e-3);
    EXPECT_TRUE(is_positive(quarter_ring(3), 0));
    PlainMesh folded = quarter_ring(3);
    folded.nodes[8]  = {2.5, 2.5, 0};
    EXPECT_FALSE(is_positive(folded, 0));
  }

  TEST(CellGeometry, MidNodesOnStraightEdgesChangeNothing)
  {
    PlainMesh mesh      = unit_cells({1, 1, 1}, 3);
    mesh.nodes[7]       = {1.5, 1.3, 1.2};
    const double volume = cell_volume(mesh, 0);
    const Vector3 reference(0.3, 0.8, 0.6);
    const Vector3 point = CellMap(mesh, 0).point(reference);
    mesh.mid_nodes.resize(1);
    const auto add = [&](const Vector3 &place) {
      const Vector3 x = CellMap(mesh, 0, false).point(place);
      mesh.nodes.push_back({x[0], x[1], x[2]});
      return static_cast<int>(mesh.nodes.size()) - 1;
    };
    for (int e = 0; e < 12; ++e)
      {
        const auto [a, b] = edge_corners(e);
        mesh.mid_nodes[0].edges[e] =
          add(Vector3((a & 1) + (b & 1),
                      ((a >> 1) & 1) + ((b >> 1) & 1),
                      (a >> 2) + (b >> 2)) /
              2);
      }
    for (int f = 0; f < 6; ++f)
      {
        Vector3 place(0.5, 0.5, 0.5);
        place[f / 2]               = f % 2;
        mesh.mid_nodes[0].faces[f] = add(place);
      }
    mesh.mid_nodes[0].centre = add(Vector3(0.5, 0.5, 0.5));
    EXPECT_NEAR(cell_volume(mesh, 0), volume, 1e-14);
    EXPECT_LT((CellMap(mesh, 0).point(reference) - point).norm(), 1e-15);
    // And if they do not lie there, the map goes through them.
    mesh.nodes[mesh.mid_nodes[0].centre]   = {0.6, 0.7, 0.5};
    mesh.nodes[mesh.mid_nodes[0].faces[1]] = {1.2, 0.6, 0.5};
    EXPECT_LT(
      (CellMap(mesh, 0).point({0.5, 0.5, 0.5}) - Vector3(0.6, 0.7, 0.5)).norm(),
      1e-15);
    EXPECT_LT(
      (CellMap(mesh, 0).point({1, 0.5, 0.5}) - Vector3(1.2, 0.6, 0.5)).norm(),
      1e-15);
  }
} // namespace
