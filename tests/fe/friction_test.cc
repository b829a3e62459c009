// SPDX-License-Identifier: Apache-2.0
// Friction on rigid surfaces: tangent against differences, a block that sticks
// and slips, dissipation, a frame that turns.
#include "action_checks.h"
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/make_integrator.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    constexpr double coefficient = 0.3;

    /// On the free sleeve of the bench, which is moved by 3 along the rubber;
    /// with the elastic slip 1000 all nodes stick, with 0.1 all slip.
    Contact rubbing(const RigidSurface &surface, const double elastic_slip)
    {
      return {"stop",
              {"y1"},
              surface,
              {ContactMethod::penalty, 20, 10},
              1u,
              {coefficient, elastic_slip, 0}};
    }
    const Plane above{Vector3(0, 30, 0), -Vector3::UnitY()};
    const Cylinder around{Vector3(10, 130, 0), Vector3::UnitZ(), 100, false};

    template <int dim>
    void expect_tangents(const RigidSurface &surface, const double elastic_slip)
    {
      ActionBench<dim> bench;
      bench.sleeve_lift  = -2;
      bench.sleeve_shift = 3;
      const auto model   = bench.model(rubbing(surface, elastic_slip));
      const State state  = bench.state(*model);
      const ActionProbe<dim> probe(*model, state);
      expect_tangent(probe);
      expect_rates(probe);
      expect_weighted_tangent(*model, state);
      expect_time_derivative(*model, state);
    }

    /// A unit block pressed on the floor by 0.1 until t = 0.2, then drawn along
    /// it by `path` until t = 1.
    StaticSolution<2> draw_block(const double friction, const double path)
    {
      MeshParameters mesh;
      mesh.shape    = MeshShape::box;
      mesh.elements = {2, 2, 1};
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(1. / 30);
      Support<2> plate               = fixed<2>("y1");
      plate.sleeve                   = Sleeve();
      plate.sleeve->motion           = [=](const double t, int) {
        RigidMotion motion;
        motion.translation[0] = Vector3(path * std::max(0., t - 0.2) / 0.8,
                                        -0.1 * std::min(1., t / 0.2),
                                        0);
        return motion;
      };
      definition.supports = {plate};
      definition.actions  = {Contact{"floor",
                                    {"y0"},
                                    Plane{Vector3::Zero(), Vector3::UnitY()},
                                    {ContactMethod::penalty, 1e-3, 10},
                                    {},
                                    {friction, 0, 0}}};
      return solve_statically<2>(make_mesh<2>(mesh, MPI_COMM_WORLD),
                                 definition,
                                 50,
                                 1e-11);
    }

    struct Seen
    {
      double time, normal, tangential, work;
    };
    std::vector<Seen> forces_of(const StaticSolution<2> &solution)
    {
      std::vector<Seen> all;
      for (const State &state : solution.states)
        {
          const Observation seen = solution.model->observe(state);
          all.push_back({state.time,
                         seen.action_columns[1],
                         seen.action_columns[0],
                         seen.action_columns.back()});
        }
      return all;
    }
  } // namespace

  TEST(Friction, TangentIsDerivativeStickingAndSlipping)
  {
    for (const double elastic_slip : {1000., 0.1})
      {
        expect_tangents<2>(above, elastic_slip);
        expect_tangents<3>(above, elastic_slip);
        expect_tangents<2>(around, elastic_slip);
        expect_tangents<3>(around, elastic_slip);
      }
  }

  TEST(Friction, BlockSticksAndSlipsAtTheLimit)
  {
    const auto solution          = draw_block(coefficient, 1);
    const std::vector<Seen> seen = forces_of(solution);
    for (const Seen &now : seen)
      {
        const double limit = coefficient * now.normal;
        // Against the motion, and never more than mu N.
        EXPECT_LT(-now.tangential, limit * (1 + 1e-9)) << now.time;
        if (now.time < 0.21)
          continue;
        EXPECT_LT(now.tangential, 0) << now.time;
      }
    const Observation last = solution.model->observe(solution.states.back());
    const Seen &end        = seen.back();
    std::cout << "N = " << end.normal << ", T = " << end.tangential
              << ", T/N = " << -end.tangential / end.normal
              << ", friction work " << end.work << "\n";
    EXPECT_GT(end.normal, 0.1);
    EXPECT_NEAR(-end.tangential, coefficient * end.normal, 1e-9);
    // Full slip at constant force: work = force x path.
    const std::size_t n = seen.size(), half = n - 10;
    const double path = (seen[n - 1].time - seen[half].time) / 0.8;
    EXPECT_NEAR(seen[n - 1].normal, seen[half].normal, 1e-9);
    EXPECT_NEAR(seen[n - 1].work - seen[half].work,
                -end.tangential * path,
                1e-8);
    EXPECT_EQ(last.dissipated_energy, end.work);
  }

  TEST(Friction, SticksBelowTheLimit)
  {
    // Drawn by 0.08 the block sticks, whatever the coefficient: the same shear
    // but for the elastic slip, which is 1e-3 at the pressure 10, and for
    // corners, which slip while the block is pressed and spreads.
    const std::vector<Seen> rubbing = forces_of(draw_block(coefficient, 0.08));
    const std::vector<Seen> stuck =
      forces_of(draw_block(2 * coefficient, 0.08));
    const Seen &soft = rubbing.back(), &hard = stuck.back();
    std::cout << "T = " << soft.tangential << " and " << hard.tangential
              << ", limit " << coefficient * soft.normal << ", lost "
              << soft.work << " and " << hard.work << "\n";
    EXPECT_NEAR(soft.tangential, hard.tangential, 0.05 * -hard.tangential);
    EXPECT_GT(-soft.tangential, 0.25 * coefficient * soft.normal);
    EXPECT_LT(-soft.tangential, 0.5 * coefficient * soft.normal);
    // Of the limit times the whole path.
    EXPECT_LT(hard.work, 0.01 * 0.08 * coefficient * soft.normal + 1e-4);
  }

  TEST(Friction, RubberOnATurningFloorFeelsNothingOfTheTurn)
  {
    // Plate and floor turn together by 90 degrees while the block is drawn: the
    // same forces in the frame of the floor.
    MeshParameters mesh;
    mesh.shape      = MeshShape::box;
    mesh.size       = {1, 1, 1};
    mesh.elements   = {2, 2, 1};
    const auto draw = [&](const double turn) {
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(1. / 30);
      const auto motion_of           = [=](const Vector3 &rate) {
        return [=](const double t, int) {
          Matrix3 R = Matrix3::Identity();
          R.topLeftCorner<2, 2>() << std::cos(turn * t), -std::sin(turn * t),
            std::sin(turn * t), std::cos(turn * t);
          RigidMotion motion;
          motion.rotation[0]    = R - Matrix3::Identity();
          motion.translation[0] = R * rate * t;
          return motion;
        };
      };
      Support<2> wall      = fixed<2>("x0");
      wall.sleeve          = Sleeve();
      wall.sleeve->motion  = motion_of(Vector3::Zero());
      wall.centre          = dealii::Point<2>();
      Support<2> plate     = fixed<2>("x1");
      plate.sleeve         = Sleeve();
      plate.sleeve->motion = motion_of(Vector3(0.2, -0.15, 0));
      plate.centre         = dealii::Point<2>();
      definition.supports  = {wall, plate};
      // The floor is mounted on the wall.
      definition.actions = {
        Contact{"floor",
                {"y0"},
                Plane{Vector3(0, -0.01, 0), Vector3::UnitY()},
                {ContactMethod::penalty, 1e-3, 10},
                0u,
                {coefficient, 0, 0}}};
      const auto solution = solve_statically<2>(
        make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 100, 1e-11);
      const Observation seen = solution.model->observe(solution.state);
      const double c = std::cos(turn), s = std::sin(turn);
      const auto &columns = seen.action_columns;
      return std::array<double, 4>{c * columns[0] + s * columns[1],
                                   -s * columns[0] + c * columns[1],
                                   columns.back(),
                                   seen.strain_energy};
    };
    const auto straight = draw(0), turned = draw(std::numbers::pi / 2);
    std::cout << "force " << straight[0] << " " << straight[1] << ", work "
              << straight[2] << "\n";
    EXPECT_GT(straight[1], 0.01);
    EXPECT_GT(straight[2], 1e-5);
    for (const int i : {0, 1, 3})
      EXPECT_NEAR(straight[i], turned[i], 1e-8) << i;
    // Summed over the steps, of which one run takes 104, the other one 106.
    EXPECT_NEAR(straight[2], turned[2], 0.02 * straight[2]);
  }

  TEST(Friction, EnergyOfASlidingBlockIsAccountedFor)
  {
    // A block flies obliquely against a floor: what it loses is the work of
    // friction. Shear modulus 1, density 0.01.
    MeshParameters parameters;
    parameters.shape    = MeshShape::box;
    parameters.elements = {3, 3, 1};
    ModelDefinition<2> definition;
    definition.inertia                     = true;
    definition.materials["rubber"]         = reference_rubber(1. / 30);
    definition.materials["rubber"].density = 0.01;
    definition.actions                     = {Contact{"floor",
                                  {"y0"},
                                  Plane{Vector3(0, -0.02, 0), Vector3::UnitY()},
                                  {ContactMethod::penalty, 0.01, 10},
                                  {},
                                  {coefficient, 0, 0}}};
    const FEModel<2> model(make_mesh<2>(parameters, MPI_COMM_WORLD),
                           definition);
    State state        = model.initial_state();
    DofVector velocity = model.discretization().make_vector();
    const auto &space  = model.discretization();
    for (int c = 0; c < space.n_cells(); ++c)
      for (int k = 0; k < space.n_displacements_per_cell(); ++k)
        velocity.local_element(space.cell_dofs(c)[k]) = k % 2 == 0 ? 2 : -1;
    Blocks blocks;
    model.unknowns().gather(velocity, blocks);
    state.v            = blocks.q;
    const double start = model.observe(state).kinetic_energy;
    EXPECT_NEAR(start, 0.5 * 0.01 * 5, 1e-12);
    IntegratorOptions options;
    options.generalized_alpha.newton.full_steps = true;
    const auto integrator = make_integrator("Newmark", model, options);
    IntegrationPlan plan;
    plan.end_time     = 0.3;
    plan.initial_step = plan.maximum_step = 5e-4;
    double worst                          = 0;
    Observation seen;
    Observer observer;
    observer.on_step = [&](const State &now, const StepReport &) {
      seen  = model.observe(now);
      worst = std::max(worst,
                       std::abs(seen.kinetic_energy + seen.strain_energy +
                                seen.dissipated_energy - start) /
                         start);
    };
    const IntegrationReport report =
      integrate(*integrator, state, plan, {observer});
    ASSERT_TRUE(report.finished) << report.reason;
    std::cout << "dissipated " << seen.dissipated_energy / start
              << " of the energy, gap of the balance " << worst << "\n";
    EXPECT_GT(seen.dissipated_energy, 0.05 * start);
    EXPECT_LT(worst, 1e-2);
  }

  TEST(Friction, NegativeCoefficientIsRefused)
  {
    ActionBench<2> bench;
    Contact contact              = rubbing(above, 1);
    contact.friction.coefficient = -0.1;
    EXPECT_THROW(bench.model(contact), Error);
  }
} // namespace rivlin
