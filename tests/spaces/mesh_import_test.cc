// SPDX-License-Identifier: Apache-2.0
// Mesh files in the finite element model: geometry, sets, materials, faults.
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/case_mesh.h>
#include <rivlin/spaces/mesh_import.h>
#include <rivlin/mesh/mesh_check.h>
#include <rivlin/mesh/read_mesh_file.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include <gtest/gtest.h>

#include <sstream>

namespace rivlin
{
  namespace
  {
    const std::filesystem::path meshes = source_folder() / "meshes";

    template <int dim>
    ImportedMesh<dim> load(const std::filesystem::path &file,
                           const std::vector<std::string> &sets = {},
                           const int refinements                = 0)
    {
      return import_mesh<dim>({file, false, sets, {}, refinements},
                              MPI_COMM_WORLD);
    }

    template <int dim>
    double volume(const Discretization<dim> &space)
    {
      double sum = 0;
      for (int c = 0; c < space.n_cells(); ++c)
        for (int q = 0;
             q < dealii::Utilities::pow(
                   static_cast<int>(space.element().degree) + 1, dim);
             ++q)
          sum += space.weights(c)[q];
      return sum;
    }

    template <int dim>
    double area(const Discretization<dim> &space,
                const dealii::types::boundary_id id)
    {
      dealii::FEFaceValues<dim> values(space.mapping(),
                                       space.element(),
                                       dealii::QGauss<dim - 1>(8),
                                       dealii::update_JxW_values);
      double sum = 0;
      for (const auto &cell : space.dofs().active_cell_iterators())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary() &&
              cell->face(f)->boundary_id() == id)
            {
              values.reinit(cell, f);
              for (const double weight : values.get_JxW_values())
                sum += weight;
            }
      return sum;
    }

    /// Largest distance of the places that two cells give one and the same
    /// node.
    template <int dim>
    double gap(const Discretization<dim> &space)
    {
      const auto &fe = space.element();
      std::map<dealii::types::global_dof_index, dealii::Point<dim>> places;
      std::vector<dealii::types::global_dof_index> indices(
        fe.n_dofs_per_cell());
      double largest = 0;
      for (const auto &cell : space.dofs().active_cell_iterators())
        {
          cell->get_dof_indices(indices);
          for (unsigned int k = 0; k < indices.size(); ++k)
            {
              const dealii::Point<dim> place =
                space.mapping().transform_unit_to_real_cell(
                  cell, fe.unit_support_point(k));
              const auto known = places.try_emplace(indices[k], place).first;
              largest = std::max(largest, known->second.distance(place));
            }
        }
      return largest;
    }

    /// Two layers of quadratic cells of a quarter ring between the radii 1 and
    /// 2; cell i is written from its corner i % 4 on. 2D, or 3D with height 1.
    std::string quarter_ring(const int dim, const bool turned)
    {
      const int n_around = 5;
      std::ostringstream nodes, cells;
      nodes.precision(17);
      nodes << "*NODE\n";
      const auto number = [](const int i, const int j, const int k) {
        return 10000 * (k + 1) + 100 * (i + 1) + j;
      };
      for (int k = 0; k < (dim == 3 ? 3 : 1); ++k)
        for (int i = 0; i <= 4; ++i)
          for (int j = 0; j <= 2 * n_around; ++j)
            {
              const double r = 1 + i / 4.,
                           a = std::numbers::pi / 4 * j / n_around;
              nodes << number(i, j, k) << ", " << r * std::cos(a) << ", "
                    << r * std::sin(a);
              if (dim == 3)
                nodes << ", " << k / 2.;
              nodes << "\n";
            }
      cells << "*ELEMENT, TYPE=" << (dim == 3 ? "C3D20H" : "CPE8H")
            << ", ELSET=rubber\n";
      const std::array<std::array<int, 2>, 4> corners = {
        {{0, 0}, {2, 0}, {2, 2}, {0, 2}}};
      for (int i = 0, c = 0; i < 2; ++i)
        for (int j = 0; j < n_around; ++j, ++c)
          {
            const auto node =
              [&](const int corner, const int step, const int k) {
                const int shift  = turned ? c : 0;
                const auto first = corners[(corner + shift) % 4];
                const auto last  = corners[(corner + shift + step) % 4];
                return number(2 * i + (first[0] + last[0]) / 2,
                              2 * j + (first[1] + last[1]) / 2,
                              k);
              };
            cells << c + 1;
            const std::vector<std::array<int, 2>> rows =
              dim == 2 ? std::vector<std::array<int, 2>>{{0, 0}, {1, 0}}
                       : std::vector<std::array<int, 2>>{
                           {0, 0}, {0, 2}, {1, 0}, {1, 2}, {0, 1}};
            int n_written = 1;
            for (const auto &[step, k] : rows)
              for (int corner = 0; corner < 4; ++corner)
                cells << (n_written++ % 12 == 0 ? ",\n" : ", ")
                      << node(corner, step, k);
            cells << "\n";
          }
      return nodes.str() + cells.str();
    }

    /// A ring of cells that closes after a quarter turn of its square section:
    /// its edges cannot be directed consistently.
    std::string twisted_ring()
    {
      const int n = 12;
      std::ostringstream text;
      text.precision(17);
      text << "*NODE\n";
      for (int i = 0; i < n; ++i)
        for (int v = 0; v < 4; ++v)
          {
            const double a = 2 * std::numbers::pi * i / n;
            const double b = std::numbers::pi / 2 * (v + double(i) / n);
            const double r = 5 + std::cos(b);
            text << 4 * i + v + 1 << ", " << r * std::cos(a) << ", "
                 << r * std::sin(a) << ", " << std::sin(b) << "\n";
          }
      text << "*ELEMENT, TYPE=C3D8\n";
      for (int i = 0; i < n; ++i)
        {
          text << i + 1;
          for (const int next : {1, 0})
            for (int v = 0; v < 4; ++v)
              {
                const bool closes = i + next == n;
                text << ", "
                     << 4 * ((i + next) % n) + (v + (closes ? 1 : 0)) % 4 + 1;
              }
          text << "\n";
        }
      return text.str();
    }

    template <int dim>
    StaticSolution<dim> push(const std::filesystem::path &file,
                             const std::string &inner,
                             const std::string &outer,
                             const ElementChoice element)
    {
      auto mesh = load<dim>(file, {inner, outer}).mesh;
      ModelDefinition<dim> definition;
      definition.element   = element;
      definition.materials = {{"rubber", reference_rubber(0.1)}};
      definition.supports  = {fixed<dim>(inner), fixed<dim>(outer)};
      definition.supports[0].displacement =
        [](const dealii::Point<dim> &X, const double t, int) {
          dealii::Tensor<1, dim> u;
          u[0] = 0.1 * t * (1 + 0.1 * X[1]);
          u[1] = 0.05 * t;
          return u;
        };
      return solve_statically(std::move(mesh), definition, 1, 1e-13);
    }

    TEST(MeshImport, VolumesAndAreasAreThoseOfTheFileInRefinedCellsToo)
    {
      for (const std::string name :
           {"gmsh_bushing.msh", "abaqus_bushing.inp", "bushing_gmsh41.msh"})
        {
          const MeshCheck check = check_mesh(read_mesh_file(meshes / name));
          for (const int refinements : {0, 1})
            {
              const auto imported = load<3>(meshes / name, {}, refinements);
              const Mesh<3> &mesh = *imported.mesh;
              const Discretization<3> space(mesh, {2, false}, 1);
              EXPECT_NEAR(volume(space), check.volume, 1e-12 * check.volume)
                << name;
              EXPECT_EQ(mesh.boundary_sets.size(), check.face_set_areas.size());
              for (const auto &[set, id] : mesh.boundary_sets)
                {
                  // Areas of curved faces are no polynomials: two Gauss
                  // formulas differ.
                  const double exact = check.face_set_areas.at(set);
                  EXPECT_NEAR(area(space, id), exact, 1e-6 * exact) << set;
                  EXPECT_NEAR(mesh.centre(set).norm(), 0, 1e-9) << set;
                }
              EXPECT_LT(gap(space), 1e-12) << name;
            }
        }
    }

    TEST(MeshImport, RefinedCellsHaveTheirVerticesOnTheCurve)
    {
      const auto imported = load<3>(meshes / "gmsh_bushing.msh", {}, 1);
      const auto id       = imported.mesh->boundary_id("outer sleeve");
      // The new vertices are the mid-nodes of edges over 15 degrees; on
      // straight edges they would miss the circle by 25 (1 - cos 7.5) = 0.2.
      for (const auto &cell :
           imported.mesh->triangulation.active_cell_iterators())
        for (const auto &face : cell->face_iterators())
          if (face->at_boundary() && face->boundary_id() == id)
            {
              for (const unsigned int v : face->vertex_indices())
                EXPECT_NEAR(std::hypot(face->vertex(v)[0], face->vertex(v)[1]),
                            25,
                            1e-9);
            }
    }

    TEST(MeshImport, ThreeNumberingsGiveTheSameReaction)
    {
      std::vector<Reaction> forces;
      for (const std::string name :
           {"bushing_abaqus.inp", "bushing_gmsh22.msh", "bushing_gmsh41.msh"})
        forces.push_back(
          push<3>(meshes / name, "inner", "outer", {1, false}).reactions[0]);
      EXPECT_GT(forces[0].force.norm(), 10);
      for (const Reaction &other : forces)
        {
          EXPECT_LT((other.force - forces[0].force).norm(),
                    1e-12 * forces[0].force.norm());
          EXPECT_LT((other.moment - forces[0].moment).norm(),
                    1e-12 * 25 * forces[0].force.norm());
        }
    }

    class MeshImportFiles : public TemporaryFolder
    {
    protected:
      std::filesystem::path deck(const std::string &text) const
      {
        write(folder / "deck.inp", text);
        return folder / "deck.inp";
      }

      std::string refusal(const std::string &text,
                          const std::vector<std::string> &sets) const
      {
        return message_of<Error>([&] { load<3>(deck(text), sets); });
      }
    };

    const std::string two_cubes = [] {
      std::ostringstream text;
      text << "*NODE\n";
      for (int i = 0; i < 12; ++i)
        text << i + 1 << ", " << i % 3 << ", " << i / 3 % 2 << ", " << i / 6
             << "\n";
      text << "*ELEMENT, TYPE=C3D8H, ELSET=rubber\n"
              "1, 1, 2, 5, 4, 7, 8, 11, 10\n2, 2, 3, 6, 5, 8, 9, 12, 11\n"
              "*SURFACE, TYPE=ELEMENT, NAME=left\n1, S6\n"
              "*SURFACE, TYPE=ELEMENT, NAME=right\n2, S4\n"
              "*SURFACE, TYPE=ELEMENT, NAME=ends\n1, S6\n2, S4\n"
              "*SURFACE, TYPE=ELEMENT, NAME=middle\n1, S4\n";
      return text.str();
    }();

    TEST_F(MeshImportFiles, CellsMayBeTurned)
    {
      for (const int degree : {2, 3})
        {
          std::array<double, 2> plane, solid;
          for (const bool turned : {false, true})
            {
              const auto flat = load<2>(deck(quarter_ring(2, turned)));
              const Discretization<2> space(*flat.mesh, {degree, false}, 1);
              plane[turned] = volume(space);
              EXPECT_LT(gap(space), 1e-12);
              const auto thick = load<3>(deck(quarter_ring(3, turned)));
              const Discretization<3> space3(*thick.mesh, {degree, false}, 1);
              solid[turned] = volume(space3);
              EXPECT_LT(gap(space3), 1e-12);
            }
          // A quarter of a ring is 3 pi/4; parabolas over 18 degrees miss
          // less than 2e-4 of it, straight edges 0.04.
          EXPECT_NEAR(plane[0], 3 * std::numbers::pi / 4, 2e-4);
          EXPECT_NEAR(plane[1], plane[0], 1e-13);
          EXPECT_NEAR(solid[0], plane[0], 1e-13);
          EXPECT_NEAR(solid[1], solid[0], 1e-13);
        }
    }

    TEST_F(MeshImportFiles, TurnedCellsGiveTheSameReaction)
    {
      const std::string sets =
        "*NSET, NSET=inner, GENERATE\n10100, 10110, 1\n"
        "*NSET, NSET=outer, GENERATE\n10500, 10510, 1\n";
      std::array<dealii::Tensor<1, 3>, 2> forces;
      for (const bool turned : {false, true})
        forces[turned] = push<2>(deck(quarter_ring(2, turned) + sets),
                                 "inner",
                                 "outer",
                                 {3, true})
                           .reactions[0]
                           .force;
      EXPECT_GT(forces[0].norm(), 0.01);
      EXPECT_LT((forces[1] - forces[0]).norm(), 1e-12 * forces[0].norm());
    }

    TEST_F(MeshImportFiles, RingsWithoutConsistentDirectionsAreContinuous)
    {
      const auto imported   = load<3>(deck(twisted_ring()), {}, 1);
      const MeshCheck check = check_mesh(read_mesh_file(folder / "deck.inp"));
      for (const int degree : {2, 3})
        {
          const Discretization<3> space(*imported.mesh, {degree, false}, 1);
          EXPECT_NEAR(volume(space), check.volume, 1e-12 * check.volume);
          EXPECT_LT(gap(space), 1e-12);
        }
    }

    TEST_F(MeshImportFiles, SetsAreCheckedOnlyIfTheyAreUsed)
    {
      const auto imported = load<3>(deck(two_cubes), {"left", "RIGHT"});
      std::vector<std::string> names;
      for (const auto &[name, id] : imported.mesh->boundary_sets)
        names.push_back(name);
      EXPECT_EQ(names, (std::vector<std::string>{"RIGHT", "left"}))
        << "\"ends\" shares faces, \"middle\" lies inside";
      EXPECT_NE(refusal(two_cubes, {"left", "ends"}).find("share a face"),
                std::string::npos);
      EXPECT_NE(refusal(two_cubes, {"middle"}).find("lies inside the body"),
                std::string::npos);
      const std::string message = refusal(two_cubes, {"rigth"});
      EXPECT_NE(message.find("\"right\""), std::string::npos) << message;
      EXPECT_NE(message.find("deck.inp"), std::string::npos) << message;
      EXPECT_NE(message_of<Error>([&] {
                  load<2>(deck(two_cubes));
                }).find("\"Dimension\" is 2"),
                std::string::npos);
    }

    TEST_F(MeshImportFiles, PartsAreConnectedOnRequest)
    {
      const std::string nodes = two_cubes.substr(0, two_cubes.find("*ELEMENT"));
      std::string text        = nodes;
      for (const int i : {2, 5, 8, 11})
        text += std::to_string(i + 100) + ", 1, " +
                std::to_string((i - 1) / 3 % 2) + ", " +
                std::to_string((i - 1) / 6) + "\n";
      text +=
        "*ELEMENT, TYPE=C3D8H, ELSET=rubber\n"
        "1, 1, 2, 5, 4, 7, 8, 11, 10\n"
        "2, 102, 3, 6, 105, 108, 9, 12, 111\n";
      const auto vertices = [&](const bool merge) {
        return import_mesh<3>({deck(text), merge, {}, {}, 0}, MPI_COMM_WORLD)
          .mesh->triangulation.n_used_vertices();
      };
      EXPECT_EQ(vertices(false), 16u);
      EXPECT_EQ(vertices(true), 12u);
    }

    class CaseOnMeshFile : public MeshImportFiles
    {
    protected:
      CaseMesh<3> made(const std::vector<std::string> &settings) const
      {
        write(folder / "deck.inp",
              two_cubes +
                "*SOLID SECTION, ELSET=rubber, MATERIAL=soft\n"
                "*MATERIAL, NAME=soft\n*DENSITY\n1.3e-9\n"
                "*HYPERELASTIC, NEO HOOKE\n0.7, 0.001\n");
        write(folder / "case.prm",
              "set Dimension = 3\nsubsection Mesh\n  set Type = file\n"
              "  set File = deck.inp\nend\n");
        return make_case_mesh<3>(read_case((folder / "case.prm").string(),
                                           settings),
                                 MPI_COMM_WORLD);
      }
    };

    TEST_F(CaseOnMeshFile, MaterialOfTheFileCountsWhereTheCaseSaysNothing)
    {
      const CaseMesh<3> silent = made({});
      ASSERT_EQ(silent.materials.size(), 1u);
      EXPECT_EQ(silent.materials[0].region, "rubber");
      const MaterialParameters &material = silent.materials[0].parameters;
      EXPECT_EQ(material.law->name, "neo-Hooke");
      EXPECT_EQ(material.constants.numbers.at("C10"), 0.7);
      EXPECT_EQ(material.density, 1.3e-9);
      EXPECT_EQ(material.constants.numbers.at("Bulk modulus"), 2000);
      bool told = false;
      for (const std::string &notice : silent.notices)
        told = told || notice.find("C10 = 0.7") != std::string::npos;
      EXPECT_TRUE(told);

      for (const std::string section : {"Material", "Material/rubber"})
        {
          const auto law = made({section + "/C01=0.2"}).materials[0].parameters;
          EXPECT_EQ(law.law->name, "Mooney-Rivlin");
          EXPECT_EQ(law.constants.numbers.at("C10"), 0.4);
          EXPECT_EQ(law.density, 1.3e-9);
          const auto mass =
            made({section + "/Density=2e-9"}).materials[0].parameters;
          EXPECT_EQ(mass.law->name, "neo-Hooke");
          EXPECT_EQ(mass.density, 2e-9);
        }
      EXPECT_THROW(made({"Material/ruber/C10=1"}), Error);
    }

    TEST_F(CaseOnMeshFile, EntriesThatWouldBeIgnoredAreRefused)
    {
      EXPECT_THROW(made({"Mesh/Inner radius=3"}), Error);
      EXPECT_THROW(made({"Mesh/File="}), Error);
      EXPECT_THROW(read_case("", {"Mesh/File=deck.inp"}), Error);
    }

    TEST_F(CaseOnMeshFile, ChecksumIsThatOfTheContent)
    {
      const std::string one = load<3>(deck(two_cubes)).mesh->checksum;
      EXPECT_EQ(load<3>(deck("** remark\n" + two_cubes)).mesh->checksum, one);
      std::string other = two_cubes;
      other.replace(other.find("12, 2, 1, 1"), 11, "12, 2, 1, 2");
      EXPECT_NE(load<3>(deck(other)).mesh->checksum, one);
      CaseIdentity old, now;
      old.mesh_file = one;
      now.mesh_file = load<3>(deck(other)).mesh->checksum;
      EXPECT_EQ(compare_models(old, now).size(), 1u);
      EXPECT_EQ(parse_identity(identity_text(old)).mesh_file, one);
    }
  } // namespace
} // namespace rivlin
