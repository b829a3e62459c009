// SPDX-License-Identifier: Apache-2.0
// What acts on the rubber of a case, in a reduced model with all modes, all
// pressures and all points: the full model in other coordinates.
#include <rivlin/base/error.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/pressure_training.h>
#include <rivlin/studies/reduced_case.h>

#include <gtest/gtest.h>

#include <offline/all_modes.h>

namespace rivlin
{
  namespace
  {
    /// Pressed by its outer surface, which may slide along z in 3D, and by a
    /// pressure in the gap of the ring; springs and traction on the other side
    /// of the gap. The law of its volume is not quadratic.
    std::vector<std::string> loaded_ring(const int dim)
    {
      std::vector<std::string> settings = {
        "Dimension=" + std::to_string(dim),
        "Mesh/Inner radius=10",
        "Mesh/Outer radius=20",
        "Mesh/Sector angle=270",
        "Mesh/Elements radial=1",
        "Mesh/Elements circumferential=4",
        "Material/Bulk modulus=20",
        "Material/Volumetric law=logarithmic",
        "Supports/inner/Type=driven",
        "Supports/inner/Translation x=0.5*t",
        "Supports/inner/Rotation z=0.1*t",
        "Supports/outer/Type=prescribed",
        "Supports/outer/Components=xy",
        "Supports/outer/Displacement y=0.2*t",
        "Supports/outer/Radial displacement=-0.3*t",
        "Loads/gap/Set=start",
        "Loads/gap/Type=pressure",
        "Loads/gap/Pressure=0.3*t",
        "Loads/rest/Set=end",
        "Loads/rest/Type=springs",
        "Loads/rest/Stiffness x=0.2",
        "Loads/rest/Stiffness y=0.1",
        "Loads/pull/Set=end",
        "Loads/pull/Type=traction",
        "Loads/pull/Traction x=0.05*t",
        "Gravity/Acceleration y=-1e6*t",
        "Solver/Newton tolerance=1e-11",
        "Time/Step size=0.25",
        "Time/Maximum step size=0.25"};
      if (dim == 3)
        settings.insert(settings.end(),
                        {"Mesh/Length=8",
                         "Mesh/Elements axial=1",
                         "Loads/pull/Traction z=0.02*t"});
      return settings;
    }

    FullCase full_case(const CaseParameters &parameters)
    {
      return load_full_case(parameters,
                            used_channels(case_sleeves(parameters)));
    }

    /// The full model in other coordinates.
    std::shared_ptr<ReducedModelData> whole_model(const FullCase &full)
    {
      const ReducedBases bases = all_modes(full.body);
      auto data             = std::make_shared<ReducedModelData>(project_model(
        full.body, bases, {full.sleeves.sleeves.front().body}, false));
      data->unit_system     = full.unit_system;
      data->force           = galerkin_force(full.body, bases.modes);
      data->pressure_points = train_pressure_points(
        full.body, bases.pressures, Matrix(bases.pressures.cols(), 0), 0);
      return data;
    }

    template <int dim>
    void expect_full_model()
    {
      const CaseParameters parameters = read_case("", loaded_ring(dim));
      const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_SELF);
      const auto statics =
        make_case_integrator(parameters, *built.model, false);
      State state          = built.initial_state;
      const CasePlan times = built.drive.times;
      ASSERT_TRUE(integrate(*statics, state, times.plan).finished);
      const Observation seen = built.model->observe(state);

      const FullCase full = full_case(parameters);
      const auto data     = whole_model(full);
      EXPECT_EQ(data->prescribed,
                (std::vector<std::string>{"outer displacement y",
                                          "outer radial displacement"}));
      ASSERT_EQ(data->loads.size(), 1u + dim);
      EXPECT_EQ(data->loads[0].name, "gap pressure");
      EXPECT_GT(data->stiffness.norm(), 0);
      EXPECT_GT(data->pressure_points.n_points(), 0);
      EXPECT_TRUE(data->capabilities.springs);
      EXPECT_TRUE(data->capabilities.body_loads);
      EXPECT_TRUE(data->capabilities.prescribed_components);
      const Prediction prediction = predict_case(data,
                                                 parameters,
                                                 case_sleeves(parameters),
                                                 {times.plan.end_time});
      ASSERT_TRUE(prediction.report.finished) << prediction.report.reason;
      // All to the tolerance of Newton's method.
      const Reaction &inner = seen.reactions[0];
      const double force    = inner.force.norm();
      for (int i = 0; i < dim; ++i)
        EXPECT_NEAR(prediction.reactions(i, 0), inner.force[i], 1e-7 * force);
      for (int i = dim == 2 ? 2 : 0; i < 3; ++i)
        EXPECT_NEAR(prediction.reactions(3 + i, 0),
                    inner.moment[i],
                    1e-5 * force);
      EXPECT_NEAR(prediction.energies(1, 0),
                  seen.strain_energy,
                  1e-7 * seen.strain_energy);
    }
  } // namespace

  TEST(ReducedLoadsCase, AllModesAndPointsAreTheFullModelIn2D)
  {
    expect_full_model<2>();
  }

  TEST(ReducedLoadsCaseSlow, AllModesAndPointsAreTheFullModelIn3D)
  {
    expect_full_model<3>();
  }

  // The force of each load by itself is the full model's, and its tangent the
  // derivative.
  TEST(ReducedLoadsCase, PressureFollowsTheSurface)
  {
    const FullCase full = full_case(read_case("", loaded_ring(3)));
    const auto data     = whole_model(full);
    const int n         = data->n_coordinates();
    const Vector r      = 0.3 * random_numbers(n, 1, 7);
    LoadScratch scratch;
    for (const ReducedLoad &load : data->loads)
      {
        Matrix tangent = Matrix::Zero(n, n), differences(n, n);
        add_tangent(load, 2., r, tangent);
        const double h = 1e-6;
        for (int k = 0; k < n; ++k)
          {
            Vector plus = Vector::Zero(n), minus = plus;
            add_force(load, 2., r + h * Vector::Unit(n, k), scratch, plus);
            add_force(load, 2., r - h * Vector::Unit(n, k), scratch, minus);
            differences.col(k) = (plus - minus) / (2 * h);
          }
        EXPECT_LT((tangent - differences).norm(),
                  1e-8 * (1 + differences.norm()));
      }
    EXPECT_GT(data->loads[0].quadratic.norm(), 0);
    EXPECT_EQ(data->loads[1].linear.size(), 0);
  }

  TEST(ReducedLoadsCase, ChannelsThatTheModelHasNotAreRefused)
  {
    std::vector<std::string> settings = loaded_ring(2);
    const FullCase full               = full_case(read_case("", settings));
    const auto data                   = whole_model(full);
    settings.push_back("Supports/outer/Displacement x=0.1*t");
    const CaseParameters parameters = read_case("", settings);
    try
      {
        predict_case(data, parameters, case_sleeves(parameters), {1.});
        ADD_FAILURE() << "accepted";
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what())
                    .find("\"outer displacement x\", which the reduced model "
                          "does not know"),
                  std::string::npos)
          << error.what();
      }
  }
} // namespace rivlin
