// SPDX-License-Identifier: Apache-2.0
// What is read from Abaqus decks.
#include <rivlin/mesh/abaqus_reader.h>

#include <rivlin/mesh/cell_geometry.h>

#include <mesh/small_meshes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <cmath>

namespace
{
  using namespace rivlin;

  PlainMesh parse(const std::string &deck)
  {
    return parse_abaqus_mesh(deck, "deck.inp");
  }

  /// The centre of a face, to see which one it is.
  MeshPoint centre(const PlainMesh &mesh, const CellFace face)
  {
    MeshPoint sum{};
    const auto nodes = face_nodes(mesh, face);
    for (int i = 0; i < mesh.n_face_corners(); ++i)
      for (int k = 0; k < 3; ++k)
        sum[k] += mesh.nodes[nodes[i]][k] / mesh.n_face_corners();
    return sum;
  }

  /// Whether some text among the notices has all parts.
  bool has_notice(const PlainMesh &mesh, const std::vector<std::string> &parts)
  {
    return std::any_of(
      mesh.notices.begin(), mesh.notices.end(), [&](const std::string &text) {
        return std::all_of(parts.begin(), parts.end(), [&](const auto &part) {
          return text.find(part) != std::string::npos;
        });
      });
  }

  TEST(AbaqusReader, CubeIsPositiveWithItsNumbers)
  {
    const PlainMesh mesh = parse(cube);
    EXPECT_EQ(mesh.dimension, 3);
    ASSERT_EQ(mesh.cells.size(), 1u);
    EXPECT_EQ(mesh.cell_ids[0], 7);
    EXPECT_EQ(mesh.nodes.size(), 8u);
    for (int v = 0; v < 8; ++v)
      EXPECT_EQ(
        mesh.nodes[mesh.cells[0][v]],
        (MeshPoint{double(v & 1), double((v >> 1) & 1), double(v >> 2)}));
    EXPECT_EQ(mesh.regions, std::vector<std::string>{"body"});
    EXPECT_TRUE(has_notice(mesh, {"1 elements", "\"body\""}));
    EXPECT_TRUE(mesh.mid_nodes.empty());
  }

  TEST(AbaqusReader, AllEndingsOfTheTypesAreRead)
  {
    for (const char *type : {"C3D8", "c3d8r", "C3D8RH", "C3D8I", "C3D8IH"})
      EXPECT_EQ(parse(cube_nodes + "*ELEMENT, TYPE=" + type +
                      "\n1,1,2,3,4,5,6,7,8\n")
                  .cells.size(),
                1u);
    for (const char *type : {"CPE4", "CPE4H", "CPE4RH"})
      EXPECT_EQ(parse("*NODE\n1,0,0\n2,1,0\n3,1,1\n4,0,1\n*ELEMENT, TYPE=" +
                      std::string(type) + "\n1,1,2,3,4\n")
                  .dimension,
                2);
  }

  TEST(AbaqusReader, FacesOfSolidsHaveTheirPlaces)
  {
    std::string deck = cube;
    for (int face = 1; face <= 6; ++face)
      deck += "*SURFACE, NAME=face" + std::to_string(face) + "\n7, S" +
              std::to_string(face) + "\n";
    const PlainMesh mesh = parse(deck);
    // S1 1-2-3-4, S2 5-8-7-6, S3 1-5-6-2, S4 2-6-7-3, S5 3-7-8-4, S6 4-8-5-1.
    const std::array<MeshPoint, 6> places = {{{0.5, 0.5, 0},
                                              {0.5, 0.5, 1},
                                              {0.5, 0, 0.5},
                                              {1, 0.5, 0.5},
                                              {0.5, 1, 0.5},
                                              {0, 0.5, 0.5}}};
    for (int face = 0; face < 6; ++face)
      EXPECT_EQ(centre(mesh,
                       mesh.face_sets.at("face" + std::to_string(face + 1))[0]),
                places[face]);
  }

  TEST(AbaqusReader, FacesOfPlaneElementsHaveTheirPlaces)
  {
    std::string deck =
      "*NODE\n1,0,0\n2,1,0\n3,1,1\n4,0,1\n"
      "*ELEMENT, TYPE=CPE4H\n1,1,2,3,4\n";
    for (int face = 1; face <= 4; ++face)
      deck += "*SURFACE, NAME=face" + std::to_string(face) + "\n1, S" +
              std::to_string(face) + "\n";
    const PlainMesh mesh                  = parse(deck);
    const std::array<MeshPoint, 4> places = {
      {{0.5, 0, 0}, {1, 0.5, 0}, {0.5, 1, 0}, {0, 0.5, 0}}};
    for (int face = 0; face < 4; ++face)
      EXPECT_EQ(centre(mesh,
                       mesh.face_sets.at("face" + std::to_string(face + 1))[0]),
                places[face]);
    EXPECT_GT(cell_volume(mesh, 0), 0);
  }

  /// Every mid-node must be the middle of its edge.
  void expect_mid_nodes_in_the_middle(const PlainMesh &mesh)
  {
    ASSERT_EQ(mesh.mid_nodes.size(), mesh.cells.size());
    for (int e = 0; e < mesh.n_edges(); ++e)
      {
        const int node = mesh.mid_nodes[0].edges[e];
        ASSERT_GE(node, mesh.n_corner_nodes);
        const auto [a, b] = edge_corners(e);
        for (int k = 0; k < 3; ++k)
          EXPECT_EQ(mesh.nodes[node][k],
                    (mesh.nodes[mesh.cells[0][a]][k] +
                     mesh.nodes[mesh.cells[0][b]][k]) /
                      2);
      }
  }

  TEST(AbaqusReader, MidNodesOfC3D20AndCPE8StayOnTheirEdges)
  {
    // Two lines per element: 16 numbers, a comma, and the rest.
    const std::string solid =
      cube_nodes +
      "9,.5,0,0\n10,1,.5,0\n11,.5,1,0\n12,0,.5,0\n13,.5,0,1\n14,1,.5,1\n"
      "15,.5,1,1\n16,0,.5,1\n17,0,0,.5\n18,1,0,.5\n19,1,1,.5\n20,0,1,.5\n"
      "*ELEMENT, TYPE=C3D20RH\n1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "
      "14, 15,\n16, 17, 18, 19, 20\n";
    expect_mid_nodes_in_the_middle(parse(solid));
    const std::string plane =
      "*NODE\n1,0,0\n2,1,0\n3,1,1\n4,0,1\n5,.5,0\n6,1,.5\n7,.5,1\n8,0,.5\n"
      "*ELEMENT, TYPE=CPE8H\n1,1,2,3,4,5,6,7,8\n";
    expect_mid_nodes_in_the_middle(parse(plane));
    EXPECT_EQ(parse(plane).n_corner_nodes, 4);
  }

  TEST(AbaqusReader, SyntaxIsThatOfAbaqus)
  {
    // Comments, blanks, lower case, continued keywords, quotes, Windows lines,
    // missing coordinates, Fortran exponents.
    const PlainMesh mesh = parse(
      "** a comment\r\n*Heading\r\nanything at all, 1, 2\r\n"
      "*node,\r\n nset = Corners\r\n 1\t, , ,\r\n2, 1.D0, 0, 0\r\n"
      "** inside\r\n3, 1, 1., 0\r\n4, 0, +1, 0\r\n5, 0, 0, 1\r\n\r\n"
      "6, 1, 0, 1\r\n7, 1, 1, 1\r\n8, 0, 1, 1\r\n"
      "*Element, Type = c3d8h, elset=\"all of it\"\r\n"
      "1, 1, 2, 3, 4,\r\n5, 6, 7, 8\r\n");
    EXPECT_EQ(mesh.node_sets.at("Corners").size(), 8u);
    EXPECT_EQ(mesh.cell_sets.at("all of it").size(), 1u);
    EXPECT_EQ(mesh.regions[0], "all of it");
    EXPECT_NEAR(cell_volume(mesh, 0), 1, 1e-14);
  }

  /// Four cubes in a row along x, elements 10, 20, 30, 40.
  std::string row_of_cubes()
  {
    std::string nodes = "*NODE\n", elements = "*ELEMENT, TYPE=C3D8\n";
    for (int i = 0; i <= 4; ++i)
      for (int k = 0; k < 4; ++k)
        nodes += std::to_string(100 * i + k + 1) + ", " + std::to_string(i) +
                 ", " + std::to_string(k % 2) + ", " + std::to_string(k / 2) +
                 "\n";
    for (int i = 0; i < 4; ++i)
      {
        const auto node = [&](const int plane, const int k) {
          return ", " + std::to_string(100 * (i + plane) + k);
        };
        elements += std::to_string(10 * (i + 1)) + node(0, 1) + node(1, 1) +
                    node(1, 2) + node(0, 2) + node(0, 3) + node(1, 3) +
                    node(1, 4) + node(0, 4) + "\n";
      }
    return nodes + elements;
  }

  TEST(AbaqusReader, SetsAreGeneratedNestedAndExtended)
  {
    const PlainMesh mesh =
      parse(row_of_cubes() +
            "*ELSET, ELSET=First, GENERATE\n10, 20, 10\n"
            "*ELSET, ELSET=Odd, GENERATE\n10, 2147483647, 20\n"
            "*ELSET, ELSET=All\nFIRST, odd\n40\n"
            "*ELSET, ELSET=FIRST\n30,\n"
            "*NSET, NSET=Left, GENERATE\n1, 4\n"
            "*NSET, NSET=OfFirst, ELSET=First\n");
    EXPECT_EQ(mesh.cell_sets.at("First"), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(mesh.cell_sets.at("Odd"), (std::vector<int>{0, 2}));
    EXPECT_EQ(mesh.cell_sets.at("All"), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(mesh.node_sets.at("Left").size(), 4u);
    EXPECT_EQ(mesh.node_sets.at("OfFirst").size(), 16u);
  }

  TEST(AbaqusReader, SurfacesComeFromFacesNodesFreeFacesAndUnions)
  {
    const PlainMesh mesh =
      parse(row_of_cubes() +
            "*NSET, NSET=Left, GENERATE\n1, 4\n"
            "*NSET, NSET=Inside, GENERATE\n101, 104\n"
            "*ELSET, ELSET=All, GENERATE\n1, 40\n"
            "*SURFACE, NAME=left, TYPE=NODE\nLeft, 1.\n"
            "*SURFACE, NAME=inside, TYPE=NODE\nInside\n"
            "*SURFACE, NAME=skin\nAll,\n"
            "*SURFACE, NAME=right, TYPE=ELEMENT\n40, S4\n"
            "*SURFACE, NAME=ends, COMBINE=UNION\nLeft, RIGHT\n"
            "*SURFACE, NAME=drum, TYPE=CYLINDER\nSTART, 0, 0\n");
    EXPECT_EQ(mesh.face_sets.at("left"), (std::vector<CellFace>{{0, 0}}));
    EXPECT_TRUE(mesh.face_sets.at("inside").empty());
    EXPECT_EQ(mesh.face_sets.at("skin").size(), 18u);
    EXPECT_EQ(mesh.face_sets.at("right"), (std::vector<CellFace>{{3, 1}}));
    EXPECT_EQ(mesh.face_sets.at("ends"),
              (std::vector<CellFace>{{0, 0}, {3, 1}}));
    EXPECT_FALSE(mesh.face_sets.contains("drum"));
    EXPECT_TRUE(has_notice(mesh, {"\"drum\"", "skipped", "line"}));
  }

  TEST(AbaqusReader, InstancesAreMovedAndTurned)
  {
    const PlainMesh mesh = parse(
      "*PART, NAME=Block\n" + cube +
      "*ELSET, ELSET=Rubber\n7\n*NSET, NSET=Origin\n1\n"
      "*SURFACE, NAME=Bottom\nRubber, S1\n"
      "*SOLID SECTION, ELSET=Rubber, MATERIAL=nr\n*END PART\n"
      "*ASSEMBLY, NAME=A\n"
      "*INSTANCE, NAME=One, PART=block\n*END INSTANCE\n"
      // Moved by (2, 0, 0), then turned by 90 degrees about the z axis at
      // (2, 0, 0).
      "*INSTANCE, NAME=Two, PART=BLOCK\n2, 0, 0\n2, 0, 0, 2, 0, 1, 90.\n"
      "*END INSTANCE\n"
      "*NODE\n1, 5, 5, 5\n"
      "*NSET, NSET=Both, INSTANCE=One\n1\n*NSET, NSET=Both, INSTANCE=two\n2\n"
      "*ELSET, ELSET=_right, INTERNAL, INSTANCE=Two\n7\n"
      "*SURFACE, NAME=Right\n_right, S4\n"
      "*SURFACE, NAME=Lower\nOne.Rubber, S1\ntwo.7, S1\n"
      "*END ASSEMBLY\n");
    ASSERT_EQ(mesh.cells.size(), 2u);
    EXPECT_EQ(mesh.instances, (std::vector<std::string>{"One", "Two", ""}));
    // Corner 1 of the reference cell: (1, 0, 0) -> (3, 0, 0) -> (2, 1, 0).
    const MeshPoint &turned = mesh.nodes[mesh.cells[1][1]];
    EXPECT_NEAR(turned[0], 2, 1e-15);
    EXPECT_NEAR(turned[1], 1, 1e-15);
    EXPECT_NEAR(cell_volume(mesh, 1), 1, 1e-14);
    EXPECT_EQ(mesh.node_sets.at("Both").size(), 2u);
    EXPECT_EQ(mesh.node_sets.at("One.Origin"), std::vector<int>{0});
    EXPECT_EQ(mesh.node_sets.at("Two.Origin"), std::vector<int>{8});
    EXPECT_FALSE(mesh.cell_sets.contains("_right"));
    EXPECT_EQ(mesh.face_sets.at("Right")[0].cell, 1);
    EXPECT_EQ(mesh.face_sets.at("Lower").size(), 2u);
    EXPECT_TRUE(mesh.face_sets.contains("Two.Bottom"));
    EXPECT_EQ(mesh.regions, std::vector<std::string>{"Rubber"});
    EXPECT_EQ(cell_name(mesh, 1), "element 7 of instance \"Two\"");
  }

  TEST(AbaqusReader, SetsOfASingleInstanceHaveTwoNames)
  {
    const PlainMesh mesh =
      parse("*PART, NAME=P\n" + cube +
            "*SURFACE, NAME=Bottom\n7, S1\n*END PART\n*ASSEMBLY\n"
            "*INSTANCE, NAME=P-1, PART=P\n*END INSTANCE\n*END ASSEMBLY\n");
    EXPECT_TRUE(mesh.face_sets.contains("Bottom"));
    EXPECT_EQ(mesh.aliases.at("P-1.Bottom"), "Bottom");
  }

  TEST(AbaqusReader, MeshOfAnIndependentInstanceIsRead)
  {
    const PlainMesh mesh =
      parse("*PART, NAME=P\n*END PART\n*ASSEMBLY\n*INSTANCE, NAME=I, PART=P\n" +
            cube + "*END INSTANCE\n*END ASSEMBLY\n");
    EXPECT_EQ(mesh.cells.size(), 1u);
  }

  TEST(AbaqusReader, SectionsNameTheRegions)
  {
    const PlainMesh mesh = parse(row_of_cubes() +
                                 "*ELSET, ELSET=Soft\n10, 20\n"
                                 "*ELSET, ELSET=_PickedSet3, INTERNAL\n30\n"
                                 "*SOLID SECTION, ELSET=SOFT, MATERIAL=a\n,\n"
                                 "*SOLID SECTION, ELSET=_PickedSet3, "
                                 "MATERIAL=Steel\n,\n");
    EXPECT_EQ(mesh.regions,
              (std::vector<std::string>{"Soft", "Steel", "body"}));
    EXPECT_EQ(mesh.cell_regions, (std::vector<int>{0, 0, 1, 2}));
  }

  TEST(AbaqusReader, MaterialsAreSuggested)
  {
    const auto parameters = [&](const std::string &material) {
      const PlainMesh mesh =
        parse(cube +
              "*ELSET, ELSET=Rubber\n7\n*SOLID SECTION, ELSET=Rubber, "
              "MATERIAL=NR55\n*MATERIAL, NAME=nr55\n" +
              material);
      EXPECT_EQ(mesh.materials.size(), 1u);
      EXPECT_EQ(mesh.materials.at(0).region, "Rubber");
      EXPECT_TRUE(has_notice(mesh, {"\"Rubber\"", "nr55", "decides"}));
      std::string text;
      for (const auto &[name, value] : mesh.materials.at(0).parameters)
        text += name + "=" + value + "|";
      return text;
    };
    // kappa = 2 / D1; Abaqus' volumetric energy is (J - 1)^2 / D1.
    EXPECT_EQ(parameters("*HYPERELASTIC, MOONEY-RIVLIN\n0.4, 0.1, 1e-3\n"
                         "*DENSITY\n1.1e-9\n"),
              "Law=Mooney-Rivlin|C10=0.4|C01=0.1|Bulk modulus=2000|"
              "Volumetric law=quadratic|Density=1.1e-09|");
    EXPECT_EQ(parameters("*HYPERELASTIC, NEO HOOKE\n0.5, 0.\n"),
              "Law=neo-Hooke|C10=0.5|Bulk modulus=infinity|"
              "Volumetric law=quadratic|");
    EXPECT_EQ(parameters("*HYPERELASTIC, YEOH\n0.4, -0.01, 0.001, 0.5\n"),
              "Law=polynomial|Polynomial terms=1 0 0.4; 2 0 -0.01; 3 0 0.001|"
              "Bulk modulus=4|Volumetric law=quadratic|");
    EXPECT_EQ(parameters("*HYPERELASTIC, OGDEN, N=1\n0.8, 2, 0.1\n"),
              "Law=Ogden|Ogden terms=0.8 2|Bulk modulus=20|"
              "Volumetric law=quadratic|");
    EXPECT_EQ(parameters("*ELASTIC\n210000., 0.3\n"),
              "Law=Saint Venant-Kirchhoff|Young's modulus=210000|"
              "Poisson's ratio=0.3|");
    EXPECT_TRUE(
      has_notice(parse(cube + "*MATERIAL, NAME=x\n*HYPERELASTIC, VAN DER "
                              "WAALS\n1, 2, 3\n"),
                 {"\"x\"", "not translated", "line 13"}));
  }

  TEST(AbaqusReader, WhatIsIgnoredIsListedOnce)
  {
    const PlainMesh mesh =
      parse(cube +
            "*BOUNDARY\n1, 1\n*STEP\n*STATIC\n*BOUNDARY\n2, 1\n"
            "*NODE PRINT\nU\n*END STEP\n*ELEMENT, TYPE=MASS, ELSET=m\n8, 1\n"
            "*TIE, NAME=t\na, b\n");
    EXPECT_TRUE(has_notice(mesh,
                           {"*BOUNDARY (2 times, first in line 12)",
                            "*STEP (line 14)",
                            "*NODE PRINT"}));
    EXPECT_TRUE(
      has_notice(mesh, {"Skipped 1 elements", "\"MASS\"", "line 21"}));
    EXPECT_TRUE(has_notice(mesh, {"*TIE", "not followed"}));
    EXPECT_EQ(mesh.cells.size(), 1u);
  }

  TEST(AbaqusReader, CylindricalCoordinatesAreTurned)
  {
    const PlainMesh mesh = parse(
      "*NODE, SYSTEM=C\n1,1,0\n2,2,0\n3,2,90\n4,1,90\n"
      "*ELEMENT, TYPE=CPE4\n1,1,2,3,4\n");
    EXPECT_NEAR(mesh.nodes[2][0], 0, 1e-15);
    EXPECT_NEAR(mesh.nodes[2][1], 2, 1e-15);
  }

  class AbaqusIncludeTest : public TemporaryFolder
  {};

  TEST_F(AbaqusIncludeTest, IncludesAreFollowedFromTheFolderOfTheDeck)
  {
    std::filesystem::create_directories(folder / "parts");
    write(folder / "parts/nodes.txt", cube_nodes.substr(6));
    write(folder / "elements.inp", cube_element);
    const PlainMesh mesh = parse_abaqus_mesh(
      "*NODE, INPUT=parts/nodes.txt\n"
      "*INCLUDE, INPUT=elements.inp\n",
      folder / "deck.inp");
    EXPECT_EQ(mesh.cells.size(), 1u);
  }
} // namespace
