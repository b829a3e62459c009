// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/fe/mesh_generator.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

#include <numbers>

using namespace rivlin;

namespace
{
  /// Volume of the cells of a region and area of a set, geometry of degree 4.
  template <int dim>
  double volume(const Mesh<dim> &mesh, const std::string &region)
  {
    const dealii::MappingQ<dim> mapping(4);
    const dealii::FE_Q<dim> element(1);
    dealii::FEValues<dim> values(mapping,
                                 element,
                                 dealii::QGauss<dim>(6),
                                 dealii::update_JxW_values);
    double sum = 0;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      if (cell->material_id() == mesh.material_id(region))
        {
          values.reinit(cell);
          for (const double weight : values.get_JxW_values())
            sum += weight;
        }
    return sum;
  }

  template <int dim>
  double area(const Mesh<dim> &mesh, const std::string &set)
  {
    const dealii::MappingQ<dim> mapping(4);
    const dealii::FE_Q<dim> element(1);
    dealii::FEFaceValues<dim> values(mapping,
                                     element,
                                     dealii::QGauss<dim - 1>(6),
                                     dealii::update_JxW_values);
    double sum = 0;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      for (const unsigned int face : cell->face_indices())
        if (cell->face(face)->at_boundary() &&
            cell->face(face)->boundary_id() == mesh.boundary_id(set))
          {
            values.reinit(cell, face);
            for (const double weight : values.get_JxW_values())
              sum += weight;
          }
    return sum;
  }

  constexpr double pi = std::numbers::pi;
} // namespace

// 1e-7: arcs of 15 degrees by polynomials of degree 4.
TEST(MeshGenerator, TubeHasTheVolumesAndAreasOfATube)
{
  MeshParameters parameters;
  parameters.inner_steel    = 2;
  parameters.outer_steel    = 1;
  parameters.grading_axial  = 3;
  parameters.grading_radial = 2;
  const auto mesh           = make_mesh<3>(parameters, MPI_COMM_SELF);
  const auto ring = [](double a, double b) { return pi * (b * b - a * a); };
  EXPECT_NEAR(volume(*mesh, "rubber") / (40 * ring(10, 25)), 1, 1e-7);
  EXPECT_NEAR(volume(*mesh, "inner steel") / (40 * ring(8, 10)), 1, 1e-7);
  EXPECT_NEAR(volume(*mesh, "outer steel") / (40 * ring(25, 26)), 1, 1e-7);
  EXPECT_NEAR(area(*mesh, "inner") / (40 * 2 * pi * 8), 1, 1e-7);
  EXPECT_NEAR(area(*mesh, "outer") / (40 * 2 * pi * 26), 1, 1e-7);
  EXPECT_NEAR(area(*mesh, "top") / ring(8, 26), 1, 1e-7);
  EXPECT_NEAR(area(*mesh, "bottom") / ring(8, 26), 1, 1e-7);
  EXPECT_NEAR(mesh->centre("inner").norm(), 0, 1e-12);
}

TEST(MeshGenerator, RefinementStaysRound)
{
  MeshParameters parameters;
  parameters.elements_circumferential = 6;
  parameters.refinements              = 2;
  const auto mesh                     = make_mesh<2>(parameters, MPI_COMM_SELF);
  const auto radius                   = [&](const auto &face) {
    return face->boundary_id() == mesh->boundary_id("inner") ? 10. : 25.;
  };
  int n_faces = 0;
  for (const auto &cell : mesh->triangulation.active_cell_iterators())
    for (const auto &face : cell->face_iterators())
      if (face->at_boundary())
        {
          ++n_faces;
          EXPECT_NEAR(face->vertex(0).norm(), radius(face), 1e-12);
          EXPECT_NEAR(face->vertex(1).norm(), radius(face), 1e-12);
        }
  EXPECT_EQ(n_faces, 2 * 6 * 4);
}

TEST(MeshGenerator, GradingIsTheRatioOfMiddleToEdgeElement)
{
  MeshParameters parameters;
  parameters.elements_radial = 101; // many, so that the ratio is sharp
  parameters.grading_radial  = 5;
  const auto mesh            = make_mesh<2>(parameters, MPI_COMM_SELF);
  double smallest = 1e9, largest = 0;
  for (const auto &cell : mesh->triangulation.active_cell_iterators())
    {
      const double h =
        std::abs(cell->vertex(1).norm() - cell->vertex(0).norm());
      smallest = std::min(smallest, h);
      largest  = std::max(largest, h);
    }
  // The edge element reaches inwards by 1/101: its mean slope is not the
  // edge's.
  EXPECT_NEAR(largest / smallest, 5, 0.15);
}

TEST(MeshGenerator, SectorHasTwoMoreSets)
{
  MeshParameters parameters;
  parameters.sector_angle = 90;
  const auto mesh         = make_mesh<2>(parameters, MPI_COMM_SELF);
  EXPECT_NEAR(area(*mesh, "start"), 15, 1e-10);
  EXPECT_NEAR(area(*mesh, "end"), 15, 1e-10);
  EXPECT_NEAR(volume(*mesh, "rubber") / (pi / 4 * (625 - 100)), 1, 1e-7);
}

TEST(MeshGenerator, CookHasItsArea)
{
  MeshParameters parameters;
  parameters.shape = MeshShape::cook;
  const auto mesh  = make_mesh<2>(parameters, MPI_COMM_SELF);
  EXPECT_NEAR(volume(*mesh, "rubber"), 48 * (44 + 16) / 2., 1e-9);
  EXPECT_NEAR(area(*mesh, "right"), 16, 1e-12);
  EXPECT_NEAR(area(*mesh, "left"), 44, 1e-12);
  // The centroid of an unknown centre: middle of the right edge.
  EXPECT_NEAR(mesh->centre("right").distance(dealii::Point<2>(48, 52)),
              0,
              1e-9);
}

TEST(MeshGenerator, RefusalsSayWhatIsWrong)
{
  const auto refusal = [](const auto &change) {
    MeshParameters parameters;
    change(parameters);
    return message_of<Error>([&] { make_mesh<3>(parameters, MPI_COMM_SELF); });
  };
  EXPECT_NE(refusal([](auto &p) { p.inner_radius = 30; }).find("30"),
            std::string::npos);
  EXPECT_NE(refusal([](auto &p) { p.outer_radius = NAN; }).find("nan"),
            std::string::npos);
  EXPECT_NE(refusal([](auto &p) { p.inner_steel = 11; }).find("steel"),
            std::string::npos);
  EXPECT_NE(refusal([](auto &p) { p.elements_axial = 0; }).find("axial"),
            std::string::npos);
  EXPECT_NE(refusal([](auto &p) { p.grading_axial = 0.5; }).find("grading"),
            std::string::npos);
}

TEST(MeshGenerator, UnknownSetNamesTheNearest)
{
  const auto mesh = make_mesh<2>({}, MPI_COMM_SELF);
  EXPECT_NE(message_of<Error>([&] {
              mesh->boundary_id("iner");
            }).find("\"inner\""),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] {
              mesh->material_id("ruber");
            }).find("\"rubber\""),
            std::string::npos);
}
