// SPDX-License-Identifier: Apache-2.0
// The text and the picture of a mesh.
#include <rivlin/mesh/mesh_report.h>

#include <rivlin/mesh/mesh_vtu.h>
#include <rivlin/mesh/read_mesh_file.h>

#include <mesh/small_meshes.h>

#include <test_paths.h>

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace
{
  using namespace rivlin;

  TEST(MeshReport, ShowsEverything)
  {
    PlainMesh mesh         = unit_cells({2, 1, 1}, 3);
    mesh.face_sets["left"] = {{0, 0}};
    mesh.node_sets["some"] = {0, 1, 2};
    mesh.cell_sets["all"]  = {0, 1};
    mesh.notices           = {"Something was ignored."};
    EXPECT_EQ(mesh_report(mesh, check_mesh(mesh), "box.inp"),
              "box.inp\n"
              "  cells                     2 hexahedra\n"
              "  nodes                     12 corners, 0 mid-nodes, 0 unused\n"
              "  box                       (0, 0, 0) to (2, 1, 1)\n"
              "  volume                    2\n"
              "  smallest scaled Jacobian  1, element 1\n"
              "  largest aspect ratio      1, element 1\n"
              "  coincident nodes          0 (within 0.001)\n"
              "  free faces                10, 9 of them in no surface\n"
              "  bodies                    1\n"
              "\n"
              "  region  no.  cells  volume\n"
              "  rubber    1      2       2\n"
              "\n"
              "  surface  no.  faces  area\n"
              "  left       1      1     1\n"
              "\n"
              "  element set  elements\n"
              "  all                 2\n"
              "\n"
              "  node set  nodes\n"
              "  some          3\n"
              "\n"
              "Notices\n"
              "  - Something was ignored.\n");
  }

  TEST(MeshReport, ShowsErrorsLast)
  {
    PlainMesh mesh = unit_cells({1, 1, 1}, 2);
    std::swap(mesh.cells[0][0], mesh.cells[0][1]);
    const std::string text = mesh_report(mesh, check_mesh(mesh), "box.inp");
    EXPECT_NE(text.find("  area "), std::string::npos);
    EXPECT_NE(text.find("\nErrors: one cannot compute with this mesh\n  - "),
              std::string::npos);
  }

  /// The numbers of an array in a VTU text.
  std::vector<double> array(const std::string &vtu, const std::string &name)
  {
    const auto begin = vtu.find('>', vtu.find("Name=\"" + name + "\"")) + 1;
    std::istringstream stream(vtu.substr(begin, vtu.find('<', begin) - begin));
    std::vector<double> numbers;
    for (double number; stream >> number;)
      numbers.push_back(number);
    return numbers;
  }

  TEST(MeshVtu, HasCellsThenFacesWithTheirNumbers)
  {
    PlainMesh mesh         = unit_cells({1, 1, 1}, 3);
    mesh.face_sets["left"] = {{0, 0}};
    mesh.face_sets["back"] = {{0, 3}};
    const std::string vtu  = mesh_vtu(mesh);
    EXPECT_EQ(array(vtu, "types"), (std::vector<double>{12, 9, 9}));
    // Around the bottom, around the top; faces around, "back" first.
    EXPECT_EQ(array(vtu, "connectivity"),
              (std::vector<double>{0,
                                   1,
                                   3,
                                   2,
                                   4,
                                   5,
                                   7,
                                   6, //
                                   2,
                                   3,
                                   7,
                                   6,
                                   0,
                                   2,
                                   6,
                                   4}));
    EXPECT_EQ(array(vtu, "offsets"), (std::vector<double>{8, 12, 16}));
    EXPECT_EQ(array(vtu, "region"), (std::vector<double>{1, 0, 0}));
    EXPECT_EQ(array(vtu, "surface"), (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(
      array(vtu, "surface names"),
      (std::vector<double>{'b', 'a', 'c', 'k', 0, 'l', 'e', 'f', 't', 0}));
  }

  TEST(MeshVtu, CurvedCellsKeepTheirMidNodes)
  {
    const PlainMesh mesh =
      read_mesh_file(source_folder() / "meshes" / "gmsh_bushing.msh");
    const std::string vtu = mesh_vtu(mesh);
    const auto types      = array(vtu, "types");
    const auto nodes      = array(vtu, "connectivity");
    const auto offsets    = array(vtu, "offsets");
    ASSERT_EQ(types.size(), 576u + 480u);
    EXPECT_EQ(types.front(), 25);
    EXPECT_EQ(types.back(), 23);
    // In a face of 8 nodes, each mid-node is near the middle of its ends: off
    // by the bow of 15 degrees at most.
    for (std::size_t i = 576; i < types.size(); ++i)
      {
        const auto begin = static_cast<std::size_t>(offsets[i]) - 8;
        for (std::size_t k = 0; k < 4; ++k)
          for (int d = 0; d < 3; ++d)
            EXPECT_NEAR(
              mesh.nodes[static_cast<int>(nodes[begin + 4 + k])][d],
              (mesh.nodes[static_cast<int>(nodes[begin + k])][d] +
               mesh.nodes[static_cast<int>(nodes[begin + (k + 1) % 4])][d]) /
                2,
              25 * (1 - std::cos(0.131)) + 1e-9);
      }
  }
} // namespace
