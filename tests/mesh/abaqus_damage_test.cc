// SPDX-License-Identifier: Apache-2.0
// What is refused in Abaqus decks, with line and remedy.
#include <rivlin/mesh/abaqus_reader.h>

#include <rivlin/base/error.h>
#include <rivlin/mesh/read_mesh_file.h>

#include <mesh/small_meshes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

namespace
{
  using namespace rivlin;

  std::string refusal(const std::string &deck)
  {
    return message_of<Error>([&]() { parse_abaqus_mesh(deck, "deck.inp"); });
  }

  /// The message names the line and has this part.
  void expect_refused(const std::string &deck,
                      const int line,
                      const std::string &part)
  {
    const std::string message = refusal(deck);
    EXPECT_TRUE(
      message.starts_with("\"deck.inp\", line " + std::to_string(line) + ": "))
      << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  TEST(AbaqusDamage, WholeMessageSaysPlaceNumbersAndRemedy)
  {
    EXPECT_EQ(
      refusal(cube_nodes + "*ELEMENT, TYPE=C3D10H\n17, 1, 2, 3, 4\n"),
      "\"deck.inp\", line 10: element 17 of type \"C3D10H\": tetrahedra "
      "are not supported. Mesh with hexahedra (C3D8H, C3D20H).");
  }

  TEST(AbaqusDamage, OtherElementsAreRefused)
  {
    const auto element = [](const std::string &type) {
      return cube_nodes + "*ELEMENT, TYPE=" + type + "\n17, 1, 2, 3, 4\n";
    };
    expect_refused(element("C3D4"), 10, "tetrahedra");
    expect_refused(element("C3D6H"), 10, "wedges");
    expect_refused(element("C3D15"), 10, "wedges");
    expect_refused(element("CPE3"), 10, "triangles");
    expect_refused(element("CPE6MH"), 10, "triangles");
    expect_refused(element("CPS4"), 10, "plane stress");
    expect_refused(element("CAX4H"), 10, "axisymmetric");
    expect_refused(element("S4R"), 10, "C3D8, C3D20, CPE4 and CPE8");
    expect_refused(cube_nodes + "*ELEMENT\n1, 1\n", 10, "TYPE=");
    expect_refused(cube + "*ELEMENT, TYPE=CPE4\n8, 1, 2, 3, 4\n",
                   12,
                   "another dimension");
  }

  TEST(AbaqusDamage, TruncatedDecksAreNoticed)
  {
    expect_refused(cube_nodes + "*ELEMENT, TYPE=C3D8\n1, 1, 2, 3, 4, 5,",
                   11,
                   "has 5 nodes, C3D8 needs 8");
    expect_refused("*NODE\n1, 0, 0, 0\n2, 1", 3, "1 coordinates");
    expect_refused("*NODE\n1,0,0,0\n" + cube_element, 4, "\"2\"");
    expect_refused("*PART, NAME=P\n" + cube, 1, "not ended");
    const std::string parts = "*PART, NAME=P\n" + cube + "*END PART\n";
    EXPECT_NE(refusal(parts).find("*INSTANCE of each part"), std::string::npos);
    expect_refused(parts + "*ASSEMBLY\n*INSTANCE, NAME=I, PART=P\n",
                   14,
                   "not ended");
    expect_refused(parts +
                     "*ASSEMBLY\n*INSTANCE, NAME=I, PART=P\n"
                     "*END ASSEMBLY\n",
                   16,
                   "not ended");
    expect_refused(parts + "*NSET, NSET=a\n1\n", 14, "outside of parts");
    EXPECT_NE(refusal(cube_nodes).find("8 nodes and no elements"),
              std::string::npos);
    // A C3D20 over two lines of which the second is lost.
    std::string nodes = cube_nodes;
    for (int i = 9; i <= 20; ++i)
      nodes += std::to_string(i) + ", 0, 0, 0\n";
    expect_refused(nodes +
                     "*ELEMENT, TYPE=C3D20\n1, 1, 2, 3, 4, 5, 6, 7, 8, 9, "
                     "10, 11, 12, 13, 14, 15,\n",
                   23,
                   "has 15 nodes, C3D20 needs 20");
  }

  TEST(AbaqusDamage, NumbersMustBeNumbersAndUnique)
  {
    expect_refused("*NODE\n1, 0, x, 0\n", 2, "\"x\" is not a number");
    expect_refused("*NODE\n1, 0, nan, 0\n", 2, "\"nan\" is not a number");
    expect_refused("*NODE\n1, 0, 1e999, 0\n", 2, "is not a number");
    expect_refused("*NODE\n1, 0, 1e200, 0\n", 2, "too far away");
    expect_refused("*NODE\n-1, 0, 0, 0\n", 2, "begins with its number");
    expect_refused(cube_nodes + "3, 9, 9, 9\n", 10, "node 3 is defined twice");
    expect_refused(cube + "7, 1, 2, 3, 4, 5, 6, 7, 8\n",
                   12,
                   "element 7 is defined twice");
    expect_refused(cube + "4294967296, 1, 2, 3, 4, 5, 6, 7, 2147483648\n",
                   12,
                   "\"2147483648\", which is not defined");
  }

  TEST(AbaqusDamage, SetsMustExist)
  {
    expect_refused(cube +
                     "*ELSET, ELSET=Rubber\n7\n*SURFACE, NAME=s\n"
                     "Ruber, S1\n",
                   15,
                   "\"Ruber\" before this line. Did you mean \"Rubber\"?");
    expect_refused(cube + "*NSET, NSET=a\nb\n", 13, "no node set \"b\"");
    expect_refused(cube + "*SOLID SECTION, ELSET=x\n", 12, "\"x\"");
    expect_refused(cube + "*SURFACE, NAME=s\n7, S7\n", 13, "S1 to S6");
    expect_refused(cube + "*SURFACE, NAME=s\n7, SPOS\n", 13, "\"SPOS\"");
    expect_refused(cube + "*ELSET, ELSET=e, GENERATE\n100, 2147483647, 1\n",
                   13,
                   "finds no element");
    expect_refused(cube + "*ELSET, ELSET=e, GENERATE\n7, 1, 0\n",
                   13,
                   "positive step");
    expect_refused(cube + "*ELSET\n7\n", 12, "Name the set");
    expect_refused("*PART, NAME=P\n" + cube +
                     "*END PART\n*ASSEMBLY\n*INSTANCE, NAME=I, PART=Q\n",
                   15,
                   "no part \"Q\"");
    expect_refused(cube +
                     "*ELSET, ELSET=a\n7\n*SOLID SECTION, ELSET=a\n"
                     "*SOLID SECTION, ELSET=a\n",
                   15,
                   "element 7 has a section already, of line 14");
  }

  TEST(AbaqusDamage, NumbersThatDoNotExistAreTold)
  {
    const PlainMesh mesh =
      parse_abaqus_mesh(cube + "*NSET, NSET=some\n1, 77, 78\n", "deck.inp");
    EXPECT_EQ(mesh.notices.at(0),
              "The node set \"some\" (line 12) names 2 nodes that do not exist "
              "or were skipped, the first is 77.");
  }

  TEST(AbaqusDamage, KeywordsThatMakeMeshesOrAreMisspelledAreRefused)
  {
    expect_refused(cube + "*ELGEN\n7, 2\n", 12, "changes the mesh");
    expect_refused(cube + "*NCOPY\n1\n", 12, "changes the mesh");
    expect_refused(cube + "*ELSETS, ELSET=x\n7\n", 12, "Did you mean *ELSET?");
  }

  TEST(AbaqusDamage, SetsOfSetsCannotExplode)
  {
    // Each set is the union of all before it, many times over.
    std::string deck = cube + "*ELSET, ELSET=s0\n7\n";
    for (int i = 1; i < 60; ++i)
      {
        std::string last = "s";
        last += std::to_string(i - 1);
        deck += "*ELSET, ELSET=s" + std::to_string(i) + "\n";
        for (int k = 0; k < 10; ++k)
          deck += last + ", " + last + "\n";
      }
    EXPECT_EQ(parse_abaqus_mesh(deck, "deck.inp").cell_sets.at("s59").size(),
              1u);
  }

  TEST(AbaqusDamage, BytesThatAreNoDeckAreRefused)
  {
    EXPECT_EQ(refusal(cube.substr(0, 30) + std::string(1, '\0') + cube),
              "\"deck.inp\" is not text: byte 31 has the value 0. Give an "
              "Abaqus input file or a Gmsh mesh.");
    expect_refused("Node\n1, 0, 0, 0\n", 1, "begins with a keyword");
    for (const char *name : {"deck.inp", "mesh.msh", "mesh"})
      EXPECT_EQ(message_of<Error>([&] {
                  parse_mesh(std::string("\xFF\xFE*\0N\0O\0D\0E\0", 12), name);
                }),
                '"' + std::string(name) +
                  "\" is in UTF-16, with two bytes for each letter. Save it "
                  "as UTF-8.");
  }

  TEST(AbaqusDamage, ByteOrderMarksAreNoDamage)
  {
    const std::string mark = "\xEF\xBB\xBF";
    EXPECT_EQ(parse_abaqus_mesh(mark + cube, "deck.inp").cells.size(), 1u);
    EXPECT_EQ(parse_mesh(mark + cube, "deck").cells.size(), 1u);
    EXPECT_EQ(parse_mesh(mark + cube, "deck.inp").cells.size(), 1u);
  }

  TEST(AbaqusDamage, PlaneMeshesStayInThePlane)
  {
    EXPECT_NE(refusal("*NODE\n1,0,0\n2,1,0\n3,1,1,2.5\n4,0,1\n*ELEMENT, "
                      "TYPE=CPE4\n1,1,2,3,4\n")
                .find("node 3 of a plane mesh has a third coordinate"),
              std::string::npos);
  }

  class AbaqusDamageFiles : public TemporaryFolder
  {
  protected:
    std::string refusal_of(const std::string &deck)
    {
      write(folder / "deck.inp", deck);
      return message_of<Error>([&]() { read_mesh_file(folder / "deck.inp"); });
    }
  };

  TEST_F(AbaqusDamageFiles, MissingAndEmptyFiles)
  {
    EXPECT_EQ(message_of<Error>([&]() { read_mesh_file(folder / "no.inp"); }),
              "There is no mesh file \"" + (folder / "no.inp").string() +
                "\". Correct its name.");
    EXPECT_EQ(refusal_of(" \n\n"),
              "The mesh file \"" + (folder / "deck.inp").string() +
                "\" is empty. Write it again.");
    EXPECT_NE(message_of<Error>([&]() {
                read_mesh_file(folder);
              }).find("not a regular file"),
              std::string::npos);
    write(folder / "mesh.stl", "solid x\n");
    EXPECT_NE(message_of<Error>([&]() {
                read_mesh_file(folder / "mesh.stl");
              }).find("neither an Abaqus input file"),
              std::string::npos);
  }

  TEST_F(AbaqusDamageFiles, IncludesThatAreMissingOrCircular)
  {
    EXPECT_NE(
      refusal_of("*INCLUDE, INPUT=no.inp\n").find("line 1: there is no"),
      std::string::npos);
    EXPECT_NE(refusal_of("*INCLUDE\n").find("without INPUT="),
              std::string::npos);
    EXPECT_NE(refusal_of("*INCLUDE, INPUT=deck.inp\n").find("includes itself"),
              std::string::npos);
    write(folder / "a.inp", "*INCLUDE, INPUT=b.inp\n");
    write(folder / "b.inp", "*INCLUDE, INPUT=./a.inp\n");
    EXPECT_NE(refusal_of("*INCLUDE, INPUT=a.inp\n").find("includes itself"),
              std::string::npos);
    for (int i = 0; i < 12; ++i)
      write(folder / std::string("c").append(std::to_string(i)),
            "*INCLUDE, INPUT=c" + std::to_string(i + 1) + "\n");
    EXPECT_NE(refusal_of("*INCLUDE, INPUT=c0\n").find("10 levels deep"),
              std::string::npos);
    // An error inside names the file it stands in.
    write(folder / "nodes.inp", "*NODE\n1, x\n");
    EXPECT_TRUE(
      refusal_of("*INCLUDE, INPUT=nodes.inp\n")
        .starts_with('"' + (folder / "nodes.inp").string() + "\", line 2: "));
  }
} // namespace
