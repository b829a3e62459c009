// SPDX-License-Identifier: Apache-2.0
// What is read from Gmsh files, and what is refused.
#include <rivlin/mesh/gmsh_reader.h>

#include <rivlin/base/error.h>
#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/mesh_check.h>

#include <mesh/small_gmsh_meshes.h>
#include <mesh/small_meshes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace
{
  using namespace rivlin;

  PlainMesh parse(const std::string &content)
  {
    return parse_gmsh_mesh(content, "mesh.msh");
  }

  std::string refusal(const std::string &content)
  {
    return message_of<Error>([&]() { parse(content); });
  }

  void expect_refused(const std::string &content, const std::string &part)
  {
    const std::string message = refusal(content);
    EXPECT_TRUE(message.starts_with("\"mesh.msh\"")) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  std::string
  with(std::string text, const std::string &old, const std::string &replacement)
  {
    const auto place = text.find(old);
    EXPECT_NE(place, std::string::npos) << old;
    return place == std::string::npos
             ? text
             : text.replace(place, old.size(), replacement);
  }

  TEST(GmshReader, AllFormatsGiveTheSameMesh)
  {
    for (const std::string &content :
         {cube_22, cube_41, binary_cube_41(), binary_cube_22()})
      {
        const PlainMesh mesh = parse(content);
        EXPECT_EQ(mesh.dimension, 3);
        ASSERT_EQ(mesh.cells.size(), 1u);
        EXPECT_EQ(mesh.cell_ids[0], 12);
        EXPECT_EQ(mesh.node_ids[4], 50);
        EXPECT_NEAR(cell_volume(mesh, 0), 1, 4e-15);
        EXPECT_EQ(mesh.regions, std::vector<std::string>{"Rubber"});
        EXPECT_EQ(mesh.cell_sets.at("Rubber"), std::vector<int>{0});
        EXPECT_EQ(mesh.face_sets.at("bottom side"),
                  (std::vector<CellFace>{{0, 4}}));
        EXPECT_TRUE(check_mesh(mesh).errors.empty());
      }
    EXPECT_EQ(parse(cube_41).node_sets.at("edge"), (std::vector<int>{0, 1}));
    EXPECT_EQ(parse(cube_22).node_sets.at("edge"), (std::vector<int>{0, 1}));
  }

  TEST(GmshReader, GroupsWithoutNameAreNumbered)
  {
    const PlainMesh mesh = parse(with(cube_22, names, ""));
    EXPECT_EQ(mesh.regions[0], "volume 1");
    EXPECT_TRUE(mesh.face_sets.contains("surface 5"));
    EXPECT_TRUE(mesh.node_sets.contains("curve 4"));
    const PlainMesh bare = parse(with(cube_22, "12 5 2 1 1", "12 5 2 0 1"));
    EXPECT_EQ(bare.regions[0], "body");
    EXPECT_EQ(bare.notices.at(0),
              "1 elements are in no physical group; their region is called "
              "\"body\".");
  }

  TEST(GmshReader, CellsInTwoGroupsOfFormat22StayOneCell)
  {
    std::string content  = with(cube_22, "$Elements\n3", "$Elements\n4");
    content              = with(content,
                   "$EndElements",
                   "13 5 2 7 1 1 2 3 4 50 6 7 8\n$EndElements");
    const PlainMesh mesh = parse(content);
    EXPECT_EQ(mesh.cells.size(), 1u);
    EXPECT_EQ(mesh.cell_sets.at("volume 7"), std::vector<int>{0});
    // The same group again is a real duplicate, which the check finds.
    content = with(content, "13 5 2 7 1", "13 5 2 1 1");
    EXPECT_EQ(parse(content).cells.size(), 2u);
  }

  TEST(GmshReader, PlaneMeshIsReversedIfClockwise)
  {
    const std::string square =
      header_22 +
      "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
      "$Elements\n2\n1 1 2 8 1 1 2\n2 3 2 9 1 1 4 3 2\n"
      "$EndElements\n";
    const PlainMesh mesh = parse(square);
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_NEAR(cell_volume(mesh, 0), 1, 4e-15);
    EXPECT_EQ(mesh.notices.at(0),
              "1 quadrilaterals go around clockwise and were reversed.");
    // The curve is still where it was: the nodes 1 and 2.
    const auto nodes = face_nodes(mesh, mesh.face_sets.at("curve 8")[0]);
    EXPECT_EQ(mesh.node_ids[nodes[0]] + mesh.node_ids[nodes[1]], 3);
    expect_refused(with(square, "3 1 1 0", "3 1 1 .5"),
                   "node 3 is outside of the plane z = 0");
  }

  TEST(GmshReader, MidNodesOfSecondOrderStayInTheirPlaces)
  {
    // A unit cube of 27 nodes, as Gmsh 4.8 writes it; 20 are the first ones.
    const std::string points =
      "1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n"
      "9 .5 0 0\n10 0 .5 0\n11 0 0 .5\n12 1 .5 0\n13 1 0 .5\n14 .5 1 0\n"
      "15 1 1 .5\n16 0 1 .5\n17 .5 0 1\n18 0 .5 1\n19 1 .5 1\n20 .5 1 1\n"
      "21 .5 .5 0\n22 .5 0 .5\n23 0 .5 .5\n24 1 .5 .5\n25 .5 1 .5\n"
      "26 .5 .5 1\n27 .5 .5 .5\n";
    for (const int type : {17, 12})
      {
        std::string content = header_22 + "$Nodes\n27\n" + points +
                              "$EndNodes\n$Elements\n1\n1 " +
                              std::to_string(type) + " 2 1 1";
        for (int i = 1; i <= (type == 17 ? 20 : 27); ++i)
          content.append(" ").append(std::to_string(i));
        const PlainMesh mesh = parse(content + "\n$EndElements\n");
        ASSERT_EQ(mesh.mid_nodes.size(), 1u);
        EXPECT_EQ(mesh.n_corner_nodes, 8);
        const CellMap straight(mesh, 0, false);
        const auto place = [&](const int node) {
          return Vector3(mesh.nodes.at(node)[0],
                         mesh.nodes.at(node)[1],
                         mesh.nodes.at(node)[2]);
        };
        for (int e = 0; e < 12; ++e)
          {
            const auto [a, b] = edge_corners(e);
            EXPECT_EQ(place(mesh.mid_nodes[0].edges[e]),
                      (place(mesh.cells[0][a]) + place(mesh.cells[0][b])) / 2);
          }
        for (int f = 0; f < 6 && type == 12; ++f)
          {
            Vector3 middle(0.5, 0.5, 0.5);
            middle[f / 2] = f % 2;
            EXPECT_EQ(place(mesh.mid_nodes[0].faces[f]), middle);
          }
        if (type == 12)
          {
            EXPECT_EQ(place(mesh.mid_nodes[0].centre), Vector3(0.5, 0.5, 0.5));
          }
      }
  }

  TEST(GmshReader, OtherElementsAreRefusedWithNumberAndHint)
  {
    const std::string tetrahedron =
      with(cube_22, "12 5 2 1 1 1 2 3 4 50 6 7 8", "12 4 2 1 1 1 2 3 50");
    EXPECT_EQ(refusal(tetrahedron),
              "\"mesh.msh\" has element 12 among tetrahedra, which are not "
              "supported. Mesh with hexahedra (Transfinite Volume or Extrude "
              "with Layers and Recombine).");
    expect_refused(with(cube_22,
                        "12 5 2 1 1 1 2 3 4 50 6 7 8",
                        "12 6 2 1 1 1 2 3 50 6 7"),
                   "element 12 among wedges");
    expect_refused(with(with(cube_22, "\n12 5 2 1 1 1 2 3 4 50 6 7 8", ""),
                        "$Elements\n3\n10 3 2 5 1 1 2 3 4",
                        "$Elements\n2\n10 2 2 5 1 1 2 3"),
                   "element 10 among triangles, which are not supported. Mesh "
                   "with quadrilaterals (Recombine Surface)");
    expect_refused(with(cube_22, "12 5 2", "12 92 2"), "Gmsh type 92");
  }

  TEST(GmshReader, SurfacesMustBeFacesOfCells)
  {
    expect_refused(with(cube_22, "10 3 2 5 1 1 2 3 4", "10 3 2 5 1 1 2 3 50"),
                   "element 10 of the surface \"bottom side\", which is no "
                   "face of a cell");
  }

  TEST(GmshReader, AbsurdCountsAreRefusedBeforeAllocation)
  {
    expect_refused(with(cube_22, "$Nodes\n8", "$Nodes\n2147483648"),
                   "line 11: 2147483648 nodes are announced, and the file has");
    expect_refused(with(cube_22, "$Elements\n3", "$Elements\n2147483648"),
                   "2147483648 elements are announced");
    expect_refused(with(cube_22, "12 5 2", "12 5 2147483648"),
                   "2147483648 tags are announced");
    expect_refused(with(cube_41, "2 1 0 4", "2 1 0 4000000000000000000"),
                   "4000000000000000000 nodes");
    expect_refused(with(cube_41, "1 1 1 1\n9", "1 1 1 2147483648\n9"),
                   "2147483648 entities");
    expect_refused(with(cube_22, "$Nodes\n8", "$Nodes\n-8"), "-8 nodes");
    std::string binary = binary_cube_41();
    const auto count   = binary.find("$Nodes\n") + 7 + 8;
    binary[count + 3]  = '\x80';
    expect_refused(binary, "2147483656 nodes are announced");
  }

  TEST(GmshReader, TruncatedAndDamagedFilesAreRefused)
  {
    for (std::size_t length = 0; length < cube_41.size() - 1; ++length)
      EXPECT_NE(refusal(cube_41.substr(0, length)), "nothing was thrown")
        << length;
    const std::string binary = binary_cube_41();
    for (std::size_t length = 0; length < binary.size() - 1; ++length)
      EXPECT_NE(refusal(binary.substr(0, length)), "nothing was thrown")
        << length;
    expect_refused(with(cube_22, "$Nodes\n8", "$Nodes\n7"),
                   "line 19: \"$EndNodes\" is expected, here stands \"8\"");
    expect_refused(with(cube_22, "2 1 0 0", "2 1 x 0"), "line 13: \"x\"");
    expect_refused(with(cube_22, "2 1 0 0", "1 1 0 0"), "node 1 is defined");
    expect_refused(with(cube_22, "50 6 7 8\n", "51 6 7 8\n"),
                   "has the node 51, which is not defined");
    expect_refused(with(cube_22, "2.2 0 8", "1.0 0 8"), "format \"1.0\"");
    expect_refused(with(cube_22, "2.2 0 8", "2.2 0 4"), "2.2 0 8");
    std::string swapped           = binary;
    swapped[swapped.find('\x01')] = '\x02';
    expect_refused(swapped, "byte order");
    expect_refused("nonsense", "begins with $MeshFormat");
  }
} // namespace
