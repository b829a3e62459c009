// SPDX-License-Identifier: Apache-2.0
// Contact against closed forms: a block on a plane, Hertz' cylinder, a block
// that falls; gaps, balance, Newton's order, energies.
#include "pressing.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/cases/case_contacts.h>
#include <rivlin/cases/case_model.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    ContactLaw law_of(const ContactMethod method)
    {
      return {method, 1e-3, 10 * mu};
    }

    Contact on_plane(const int direction,
                     const double height,
                     const ContactMethod method)
    {
      return {"floor",
              {std::string(1, "xyz"[direction]) + "0"},
              Plane{height * Vector3::Unit(direction),
                    Vector3::Unit(direction)},
              law_of(method)};
    }

    /// A unit block of incompressible rubber, distorted mesh, pressed down by
    /// `amount` on a plane that is `distance` below it; the sides are free.
    template <int dim>
    StaticSolution<dim> press_block(const double amount,
                                    const double distance,
                                    const ContactMethod method,
                                    const int n_steps)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = reference_rubber(0);
      definition.supports            = {one_component<dim>("x0", 0, 0),
                                        one_component<dim>(dim == 2 ? "y1" : "z1",
                                                           dim - 1,
                                                           -amount)};
      if (dim == 3)
        definition.supports.push_back(one_component<dim>("y0", 1, 0));
      definition.actions = {on_plane(dim - 1, -distance, method)};
      return solve_statically<dim>(distorted_box<dim>(3, 0.05),
                                   definition,
                                   n_steps,
                                   1e-12);
    }

    /// Orders of the increments of a step that are full and neither large nor
    /// rounding error.
    std::vector<double> increments(const StepReport &step)
    {
      std::vector<double> sizes;
      for (const NewtonIteration &iteration : step.iterations)
        sizes.push_back(iteration.increment_norm);
      return sizes;
    }
  } // namespace

  template <int dim>
  void expect_homogeneous_compression(const ContactMethod method)
  {
    const double amount = 0.3, distance = 0.002;
    const auto solution = press_block<dim>(amount, distance, method, 3);
    const ContactColumns contact =
      contact_columns(solution.model->observe(solution.state));
    // The closed form at the gap that the law leaves.
    const double stretch = 1 - amount + distance - contact.smallest_gap;
    const double stress  = -nominal_stress(dim, stretch);
    EXPECT_NEAR(contact.force[dim - 1], stress, 1e-8);
    EXPECT_NEAR(contact.area, 1, 1e-12);
    // The same pressure at all nodes: the patch test.
    EXPECT_NEAR(contact.largest_pressure, stress, 1e-8);
    EXPECT_NEAR(solution.reactions[1].force[dim - 1], -stress, 1e-8);
    // The stated gap.
    if (method == ContactMethod::penalty)
      {
        EXPECT_LE(contact.smallest_gap, 0);
        EXPECT_GT(contact.smallest_gap, -1e-3);
      }
    else
      {
        EXPECT_GT(contact.smallest_gap, 0);
        EXPECT_LT(contact.smallest_gap, 1e-3);
      }
  }

  TEST(Contact, BlockOnPlaneIsHomogeneous)
  {
    for (const ContactMethod method :
         {ContactMethod::penalty, ContactMethod::barrier})
      {
        expect_homogeneous_compression<2>(method);
        expect_homogeneous_compression<3>(method);
      }
  }

  TEST(Contact, NewtonIsQuadraticAwayFromChangesOfContact)
  {
    for (const ContactMethod method :
         {ContactMethod::penalty, ContactMethod::barrier})
      {
        const auto solution             = press_block<2>(0.3, 0.002, method, 3);
        const std::vector<double> sizes = increments(solution.steps.back());
        std::cout << "increments:";
        for (const double size : sizes)
          std::cout << " " << size;
        std::cout << "\n";
        ASSERT_GE(sizes.size(), 3u);
        // Rounding error ends the sequence: 1e-12 is where it starts to count.
        for (std::size_t k = 2; k < sizes.size(); ++k)
          if (sizes[k] > 1e-11)
            {
              EXPECT_GT(std::log(sizes[k]) / std::log(sizes[k - 1]), 1.6);
            }
      }
  }

  namespace
  {
    /// Half of a block 80 wide and 40 high, symmetric about x = 0, lifted
    /// against a rigid cylinder of radius 40 above it. Cells shrink towards
    /// the contact.
    StaticSolution<2> indent(const int n,
                             const double amount,
                             const ContactMethod method,
                             const double distance)
    {
      MeshParameters parameters;
      parameters.shape    = MeshShape::box;
      parameters.size     = {1, 1, 1};
      parameters.elements = {n, n, 1};
      auto mesh           = make_mesh<2>(parameters, MPI_COMM_WORLD);
      dealii::GridTools::transform(
        [](const Point<2> &X) {
          return Point<2>(40 * X[0] * X[0], 40 * (1 - (1 - X[1]) * (1 - X[1])));
        },
        mesh->triangulation);
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(0);
      definition.supports            = {one_component<2>("x0", 0, 0),
                                        one_component<2>("y0", 1, amount)};
      definition.actions             = {
                    Contact{"cylinder",
                {"y1"},
                Cylinder{Vector3(0, 80 + 1.01 * distance, 0),
                         Vector3::UnitZ(),
                         40,
                         false},
                {method, distance, 10 * mu}}};
      return solve_statically<2>(std::move(mesh), definition, 4, 1e-10);
    }
  } // namespace

  TEST(Contact, HertzCylinder)
  {
    // Hertz (1882): p0 = sqrt(F E*/(pi R)), half width a = 2 F/(pi p0), E* =
    // E/(1 - nu^2) = 4 mu for incompressible rubber; F per length, of the whole
    // block. Valid for a << R and << the block; a/R = 0.07 here.
    for (const ContactMethod method :
         {ContactMethod::penalty, ContactMethod::barrier})
      {
        const auto solution = indent(24, 0.35, method, 2e-3);
        const ContactColumns contact =
          contact_columns(solution.model->observe(solution.state));
        const double F = -2 * contact.force[1], R = 40, E = 4 * mu;
        const double p0 = std::sqrt(F * E / (std::numbers::pi * R));
        const double a  = 2 * F / (std::numbers::pi * p0);
        std::cout << "F = " << F << ", pressure " << contact.largest_pressure
                  << " (Hertz " << p0 << "), half width " << contact.area
                  << " (Hertz " << a << "), gap " << contact.smallest_gap
                  << "; Newton iterations per step:";
        for (const StepReport &step : solution.steps)
          std::cout << " " << step.newton_iterations;
        std::cout << "\n";
        EXPECT_NEAR(contact.largest_pressure, p0, 0.03 * p0);
        // Seen to a cell, which is 0.9 wide there.
        EXPECT_NEAR(contact.area, a, 0.9);
        // All forces: the reaction of the floor balances the cylinder.
        EXPECT_NEAR(solution.reactions[1].force[1], F / 2, 1e-8 * F);
      }
  }

  TEST(Contact, ForceOfTheIndentedBlockConverges)
  {
    const auto force = [](const int n, const double distance) {
      const auto solution = indent(n, 0.35, ContactMethod::penalty, distance);
      return -contact_columns(solution.model->observe(solution.state)).force[1];
    };
    const double coarse = force(12, 2e-3), fine = force(24, 2e-3);
    const double sharp = force(24, 5e-4);
    std::cout << "forces: " << coarse << " " << fine << ", smaller distance "
              << sharp << "\n";
    EXPECT_NEAR(coarse, fine, 0.015 * fine);
    EXPECT_NEAR(fine, sharp, 0.01 * sharp);
  }

  TEST(Contact, FallingBlockKeepsItsEnergy)
  {
    // A unit block of rubber flies with velocity 1 against a floor and is sent
    // back. Shear modulus 1, density 0.01: waves need 0.1 for the block.
    for (const ContactMethod method :
         {ContactMethod::penalty, ContactMethod::barrier})
      {
        MeshParameters parameters;
        parameters.shape    = MeshShape::box;
        parameters.elements = {3, 3, 1};
        ModelDefinition<2> definition;
        definition.inertia                     = true;
        definition.materials["rubber"]         = reference_rubber(1. / 30);
        definition.materials["rubber"].density = 0.01;
        definition.supports                    = {one_component<2>("x0", 0, 0)};
        Contact floor                          = on_plane(1, -0.05, method);
        floor.law.distance                     = 0.01;
        definition.actions                     = {floor};
        const FEModel<2> model(make_mesh<2>(parameters, MPI_COMM_WORLD),
                               definition);
        State state = model.initial_state();
        // Degrees of freedom of direction y; no support holds any of them.
        DofVector velocity = model.discretization().make_vector();
        const auto &space  = model.discretization();
        for (int c = 0; c < space.n_cells(); ++c)
          for (int k = 1; k < space.n_displacements_per_cell(); k += 2)
            velocity.local_element(space.cell_dofs(c)[k]) = -1;
        Blocks blocks;
        model.unknowns().gather(velocity, blocks);
        state.v           = blocks.q;
        const auto energy = [&](const Observation &seen) {
          return seen.kinetic_energy + seen.strain_energy;
        };
        const double start = energy(model.observe(state));
        EXPECT_NEAR(start, 0.005, 1e-12);
        const auto integrator = make_integrator("Newmark", model);
        IntegrationPlan plan;
        plan.end_time     = 0.4;
        plan.initial_step = plan.maximum_step = 5e-4;
        double worst = 0, peak = 0;
        Observer observer;
        observer.on_step = [&](const State &now, const StepReport &) {
          const Observation seen = model.observe(now);
          worst = std::max(worst, std::abs(energy(seen) / start - 1));
          peak  = std::max(peak, contact_columns(seen).force[1]);
        };
        const IntegrationReport report =
          integrate(*integrator, state, plan, {observer});
        ASSERT_TRUE(report.finished) << report.reason;
        const double gap = contact_columns(model.observe(state)).smallest_gap;
        std::cout << "energy error " << worst << ", peak force " << peak
                  << ", gap at the end " << gap << "\n";
        EXPECT_GT(peak, 0.05);
        EXPECT_GT(gap, 0.02);
        EXPECT_LT(worst, 5e-3);
      }
  }

  TEST(Contact, SurfaceOnADrivenSleeveIsTheSameSeenFromIt)
  {
    // Inner sleeve driven against a stop on the fixed outer one, or the outer
    // one with its stop against the fixed inner sleeve: the same forces. The
    // stop is a plane below the bottom of the tube.
    const auto press = [](const bool inner_moves) {
      MeshParameters parameters;
      parameters.elements_radial          = 2;
      parameters.elements_circumferential = 8;
      parameters.elements_axial           = 3;
      parameters.length                   = 20;
      ModelDefinition<3> definition;
      definition.materials["rubber"] = reference_rubber(1. / 2000);
      definition.supports            = {fixed<3>("inner"), fixed<3>("outer")};
      Support<3> &moving             = definition.supports[inner_moves ? 0 : 1];
      moving.sleeve                  = Sleeve();
      moving.sleeve->motion          = [=](const double t, int) {
        RigidMotion motion;
        motion.translation[0] =
          Vector3(0.2, 0, -2) * t * (inner_moves ? 1. : -1.);
        return motion;
      };
      definition.actions = {
        Contact{"stop",
                {"bottom"},
                Plane{Vector3(0, 0, -10.5), Vector3::UnitZ()},
                {ContactMethod::penalty, 0.01, 10},
                1u}};
      return solve_statically<3>(make_mesh<3>(parameters, MPI_COMM_WORLD),
                                 definition,
                                 6);
    };
    const auto inner = press(true), outer = press(false);
    const Observation seen[] = {inner.model->observe(inner.state),
                                outer.model->observe(outer.state)};
    EXPECT_GT(contact_columns(seen[0]).force[2], 10);
    for (int s = 0; s < 2; ++s)
      for (int i = 0; i < 3; ++i)
        {
          EXPECT_NEAR(seen[0].reactions[s].force[i],
                      seen[1].reactions[s].force[i],
                      1e-6);
          // The carrier feels its surface: reactions balance each other.
          EXPECT_NEAR(seen[s].reactions[0].force[i] +
                        seen[s].reactions[1].force[i],
                      0,
                      1e-6);
        }
    EXPECT_NEAR(contact_columns(seen[0]).smallest_gap,
                contact_columns(seen[1]).smallest_gap,
                1e-9);
  }

  TEST(Contact, OppositeSideOfAVoidIsAStop)
  {
    const auto radius = [](const std::vector<std::string> &more) {
      std::vector<std::string> overrides = {"Mesh/Voids=2",
                                            "Mesh/Elements circumferential=24",
                                            "Supports/outer/Type=fixed",
                                            "Contacts/stop/Set=void 1 inner",
                                            "Contacts/stop/Surface=cylinder"};
      overrides.insert(overrides.end(), more.begin(), more.end());
      const CaseParameters parameters = read_case("", overrides);
      const auto mesh = make_mesh<2>(parameters.mesh, MPI_COMM_WORLD);
      return std::get<Cylinder>(
               make_contacts<2>(parameters, *mesh).at(0).surface)
        .radius;
    };
    // The sides of the void of the default mesh have the radii 14 and 21.
    EXPECT_NEAR(radius({"Contacts/stop/Through=void 1 outer"}), 21, 1e-12);
    EXPECT_NEAR(radius({"Contacts/stop/Set=void 1 outer",
                        "Contacts/stop/Through=void 1 inner",
                        "Contacts/stop/Rubber=outside"}),
                14,
                1e-12);
    EXPECT_THROW(radius({"Contacts/stop/Through=void 1 ends"}), Error);
    EXPECT_THROW(radius({"Contacts/stop/Through=void 1 outer",
                         "Contacts/stop/Point=1, 0"}),
                 Error);
    EXPECT_THROW(radius({"Contacts/stop/Through=void 1 outer",
                         "Contacts/stop/Radius=3"}),
                 Error);
    EXPECT_THROW(radius({}), Error);
  }

  TEST(Contact, WhatIsBondedToAnElasticStopDoesNotTouchIt)
  {
    // A void up to the outer sleeve, which is the stop: rigid or of steel, the
    // smallest gap is that of the first nodes of the void which are free.
    const auto smallest_gap = [](const std::vector<std::string> &more) {
      std::vector<std::string> overrides = {
        "Mesh/Voids=2",
        "Mesh/Elements circumferential=24",
        "Mesh/Void outer radius=25",
        "Supports/inner/Type=fixed",
        "Supports/outer/Type=fixed",
        "Contacts/stop/Set=void 1 inner, void 1 ends",
        "Contacts/stop/Surface=cylinder",
        "Contacts/stop/Radius=25",
        "Contacts/stop/Carried by=outer"};
      overrides.insert(overrides.end(), more.begin(), more.end());
      const CaseModel<2> built =
        build_case<2>(read_case("", overrides), MPI_COMM_WORLD);
      return contact_columns(built.model->observe(built.initial_state))
        .smallest_gap;
    };
    const double rigid = smallest_gap({});
    EXPECT_GT(rigid, 0.1);
    const std::string steel = "Material/outer steel/";
    EXPECT_NEAR(smallest_gap({"Mesh/Outer steel=2",
                              steel + "Law=Saint Venant-Kirchhoff",
                              steel + "Young's modulus=2e5",
                              steel + "Poisson's ratio=0.3"}),
                rigid,
                1e-12);
  }

  TEST(Contact, TellsOfSurfacesThatNothingReaches)
  {
    // The ring has the diagonal 71 mm and is moved by 40 mm.
    const auto n_notices = [](const std::string &height) {
      const CaseModel<2> built =
        build_case<2>(read_case("",
                                {"Mesh/Elements circumferential=8",
                                 "Supports/inner/Type=driven",
                                 "Supports/inner/Translation x=40*t",
                                 "Contacts/wall/Set=outer",
                                 "Contacts/wall/Direction=-1, 0",
                                 "Contacts/wall/Point=" + height + ", 0"}),
                      MPI_COMM_WORLD);
      return built.notices.size();
    };
    EXPECT_EQ(n_notices("135"), 0u);
    EXPECT_EQ(n_notices("137"), 1u);
  }

  TEST(Contact, RefusesWhatCannotTouch)
  {
    const auto message = [](const Contact &contact, const bool bent_carrier) {
      MeshParameters parameters;
      parameters.elements_circumferential = 4;
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(1. / 2000);
      definition.supports            = {fixed<2>("inner")};
      if (bent_carrier)
        definition.supports[0].displacement =
          [](const Point<2> &, double, int) { return Tensor<1, 2>(); };
      definition.actions = {contact};
      try
        {
          FEModel<2>(make_mesh<2>(parameters, MPI_COMM_WORLD), definition);
        }
      catch (const Error &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    Contact contact{"stop", {"outer"}, Cylinder{}, {}, {}};
    std::get<Cylinder>(contact.surface).radius = 26;
    EXPECT_EQ(message(contact, false), "");
    contact.carrier = 0u;
    EXPECT_EQ(message(contact, false), "");
    EXPECT_NE(message(contact, true).find("as a rigid body"),
              std::string::npos);
    contact.carrier.reset();
    contact.sets = {"outter"};
    EXPECT_NE(message(contact, false).find("\"outer\""), std::string::npos);
    contact.sets                               = {"outer"};
    std::get<Cylinder>(contact.surface).radius = 24;
    EXPECT_NE(message(contact, false).find("cuts the body"), std::string::npos);
    std::get<Cylinder>(contact.surface).radius = 25.001;
    contact.law.method                         = ContactMethod::barrier;
    EXPECT_NE(message(contact, false).find("barrier"), std::string::npos);
    contact.surface = Plane{Vector3(0, 0, -1), Vector3::UnitZ()};
    EXPECT_NE(message(contact, false).find("plane strain"), std::string::npos);
  }
} // namespace rivlin
