// SPDX-License-Identifier: Apache-2.0
// The meshes of this repository.
#include <rivlin/mesh/read_mesh_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/mesh/boundary_sets.h>
#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/mesh_check.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <set>

namespace
{
  using namespace rivlin;
  using std::numbers::pi;

  const std::filesystem::path meshes = source_folder() / "meshes";

  constexpr double r = 10, R = 25, length = 40;

  TEST(ShippedMeshes, AbaqusBushingHasNamesRegionsAndVolume)
  {
    const PlainMesh mesh  = read_mesh_file(meshes / "abaqus_bushing.inp");
    const MeshCheck check = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    EXPECT_TRUE(check.warnings.empty());
    EXPECT_EQ(mesh.regions, std::vector<std::string>{"RUBBER"});
    EXPECT_EQ(mesh.node_ids[0], 1001);
    // A prism over a ring of 24 straight sides: n/2 sin(2 pi/n) for pi.
    const double n = 24, polygon = n / 2 * std::sin(2 * pi / n);
    EXPECT_NEAR(check.volume, polygon * (R * R - r * r) * length, 1e-9);
    const double side = 2 * n * std::sin(pi / n) * length;
    EXPECT_NEAR(check.face_set_areas.at("Inner_Sleeve"), side * r, 1e-10);
    EXPECT_NEAR(check.face_set_areas.at("Outer-Sleeve"), side * R, 1e-10);
    ASSERT_EQ(mesh.materials.size(), 1u);
    EXPECT_EQ(mesh.materials[0].region, "RUBBER");
    EXPECT_EQ(mesh.materials[0].material, "Natural rubber");
  }

  TEST(ShippedMeshes, GmshBushingIsCurved)
  {
    const PlainMesh mesh  = read_mesh_file(meshes / "gmsh_bushing.msh");
    const MeshCheck check = check_mesh(mesh);
    EXPECT_TRUE(check.errors.empty());
    EXPECT_TRUE(check.warnings.empty());
    EXPECT_EQ(mesh.cells.size(), 576u);
    EXPECT_EQ(check.n_free_faces_without_set, 0);
    // A parabola through the ends and the middle of an arc of angle h misses
    // h^4/480 of the sector's area and h^4/960 of the arc's length, by Taylor
    // series; the next term is of order h^6.
    const double h = 2 * pi / 24, area = 1 - std::pow(h, 4) / 480,
                 arc = 1 - std::pow(h, 4) / 960, next = std::pow(h, 6) / 1000;
    EXPECT_NEAR(check.volume / (pi * (R * R - r * r) * length), area, next);
    EXPECT_NEAR(check.face_set_areas.at("inner sleeve") / (2 * pi * r * length),
                arc,
                next);
    EXPECT_NEAR(check.face_set_areas.at("outer sleeve") / (2 * pi * R * length),
                arc,
                next);
  }

  /// Cells and faces by the places of their corners: free of any numbering.
  std::set<std::set<MeshPoint>> places(const PlainMesh &mesh)
  {
    std::set<std::set<MeshPoint>> result;
    for (const auto &cell : mesh.cells)
      {
        std::set<MeshPoint> corners;
        for (const int node : cell)
          corners.insert(mesh.nodes[node]);
        result.insert(corners);
      }
    return result;
  }

  std::set<std::set<MeshPoint>> places(const PlainMesh &mesh,
                                       const std::vector<CellFace> &faces)
  {
    std::set<std::set<MeshPoint>> result;
    for (const CellFace &face : faces)
      {
        std::set<MeshPoint> corners;
        for (const int node : face_nodes(mesh, face))
          corners.insert(mesh.nodes[node]);
        result.insert(corners);
      }
    return result;
  }

  TEST(ShippedMeshes, OneBushingInThreeFormatsAndNumberings)
  {
    const PlainMesh reference = read_mesh_file(meshes / "bushing_abaqus.inp");
    EXPECT_EQ(reference.cells.size(), 576u);
    for (const char *file : {"bushing_gmsh22.msh", "bushing_gmsh41.msh"})
      {
        const PlainMesh mesh = read_mesh_file(meshes / file);
        EXPECT_TRUE(check_mesh(mesh).errors.empty());
        EXPECT_TRUE(places(mesh) == places(reference)) << file;
        EXPECT_NE(mesh.nodes, reference.nodes) << "numbered alike";
        EXPECT_EQ(mesh.regions, reference.regions);
        for (const char *set : {"inner", "outer"})
          EXPECT_TRUE(places(mesh, mesh.face_sets.at(set)) ==
                      places(reference, reference.face_sets.at(set)))
            << file << ", " << set;
      }
  }

  class ShippedMeshFiles : public TemporaryFolder
  {};

  TEST_F(ShippedMeshFiles, ScriptWritesWhatIsShipped)
  {
    const std::string command = "/usr/bin/env python3 '" +
                                (meshes / "make_meshes.py").string() + "' '" +
                                folder.string() + "' > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);
    int n_files = 0;
    for (const auto &file : std::filesystem::directory_iterator(folder))
      {
        ++n_files;
        EXPECT_TRUE(read_whole_file(file.path()) ==
                    read_whole_file(meshes / file.path().filename()))
          << file.path().filename();
      }
    EXPECT_EQ(n_files, 4);
  }
} // namespace
