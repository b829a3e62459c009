// SPDX-License-Identifier: Apache-2.0
// The warning about volumes: its number, its place, and when it is told.
#include "static_solution.h"

#include <rivlin/base/whole_file.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/simulation.h>
#include <rivlin/fe/initial_values.h>
#include <rivlin/fe/volume_error.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <temporary_folder.h>

namespace rivlin
{
  namespace
  {
    /// The unit square or cube with 4 cells per direction.
    template <int dim>
    std::unique_ptr<FEModel<dim>> cube()
    {
      MeshParameters mesh;
      mesh.shape = MeshShape::box;
      ModelDefinition<dim> definition;
      definition.materials = {{"rubber", reference_rubber(1e-3)}};
      definition.supports  = {fixed<dim>("x0")};
      return std::make_unique<FEModel<dim>>(make_mesh<dim>(mesh,
                                                           MPI_COMM_WORLD),
                                            definition);
    }

    template <int dim>
    void expect_place_and_share()
    {
      // u_x = a x^2/2: J = 1 + a x, while the pressure is zero.
      constexpr double a = 0.4, limit = 0.1;
      const auto model = cube<dim>();
      InitialFields<dim> fields;
      fields.displacement = [](const dealii::Point<dim> &X) {
        dealii::Tensor<1, dim> u;
        u[0] = a * X[0] * X[0] / 2;
        return u;
      };
      const State state            = make_initial_state(*model, fields);
      const VolumeError<dim> error = volume_error(*model, state, limit);
      // The last of three Gauss points of the last cell.
      const double x = 1 - (1 - std::sqrt(0.6)) / 8;
      EXPECT_NEAR(error.place[0], x, 1e-12);
      EXPECT_NEAR(error.J, 1 + a * x, 1e-12);
      EXPECT_NEAR(error.expected, 1, 1e-15);
      // a x > 0.1 behind x = 1/4, where a cell ends.
      EXPECT_NEAR(error.share, 0.75, 1e-12);
    }
  } // namespace

  TEST(VolumeError, HasPlaceAndShare)
  {
    expect_place_and_share<2>();
    expect_place_and_share<3>();
  }

  TEST(VolumeError, LeavesOutWhatThePressureAsksFor)
  {
    // A change of volume that is balanced by its pressure is none, however
    // large it is.
    const auto model = cube<2>();
    InitialFields<2> fields;
    fields.displacement = [](const dealii::Point<2> &X) {
      dealii::Tensor<1, 2> u;
      u[0] = 0.44 * X[0];
      return u;
    };
    State state = make_initial_state(*model, fields);
    EXPECT_NEAR(volume_error(*model, state, 0.1).size(), 0.44, 1e-12);
    // p = kappa (J - 1) for the quadratic law, 1/kappa = 1e-3.
    state.lambda = Vector::Constant(model->n_multipliers(), 0.44 / 1e-3);
    EXPECT_NEAR(volume_error(*model, state, 0.1).size(), 0, 1e-12);
  }

  using VolumeWarning = TemporaryFolder;

  TEST_F(VolumeWarning, IsToldWithPlaceAndNumber)
  {
    // Bonded below and above, sheared: J is off by more than 0.1 at the four
    // corners, and nowhere when it is sheared by a little.
    for (const bool far : {false, true})
      {
        const CaseParameters parameters = read_case(
          (source_folder() / "parameter_files/bonded_edge_2d.prm").string(),
          {std::string("Supports/y1/Translation x=") + (far ? "6*t" : "1*t"),
           "Output/VTU=none"});
        RunOptions options;
        options.output_directory = folder / (far ? "far" : "near");
        options.quiet            = true;
        simulate(parameters, options, MPI_COMM_WORLD);
        const auto summary = nlohmann::json::parse(
          read_whole_file(options.output_directory / "summary.json"));
        ASSERT_EQ(summary.contains("warnings"), far);
        if (far)
          {
            const std::string text =
              summary["warnings"].back().get<std::string>();
            EXPECT_NE(text.find("At t = 1 J is"), std::string::npos) << text;
            EXPECT_NE(text.find("bonded edge"), std::string::npos) << text;
          }
      }
  }
} // namespace rivlin
