// SPDX-License-Identifier: Apache-2.0
// Damaged meshes give a complete mesh or an Error, nothing else; the sanitizers
// watch.
#include <rivlin/mesh/read_mesh_file.h>

#include <rivlin/base/whole_file.h>
#include <rivlin/mesh/mesh_check.h>

#include <mesh/small_gmsh_meshes.h>
#include <mesh/small_meshes.h>
#include <mutation.h>
#include <test_paths.h>

#include <cmath>

namespace
{
  using namespace rivlin;

  /// What PlainMesh promises.
  void expect_complete(const PlainMesh &mesh)
  {
    const int n_nodes = static_cast<int>(mesh.nodes.size());
    const int n_cells = static_cast<int>(mesh.cells.size());
    ASSERT_GT(n_cells, 0);
    ASSERT_EQ(mesh.node_ids.size(), mesh.nodes.size());
    ASSERT_EQ(mesh.cell_ids.size(), mesh.cells.size());
    ASSERT_EQ(mesh.cell_regions.size(), mesh.cells.size());
    for (const auto &point : mesh.nodes)
      for (const double x : point)
        ASSERT_TRUE(std::isfinite(x));
    for (const auto &cell : mesh.cells)
      for (int v = 0; v < mesh.n_corners(); ++v)
        ASSERT_TRUE(cell[v] >= 0 && cell[v] < mesh.n_corner_nodes);
    for (const int region : mesh.cell_regions)
      ASSERT_TRUE(region >= 0 &&
                  region < static_cast<int>(mesh.regions.size()));
    for (const auto &[name, nodes] : mesh.node_sets)
      for (const int node : nodes)
        ASSERT_TRUE(node >= 0 && node < n_nodes);
    for (const auto &[name, faces] : mesh.face_sets)
      for (const auto &[cell, face] : faces)
        ASSERT_TRUE(cell >= 0 && cell < n_cells && face >= 0 &&
                    face < mesh.n_faces());
  }

  /// Read and checked; an accepted mesh is what it promises to be.
  void use(const std::string &bytes, const char *file)
  {
    const PlainMesh mesh = parse_mesh(bytes, file);
    expect_complete(mesh);
    // Checking costs more than reading.
    if (mesh.cells.size() < 50 || bytes.size() % 5 == 0)
      check_mesh(mesh);
  }

  const std::vector<std::string> abaqus_words = {
    "*NODE\n",
    "*ELEMENT, TYPE=C3D8\n",
    "*ELEMENT, TYPE=C3D20H\n",
    "*ELSET, ELSET=x, GENERATE\n1, 2147483647, 1\n",
    "*NSET, NSET=y\n1, 2\n",
    "*PART, NAME=Q\n",
    "*END PART\n",
    "*ASSEMBLY, NAME=A\n",
    "*INSTANCE, NAME=z, PART=Q\n1, 0, 0\n0, 0, 0, 0, 0, 1, 90\n",
    "*END INSTANCE\n",
    "*SURFACE, NAME=s\nx, S1\n",
    "*SOLID SECTION, ELSET=x, MATERIAL=m\n",
    "*MATERIAL, NAME=m\n*HYPERELASTIC, MOONEY-RIVLIN\n0.4, 0.1, 0\n",
    "*INCLUDE, INPUT=deck.inp\n"};

  const std::vector<std::string> gmsh_words = {"$Nodes\n",
                                               "$EndNodes\n",
                                               "$Elements\n",
                                               "$EndElements\n",
                                               "$Entities\n",
                                               "$PhysicalNames\n",
                                               "$EndPhysicalNames\n",
                                               "$Periodic\n",
                                               "4.1 1 8\n",
                                               "2.2 0 8\n"};

  /// The decks of the repository: every keyword, but tens of kilobytes.
  void survive_shipped(const int n, const std::uint64_t seed)
  {
    const auto bytes_of = [](const char *file) {
      return read_whole_file(source_folder() / "meshes" / file);
    };
    expect_both(survive(
      Mutator({bytes_of("abaqus_bushing.inp"), bytes_of("bushing_abaqus.inp")},
              abaqus_words,
              seed),
      n / 2,
      [](const std::string &bytes) { use(bytes, "deck.inp"); }));
    expect_both(
      survive(Mutator({bytes_of("bushing_gmsh22.msh"),
                       bytes_of("bushing_gmsh41.msh"),
                       bytes_of("tutorial_mount.msh")},
                      gmsh_words,
                      seed),
              n / 2,
              [](const std::string &bytes) { use(bytes, "mesh.msh"); }));
  }

  const std::string small_deck =
    "*HEADING\n a deck\n*PART, NAME=Q\n" + cube +
    "*ELSET, ELSET=x\n7\n*NSET, NSET=y, GENERATE\n1, 4, 1\n"
    "*SURFACE, NAME=s\nx, S1\n*SOLID SECTION, ELSET=x, MATERIAL=m\n"
    "*END PART\n*ASSEMBLY, NAME=A\n*INSTANCE, NAME=z, PART=Q\n1, 0, 0\n"
    "*END INSTANCE\n*END ASSEMBLY\n*MATERIAL, NAME=m\n"
    "*HYPERELASTIC, MOONEY-RIVLIN\n0.4, 0.1, 0\n*DENSITY\n1.1e-9\n";

  TEST(MeshFuzz, ShippedMeshes)
  {
    survive_shipped(600, 7);
  }

  TEST(MeshFuzz, SmallAbaqusDecks)
  {
    expect_both(
      survive(Mutator({small_deck, cube, cube + "*NSET, NSET=a\n1, 2\n"},
                      abaqus_words,
                      1),
              4000,
              [](const std::string &bytes) { use(bytes, "deck.inp"); }));
  }

  TEST(MeshFuzz, SmallGmshMeshes)
  {
    expect_both(
      survive(Mutator({cube_22, cube_41, binary_cube_41(), binary_cube_22()},
                      gmsh_words,
                      2),
              6000,
              [](const std::string &bytes) { use(bytes, "mesh.msh"); }));
  }

  TEST(MeshFuzzLong, ShippedMeshes)
  {
    survive_shipped(30000, 11);
  }

  TEST(MeshFuzzLong, SmallAbaqusDecks)
  {
    expect_both(
      survive(Mutator({small_deck, cube, cube + "*NSET, NSET=a\n1, 2\n"},
                      abaqus_words,
                      3),
              200000,
              [](const std::string &bytes) { use(bytes, "deck.inp"); }));
  }

  TEST(MeshFuzzLong, SmallGmshMeshes)
  {
    expect_both(
      survive(Mutator({cube_22, cube_41, binary_cube_41(), binary_cube_22()},
                      gmsh_words,
                      4),
              200000,
              [](const std::string &bytes) { use(bytes, "mesh.msh"); }));
  }
} // namespace
