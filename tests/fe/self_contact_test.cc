// SPDX-License-Identifier: Apache-2.0
// One set that touches itself: the answer of two sets, walls, bad input.
#include "pressed_blocks.h"

#include <rivlin/base/error.h>
#include <rivlin/cases/case_model.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    const ContactLaw usual{ContactMethod::penalty, 2e-4, 10 * mu};

    BodyContact both_against_both()
    {
      const std::vector<std::string> both = {"lower y1", "upper y0"};
      return {"slit", {{both, both}}, usual};
    }

    template <int dim>
    void expect_answer_of_two_sets(const unsigned int n, const unsigned int m)
    {
      const auto two = press_blocks<dim>(n, m, 0.2, slit(usual), 2);
      const auto one = press_blocks<dim>(n, m, 0.2, both_against_both(), 2);
      const ContactColumns a = contact_columns(two.model->observe(two.state));
      const ContactColumns b = contact_columns(one.model->observe(one.state));
      EXPECT_EQ(b.force.norm(), 0); // no column: the forces balance
      EXPECT_LT(a.smallest_gap, 0);
      EXPECT_NEAR(a.smallest_gap, b.smallest_gap, 1e-12);
      EXPECT_NEAR(a.area, b.area, 1e-12);
      EXPECT_NEAR(a.largest_pressure, b.largest_pressure, 1e-9);
      EXPECT_NEAR(two.strain_energy, one.strain_energy, 1e-12);
      EXPECT_LT((two.state.q - one.state.q).norm(), 1e-11);
    }

    /// A void that closes, with these sets of its surface on either side:
    /// force on the inner sleeve and columns of the contact.
    std::pair<double, ContactColumns> close_void(const std::string &set,
                                                 const std::string &against)
    {
      const CaseModel<2> built =
        build_case<2>(read_case("",
                                {"Mesh/Inner radius=12",
                                 "Mesh/Outer radius=30",
                                 "Mesh/Elements radial=5",
                                 "Mesh/Elements circumferential=24",
                                 "Mesh/Voids=2",
                                 "Mesh/Void width=120",
                                 "Mesh/Void inner radius=19",
                                 "Mesh/Void outer radius=22",
                                 "Material/Bulk modulus=2000",
                                 "Supports/inner/Type=driven",
                                 "Supports/inner/Translation x=3.5*t",
                                 "Supports/outer/Type=fixed",
                                 "Contacts/slit/Surface=body",
                                 "Contacts/slit/Set=" + set,
                                 "Contacts/slit/Against=" + against}),
                      MPI_COMM_WORLD);
      StaticsOptions options;
      options.newton.full_steps     = true;
      options.newton.descend_energy = true;
      options.newton.max_iterations *= 4;
      options.newton.tolerance = 1e-11;
      Statics statics(*built.model, options);
      IntegrationPlan plan;
      plan.initial_step = plan.maximum_step = 0.05;
      plan.minimum_step                     = 1e-4;
      State state                           = built.initial_state;
      const IntegrationReport report =
        integrate(statics, state, plan, {Observer()});
      EXPECT_TRUE(report.finished) << report.reason;
      const Observation seen = built.model->observe(state);
      return {seen.reactions[0].force[0], contact_columns(seen)};
    }
  } // namespace

  TEST(SelfContact, BothSidesAsOneSetGiveTheAnswerOfTwo)
  {
    expect_answer_of_two_sets<2>(2, 3);
    expect_answer_of_two_sets<3>(1, 2);
  }

  TEST(SelfContact, WholeSurfaceOfAVoidGivesTheAnswerOfItsSides)
  {
    const auto [force, two]       = close_void("void 1 inner", "void 1 outer");
    const std::string sides       = "void 1 inner, void 1 outer";
    const auto [same, one]        = close_void(sides, sides);
    const std::string all         = sides + ", void 1 ends";
    const auto [with_ends, three] = close_void(all, all);
    std::cout << "force " << force << ", as one set " << same / force - 1
              << ", with the ends " << with_ends / force - 1 << "; gap "
              << two.smallest_gap << " " << one.smallest_gap << " "
              << three.smallest_gap << ", area " << two.area << " " << one.area
              << " " << three.area << "\n";
    EXPECT_LT(two.smallest_gap, -1e-3);
    EXPECT_NEAR(same, force, 1e-9 * std::abs(force));
    EXPECT_NEAR(one.smallest_gap, two.smallest_gap, 1e-9);
    EXPECT_NEAR(one.area, two.area, 1e-9);
    EXPECT_NEAR(with_ends, force, 2e-2 * std::abs(force));
  }

  TEST(SelfContact, SidesOfAThinWallDoNotTouch)
  {
    // Thinner than partners are looked for, which is 5 % of the length: its
    // sides lie behind each other, as if one had gone through the other.
    MeshParameters mesh;
    mesh.shape    = MeshShape::box;
    mesh.size     = {10, 0.3, 1};
    mesh.elements = {10, 1, 1};
    ModelDefinition<2> definition;
    definition.materials["rubber"]      = reference_rubber(0);
    definition.supports                 = {fixed<2>("x0")};
    const std::vector<std::string> both = {"y0", "y1"};
    add_body_contact(BodyContact{"fold", {{both, both}}}, definition);
    const FEModel<2> model(make_mesh<2>(mesh, MPI_COMM_WORLD), definition);
    const ContactColumns contact =
      contact_columns(model.observe(model.initial_state()));
    EXPECT_EQ(contact.area, 0);
    EXPECT_EQ(contact.largest_pressure, 0);
    EXPECT_GT(contact.smallest_gap, 0);
  }

  TEST(SelfContact, RoundSurfaceIsRefused)
  {
    try
      {
        close_void("void 1 inner", "void 1 inner");
        ADD_FAILURE() << "accepted";
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find("face away from each other"),
                  std::string::npos)
          << error.what();
      }
  }
} // namespace rivlin
