// SPDX-License-Identifier: Apache-2.0
// A reduced model with all modes, all pressures, all points and all nodes in
// contact is the full model in other coordinates.
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/fe/body_extraction.h>
#include <rivlin/offline/contact_training.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/studies/reduced_case.h>

#include <gtest/gtest.h>

#include <offline/all_modes.h>

namespace rivlin
{
  namespace
  {
    /// A ring bonded to its inner sleeve alone, which presses it on a floor
    /// and turns; a cage that the sleeve carries stops the bulge.
    const std::vector<std::string> pressed_ring = {
      "Dimension=2",
      "Mesh/Inner radius=10",
      "Mesh/Outer radius=20",
      "Mesh/Elements radial=2",
      "Mesh/Elements circumferential=8",
      "Material/Bulk modulus=200",
      "Supports/inner/Type=driven",
      "Supports/inner/Translation x=0.4*t",
      "Supports/inner/Translation y=-3*t",
      "Supports/inner/Rotation z=0.1*t",
      "Contacts/floor/Set=outer",
      "Contacts/floor/Point=0 -20.5",
      "Contacts/cage/Set=outer",
      "Contacts/cage/Surface=cylinder",
      "Contacts/cage/Radius=20.02",
      "Contacts/cage/Carried by=inner",
      "Solver/Newton tolerance=1e-11",
      "Time/Step size=0.25",
      "Time/Maximum step size=0.25"};
  } // namespace

  TEST(ReducedContactCase, AllModesAndNodesAreTheFullModel)
  {
    const CaseParameters parameters = read_case("", pressed_ring);
    const CaseModel<2> built        = build_case<2>(parameters, MPI_COMM_SELF);
    const FEModel<2> &full          = *built.model;
    const auto statics   = make_case_integrator(parameters, full, true);
    State state          = built.initial_state;
    const CasePlan times = built.drive.times;
    ASSERT_TRUE(integrate(*statics, state, times.plan).finished);
    const Observation seen = full.observe(state);

    const CanonicalOrder order(full.discretization(), full.unknowns());
    const DiscreteBody body  = extract_body(full, order, built.support_names);
    const ReducedBases bases = all_modes(body);
    ReducedModelData data    = project_model(body, bases, {{}}, false);
    data.unit_system         = parameters.unit_system;
    data.force               = galerkin_force(body, bases.modes);
    const auto reports =
      train_contacts(body, bases.modes, contact_states(body, {}), 0, data);
    ASSERT_EQ(data.contacts.size(), 2u);
    EXPECT_EQ(data.contacts[0].sleeve, -1);
    EXPECT_EQ(data.contacts[1].sleeve, 0);
    EXPECT_EQ(reports[1].n_points, 16);
    const Prediction prediction =
      predict_case(std::make_shared<const ReducedModelData>(data),
                   parameters,
                   case_sleeves(parameters),
                   {times.plan.end_time});
    ASSERT_TRUE(prediction.report.finished) << prediction.report.reason;

    // Both touch; all to the tolerance of Newton's method.
    const std::vector<double> &columns = seen.action_columns;
    ASSERT_EQ(columns.size(), 10u);
    for (int c = 0; c < 2; ++c)
      {
        const auto ours   = prediction.contacts.col(0).segment<6>(6 * c);
        const double size = std::hypot(columns[5 * c], columns[5 * c + 1]);
        EXPECT_GT(columns[5 * c + 4], 0.01) << "contact " << c;
        EXPECT_NEAR(ours[0], columns[5 * c], 1e-6 * size);
        EXPECT_NEAR(ours[1], columns[5 * c + 1], 1e-6 * size);
        EXPECT_NEAR(ours[3], columns[5 * c + 2], 1e-8);
        EXPECT_NEAR(ours[4], columns[5 * c + 3], 1e-9);
        EXPECT_NEAR(ours[5], columns[5 * c + 4], 1e-6);
      }
    const Reaction &inner = seen.reactions[0];
    const double force    = inner.force.norm();
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(prediction.reactions(i, 0), inner.force[i], 1e-7 * force);
    EXPECT_NEAR(prediction.reactions(5, 0), inner.moment[2], 1e-5 * force);
    EXPECT_NEAR(prediction.energies(1, 0),
                seen.strain_energy,
                1e-7 * seen.strain_energy);
  }
} // namespace rivlin
