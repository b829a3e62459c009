// SPDX-License-Identifier: Apache-2.0
// The meshes of this repository, and damage to them.
#include <rivlin/mesh/read_mesh_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/mesh/boundary_sets.h>
#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/mesh_check.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
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

  /// One change of a deck: bytes, numbers, lines, ends.
  void damage(std::string &bytes, std::mt19937 &random)
  {
    static const std::array<std::string, 16> words = {
      "2147483648",
      "-1",
      "0",
      "1e308",
      "nan",
      "99999999999999999999",
      "*NODE\n",
      "*ELEMENT, TYPE=C3D8\n",
      ",",
      "\n",
      "*ELSET, ELSET=x, GENERATE\n1, 2147483647, 1\n",
      "$EndNodes\n",
      "*PART, NAME=q\n",
      "$Nodes\n",
      "*INSTANCE, NAME=z, PART=Tube\n",
      "$Elements\n"};
    const auto line_start = [&](const std::size_t place) {
      const auto start = bytes.rfind('\n', place);
      return start == std::string::npos ? 0 : start + 1;
    };
    if (bytes.empty())
      bytes = "*";
    // Keywords are few and at the ends of the file; look there often.
    std::size_t place = random() % bytes.size();
    if (random() % 2)
      {
        const auto keyword = bytes.find_first_of("*$", place);
        if (keyword != std::string::npos)
          place = std::min(keyword + random() % 80, bytes.size() - 1);
      }
    const std::size_t other = random() % bytes.size();
    const std::size_t size  = random() % 2 ? 1 + random() % 8 : random() % 2000;
    switch (random() % 10)
      {
        case 0:
          bytes[place] = static_cast<char>(random() % 256);
          break;
        case 1:
          bytes[place] = "0123456789.-+eE,*$ \n"[random() % 20];
          break;
        case 2:
          bytes.erase(place, size);
          break;
        case 3:
          bytes.insert(place, bytes.substr(other, size));
          break;
        case 4:
          bytes.replace(place, size, bytes.substr(other, size));
          break;
        case 5:
          bytes.insert(place, words[random() % words.size()]);
          break;
        case 6:
          bytes.insert(line_start(place), words[random() % words.size()]);
          break;
        case 7: // a number instead of another
          {
            const auto begin = bytes.find_first_of("0123456789", place);
            if (begin != std::string::npos)
              {
                const auto end =
                  std::min(bytes.find_first_not_of("0123456789", begin),
                           bytes.size());
                bytes.replace(begin, end - begin, words[random() % 6]);
              }
            break;
          }
        case 8: // a line goes or comes again
          {
            const auto begin = line_start(place);
            const auto end   = std::min(bytes.find('\n', begin), bytes.size());
            if (random() % 2)
              bytes.erase(begin, end - begin + 1);
            else
              bytes.insert(begin, bytes.substr(begin, end - begin) + "\n");
            break;
          }
        default:
          bytes.resize(place);
      }
  }

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

  /// Memory that this process may have, until the end of the block; the
  /// address sanitizer needs terabytes of addresses and has its own guard.
  struct MemoryLimit
  {
    rlimit before{};

    MemoryLimit()
    {
#ifndef __SANITIZE_ADDRESS__
      getrlimit(RLIMIT_AS, &before);
      rlimit limit   = before;
      limit.rlim_cur = std::size_t(1) << 30;
      setrlimit(RLIMIT_AS, &limit);
#endif
    }

    ~MemoryLimit()
    {
#ifndef __SANITIZE_ADDRESS__
      setrlimit(RLIMIT_AS, &before);
#endif
    }
  };

  /// Damage the shipped meshes; only Error may be thrown.
  void survive(const int n_changes, const unsigned int seed)
  {
    const MemoryLimit limit;
    std::vector<std::pair<std::string, std::string>> decks;
    for (const char *file : {"abaqus_bushing.inp",
                             "bushing_abaqus.inp",
                             "bushing_gmsh22.msh",
                             "bushing_gmsh41.msh",
                             "gmsh_bushing.msh"})
      decks.emplace_back(file, read_whole_file(meshes / file));
    std::mt19937 random(seed);
    int n_accepted = 0;
    for (int i = 0; i < n_changes; ++i)
      {
        const auto &[file, content] = decks[i % decks.size()];
        std::string bytes           = content;
        for (unsigned int k = 1 + random() % 3; k > 0; --k)
          damage(bytes, random);
        try
          {
            const PlainMesh mesh = parse_mesh(bytes, file);
            ++n_accepted;
            expect_complete(mesh);
            // Checking costs more than reading: every fifth.
            if (random() % 5 == 0)
              check_mesh(mesh);
          }
        catch (const Error &error)
          {
            ASSERT_GT(std::string(error.what()).size(), 20u);
          }
      }
    // Both ways must have been gone.
    EXPECT_GT(n_accepted, n_changes / 50);
    EXPECT_LT(n_accepted, n_changes * 9 / 10);
  }

  TEST(ShippedMeshes, SurviveAThousandChanges)
  {
    survive(1000, 7);
  }

  TEST(ShippedMeshesLong, SurviveFiftyThousandChanges)
  {
    survive(50000, 11);
  }
} // namespace
