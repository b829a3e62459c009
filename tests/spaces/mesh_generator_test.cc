// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/spaces/mesh_generator.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q.h>
#include <deal.II/fe/mapping_q_cache.h>

#include <gtest/gtest.h>

#include "spaces/bushing_features.h"

#include <numbers>

using namespace rivlin;

namespace
{
  template <int dim>
  std::unique_ptr<dealii::MappingQCache<dim>>
  make_mapping(const Mesh<dim> &mesh, const int degree)
  {
    auto mapping = std::make_unique<dealii::MappingQCache<dim>>(degree);
    if (!mesh.geometry)
      {
        mapping->initialize(dealii::MappingQ<dim>(degree), mesh.triangulation);
        return mapping;
      }
    const auto nodes = dealii::FE_Q<dim>(degree).get_unit_support_points();
    mapping->initialize(
      mesh.triangulation,
      [&](const typename dealii::Triangulation<dim>::cell_iterator &cell) {
        return mesh.geometry(cell, nodes);
      });
    return mapping;
  }

  /// Volume of the cells of a region.
  template <int dim>
  double
  volume(const Mesh<dim> &mesh, const std::string &region, const int degree = 4)
  {
    const auto mapping = make_mapping(mesh, degree);
    const dealii::FE_Q<dim> element(1);
    dealii::FEValues<dim> values(*mapping,
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

  /// Integral over the faces of a set, of 1 or of x . n.
  template <int dim>
  double integral(const Mesh<dim> &mesh,
                  const std::string &set,
                  const bool of_x_n = false)
  {
    const auto mapping = make_mapping(mesh, 4);
    const dealii::FE_Q<dim> element(1);
    dealii::FEFaceValues<dim> values(*mapping,
                                     element,
                                     dealii::QGauss<dim - 1>(6),
                                     dealii::update_JxW_values |
                                       dealii::update_quadrature_points |
                                       dealii::update_normal_vectors);
    double sum = 0;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      for (const unsigned int face : cell->face_indices())
        if (cell->face(face)->at_boundary() &&
            cell->face(face)->boundary_id() == mesh.boundary_id(set))
          {
            values.reinit(cell, face);
            for (const unsigned int q : values.quadrature_point_indices())
              sum += values.JxW(q) * (of_x_n ? values.quadrature_point(q) *
                                                 values.normal_vector(q)
                                             : 1.);
          }
    return sum;
  }

  template <int dim>
  double area(const Mesh<dim> &mesh, const std::string &set)
  {
    return integral(mesh, set);
  }

  /// Least determinant of the unit tangents at the nodes of quadratic cells.
  template <int dim>
  double least_scaled_jacobian(const Mesh<dim> &mesh)
  {
    const auto mapping = make_mapping(mesh, 2);
    const dealii::FE_Q<dim> element(2);
    dealii::FEValues<dim> values(*mapping,
                                 element,
                                 dealii::Quadrature<dim>(
                                   element.get_unit_support_points()),
                                 dealii::update_jacobians);
    double least = 1;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      {
        values.reinit(cell);
        for (const unsigned int q : values.quadrature_point_indices())
          {
            const dealii::Tensor<2, dim> J(values.jacobian(q));
            double lengths = 1;
            for (int d = 0; d < dim; ++d)
              {
                double square = 0;
                for (int e = 0; e < dim; ++e)
                  square += J[e][d] * J[e][d];
                lengths *= std::sqrt(square);
              }
            least = std::min(least, determinant(J) / lengths);
          }
      }
    return least;
  }

  constexpr double pi = std::numbers::pi;

  double ring(const double a, const double b)
  {
    return pi * (b * b - a * a);
  }

  /// Half angle of the arcs of the kidneys above.
  const double arc_angle = 40 * pi / 180 - std::asin(4. / 18);

  /// What a disc of diameter 8 covers on an arc of radius 18.
  const double kidney_area = 2 * arc_angle * 18 * 8 + pi * 16;

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

// 1e-6: arcs of 30 degrees by polynomials of degree 4.
TEST(MeshGenerator, KidneyVoidsHaveTheirAreas)
{
  const auto mesh = make_mesh<2>(two_voids(), MPI_COMM_SELF);
  EXPECT_NEAR(volume(*mesh, "rubber") / (ring(10, 25) - 2 * kidney_area),
              1,
              1e-6);
  for (const std::string name : {"void 1", "void 2"})
    {
      // From the middle of the arc half way to the tip of the half circle.
      const double to_corner = 4 * (pi / 2 - std::asin(4. / 18)) / 2;
      EXPECT_NEAR(area(*mesh, name + " inner"),
                  2 * (14 * arc_angle + to_corner),
                  1e-5);
      EXPECT_NEAR(area(*mesh, name + " inner") + area(*mesh, name + " outer") +
                    area(*mesh, name + " ends"),
                  4 * arc_angle * 18 + 2 * pi * 4,
                  1e-5);
    }
  EXPECT_NEAR(area(*mesh, "outer") / (2 * pi * 25), 1, 1e-6);
  EXPECT_NEAR(area(*mesh, "inner") / (2 * pi * 10), 1, 1e-6);
  // The second void is opposite.
  EXPECT_NEAR(
    (mesh->centre("void 1 inner") + mesh->centre("void 2 inner")).norm(),
    0,
    1e-12);
  EXPECT_GT(mesh->centre("void 1 inner")[0], 10);
}

// Straight edges lose area with h^2, parabolas with h^4.
TEST(MeshGenerator, RefinedVoidsConvergeToTheSmoothShape)
{
  for (const int degree : {1, 2})
    {
      std::array<double, 3> error;
      for (int refinements = 0; refinements < 3; ++refinements)
        {
          MeshParameters parameters = two_voids();
          parameters.refinements    = refinements;
          const auto mesh           = make_mesh<2>(parameters, MPI_COMM_SELF);
          error[refinements]        = std::abs(volume(*mesh, "rubber", degree) -
                                        (ring(10, 25) - 2 * kidney_area));
        }
      const double factor = degree == 1 ? 4 : 16;
      EXPECT_NEAR(error[0] / error[1], factor, 0.15 * factor);
      EXPECT_NEAR(error[1] / error[2], factor, 0.05 * factor);
    }
}

TEST(MeshGenerator, OpenVoidsReachTheSleeve)
{
  MeshParameters parameters    = two_voids();
  parameters.void_outer_radius = 25;
  // Between the arc, the radial wall and the fillet: the triangle axis,
  // centre of the fillet, point of contact, less two sectors.
  const double fillet = 5.5, centre = 19.5, angle = std::asin(fillet / centre);
  const double corner = (fillet * centre * std::cos(angle) - 14 * 14 * angle -
                         fillet * fillet * (pi / 2 - angle)) /
                        2;
  const double width = 80 * pi / 180;
  const double open  = width / 2 * (25 * 25 - 14 * 14) - 2 * corner;
  const auto mesh    = make_mesh<2>(parameters, MPI_COMM_SELF);
  EXPECT_NEAR(volume(*mesh, "rubber") / (ring(10, 25) - 2 * open), 1, 1e-6);
  EXPECT_NEAR(area(*mesh, "outer"), 25 * (2 * pi - 2 * width), 1e-4);
  EXPECT_EQ(mesh->boundary_sets.count("void 1 outer"), 0);

  parameters.outer_steel = 2;
  const auto with_steel  = make_mesh<3>(parameters, MPI_COMM_SELF);
  EXPECT_NEAR(volume(*with_steel, "outer steel") / (40 * ring(25, 27)),
              1,
              1e-6);
  EXPECT_NEAR(area(*with_steel, "void 2 outer") / (40 * 25 * width), 1, 1e-6);
}

// Volumes of revolution of 4 x (1 - x) and x, x from sleeve to sleeve.
TEST(MeshGenerator, FreeSurfacesHaveTheirVolumes)
{
  const double full   = 40 * ring(10, 25);
  const double groove = 2 * 3 * 2 * pi * 15 * (2 * 10 + 15) / 3.;
  const double cone   = 2 * 3 * 2 * pi * 15 * (10 / 2. + 15 / 3.);
  MeshParameters plain;
  plain.inner_steel = 2;
  plain.outer_steel = 1;
  const auto grooved =
    make_mesh<3>(with_ends(plain, FreeSurface::groove), MPI_COMM_SELF);
  EXPECT_NEAR(volume(*grooved, "rubber") / (full - groove), 1, 1e-7);
  EXPECT_NEAR(volume(*grooved, "outer steel") / (40 * ring(25, 26)), 1, 1e-7);
  const auto chamfered =
    make_mesh<3>(with_ends(plain, FreeSurface::chamfer), MPI_COMM_SELF);
  EXPECT_NEAR(volume(*chamfered, "rubber") / (full - cone), 1, 1e-7);
  EXPECT_NEAR(volume(*chamfered, "inner steel") / (40 * ring(8, 10)), 1, 1e-7);
  EXPECT_NEAR(volume(*chamfered, "outer steel") / (34 * ring(25, 26)), 1, 1e-7);
  for (const std::string end : {"top", "bottom"})
    EXPECT_NEAR(area(*chamfered, end) /
                  (ring(8, 10) + pi * 35 * std::hypot(15, 3) + ring(25, 26)),
                1,
                1e-7);
}

TEST(MeshGenerator, FlangesHaveTheirVolumesAndAreas)
{
  MeshParameters parameters = with_flanges({}, Flanges::top);
  parameters.outer_steel    = 2;
  const auto top            = make_mesh<3>(parameters, MPI_COMM_SELF);
  EXPECT_NEAR(volume(*top, "rubber") / (40 * ring(10, 25) + 5 * ring(25, 33)),
              1,
              1e-7);
  EXPECT_NEAR(volume(*top, "outer steel") / (35 * ring(25, 27)), 1, 1e-7);
  EXPECT_NEAR(area(*top, "flange top") / ring(25, 33), 1, 1e-7);
  EXPECT_NEAR(area(*top, "flange top seat") / ring(27, 33), 1, 1e-7);
  EXPECT_NEAR(area(*top, "flange top rim") / (2 * pi * 33 * 5), 1, 1e-7);
  EXPECT_NEAR(area(*top, "outer") / (2 * pi * 27 * 35), 1, 1e-7);
  EXPECT_NEAR(area(*top, "top") / ring(10, 25), 1, 1e-7);
  EXPECT_NEAR(area(*top, "bottom") / ring(10, 27), 1, 1e-7);
  EXPECT_NEAR(top->centre("flange top seat")[2], 15, 1e-12);
  EXPECT_EQ(top->boundary_sets.count("flange bottom"), 0);

  const auto both =
    make_mesh<3>(with_flanges({}, Flanges::both), MPI_COMM_SELF);
  EXPECT_NEAR(volume(*both, "rubber") / (40 * ring(10, 25) + 10 * ring(25, 33)),
              1,
              1e-7);
  EXPECT_NEAR(area(*both, "outer") / (2 * pi * 25 * 30), 1, 1e-7);
  EXPECT_NEAR(both->centre("flange bottom seat")[2], -15, 1e-12);
}

// With everything at once: the named sets close the surface (divergence
// theorem), and no cell is bad.
TEST(MeshGenerator, AllFeaturesTogetherCloseTheSurface)
{
  for (const double void_outer_radius : {22., 25.})
    {
      MeshParameters parameters =
        with_flanges(with_ends(two_voids(), FreeSurface::groove),
                     Flanges::both);
      parameters.void_outer_radius        = void_outer_radius;
      parameters.inner_steel              = 2;
      parameters.outer_steel              = 1;
      parameters.elements_circumferential = 16;
      const auto mesh = make_mesh<3>(parameters, MPI_COMM_SELF);
      double inside = 0, flux = 0;
      for (const auto &[name, id] : mesh->material_sets)
        inside += volume(*mesh, name);
      for (const auto &[name, id] : mesh->boundary_sets)
        flux += integral(*mesh, name, true);
      EXPECT_EQ(mesh->boundary_sets.size(), 4 + 6 + 6);
      // 1e-12: the same polynomials, six Gauss points integrate both exactly.
      EXPECT_NEAR(flux / (3 * inside), 1, 1e-12);
      EXPECT_GT(least_scaled_jacobian(*mesh), 0.4);
    }
}

// The deepest groove meets the sleeves at 27 degrees: 0.45 times the 0.6 of
// plane cells.
TEST(MeshGenerator, CellsAreGoodOverASweepOfShapes)
{
  double worst = 1;
  for (const int voids : {1, 3})
    for (const double outer_radius : {19., 22., 25.})
      for (const FreeSurface free_surface :
           {FreeSurface::flat, FreeSurface::groove, FreeSurface::chamfer})
        {
          MeshParameters parameters     = with_ends(two_voids(), free_surface);
          parameters.voids              = voids;
          parameters.void_outer_radius  = outer_radius;
          parameters.elements_axial     = 2;
          parameters.free_surface_depth = 7.5;
          worst                         = std::min(worst,
                           least_scaled_jacobian(
                             *make_mesh<3>(parameters, MPI_COMM_SELF)));
        }
  EXPECT_GT(worst, 0.27);
}
