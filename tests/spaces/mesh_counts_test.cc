// SPDX-License-Identifier: Apache-2.0
// Counts that are told before a mesh is made are those of the mesh.
#include <rivlin/spaces/mesh_counts.h>

#include <rivlin/spaces/mesh_generator.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/fe_q.h>

#include <gtest/gtest.h>

#include "spaces/bushing_features.h"

#include <cmath>

namespace
{
  using namespace rivlin;

  /// `tolerance` is that of the nodes; cells are exact.
  template <int dim>
  void expect_counts(MeshParameters parameters, const double tolerance)
  {
    const MeshCounts counts = generated_counts(parameters, dim);
    for (const int refinements : {0, 1})
      {
        parameters.refinements = refinements;
        const auto mesh        = make_mesh<dim>(parameters, MPI_COMM_SELF);
        EXPECT_NEAR(std::ldexp(counts.cells(), dim * refinements),
                    mesh->triangulation.n_active_cells(),
                    1e-6);
        for (const int degree : {1, 2, 3})
          {
            dealii::DoFHandler<dim> handler(mesh->triangulation);
            handler.distribute_dofs(dealii::FE_Q<dim>(degree));
            EXPECT_NEAR(n_nodes(counts, degree, refinements) / handler.n_dofs(),
                        1,
                        tolerance)
              << dim << "D, degree " << degree << ", " << refinements
              << " refinements";
          }
      }
  }

  TEST(MeshCounts, AreThoseOfFullBlocks)
  {
    MeshParameters parameters;
    parameters.elements_radial          = 2;
    parameters.elements_circumferential = 6;
    parameters.elements_axial           = 3;
    expect_counts<2>(parameters, 1e-12);
    expect_counts<3>(parameters, 1e-12);
    parameters.sector_angle = 90;
    parameters.inner_steel  = 1;
    expect_counts<3>(parameters, 1e-12);
    parameters.shape    = MeshShape::box;
    parameters.elements = {2, 3, 4};
    expect_counts<2>(parameters, 1e-12);
    expect_counts<3>(parameters, 1e-12);
  }

  // The nodes around a gap are more than its share of the cells: 18 % with the
  // few cells here, less with every refinement.
  TEST(MeshCounts, AreCloseWithVoidsAndFlanges)
  {
    expect_counts<2>(two_voids(), 0.2);
    expect_counts<3>(two_voids(), 0.2);
    MeshParameters parameters;
    parameters.flanges = Flanges::both;
    expect_counts<3>(parameters, 0.2);
  }

  TEST(MeshCounts, DoNotOverflow)
  {
    MeshParameters parameters;
    parameters.elements_radial  = parameters.elements_circumferential =
      parameters.elements_axial = 10000;
    const MeshCounts counts     = generated_counts(parameters, 3);
    EXPECT_DOUBLE_EQ(counts.cells(), 1e12);
    // 2^10 intervals of degree 2 in each of 10000 elements.
    EXPECT_NEAR(n_nodes(counts, 2, 10) / std::pow(2048e4, 3), 1, 1e-6);
  }
} // namespace
