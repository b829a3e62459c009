// SPDX-License-Identifier: Apache-2.0
// Surfaces on free sleeves: their forces act back on the sleeve. Tangent and
// border against differences, symmetry, duality with driven sleeves, balance of
// momentum and energy on impact.
#include "action_checks.h"
#include "static_solution.h"

#include <rivlin/dynamics/make_integrator.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    /// All nodes of "y1" are pressed by about 2 of the distance 20, on one
    /// branch of the law, while the sleeve at "x1" turns by random angles.
    template <int dim>
    ActionBench<dim> pressed_bench()
    {
      ActionBench<dim> bench;
      bench.sleeve_lift = -2;
      return bench;
    }

    Contact on_sleeve(const RigidSurface &surface)
    {
      return {"stop", {"y1"}, surface, {ContactMethod::penalty, 20, 10}, 1u};
    }
    const Plane above{Vector3(0, 30, 0), -Vector3::UnitY()};
    const Cylinder around{Vector3(10, 130, 0), Vector3::UnitZ(), 100, false};

    Sleeve loose(const int dim)
    {
      Sleeve sleeve;
      sleeve.body.free_translation = {true, true, dim == 3};
      sleeve.body.rotation =
        dim == 3 ? RotationFreedom::free : RotationFreedom::about_axis;
      return sleeve;
    }

    /// A tube whose inner sleeve carries a plate above the top of the rubber.
    MeshParameters short_tube()
    {
      MeshParameters mesh;
      mesh.elements_radial          = 2;
      mesh.elements_circumferential = 8;
      mesh.elements_axial           = 2;
      mesh.length                   = 20;
      return mesh;
    }
    ModelDefinition<3> tube_with_plate(const Sleeve &sleeve,
                                       const double distance = 0.05)
    {
      ModelDefinition<3> definition;
      definition.materials["rubber"] = reference_rubber(1. / 2000);
      Support<3> inner               = fixed<3>("inner");
      inner.sleeve                   = sleeve;
      definition.supports            = {inner, fixed<3>("outer")};
      definition.actions             = {
                    Contact{"plate",
                {"top"},
                Plane{Vector3(0, 0, 10.3), -Vector3::UnitZ()},
                {ContactMethod::penalty, distance, 10},
                0u}};
      return definition;
    }
    const Vector3 pose_x(0.1, -0.05, -1), pose_phi(0.02, -0.01, 0.03);

    StaticSolution<3> drive_tube()
    {
      Sleeve driven;
      driven.motion = [](const double t, int) {
        RigidMotion motion;
        motion.translation[0] = t * pose_x;
        motion.rotation[0] =
          rotation_matrix(rotation_exponential(t * pose_phi)) -
          Matrix3::Identity();
        return motion;
      };
      return solve_statically(make_mesh<3>(short_tube(), MPI_COMM_WORLD),
                              tube_with_plate(driven),
                              4);
    }

    StaticSolution<3> load_tube(const SleeveLoad &load,
                                const double distance = 0.05)
    {
      Sleeve sleeve = loose(3);
      sleeve.load   = [=](const double t, int) {
        SleeveLoad now = load;
        now.force *= t;
        now.moment *= t;
        return now;
      };
      return solve_statically(make_mesh<3>(short_tube(), MPI_COMM_WORLD),
                              tube_with_plate(sleeve, distance),
                              4);
    }

    /// |b2 . A^-1 b1 - b1 . A^-1 b2| relative to either.
    template <int dim>
    double asymmetry(const FEModel<dim> &model, const State &state)
    {
      const auto tangent = model.make_tangent();
      EXPECT_TRUE(
        tangent->linearize(state, ConstraintLevel::position, {1, 0, 0}).valid);
      std::array<Blocks, 2> b, x;
      for (int k = 0; k < 2; ++k)
        {
          // Pressures are scaled: their rows are volumes.
          b[k] = {random_vector(model.n_velocities(), 1, 10 + k),
                  random_vector(model.n_multipliers(), 1e-3, 20 + k)};
          EXPECT_TRUE(tangent->solve(b[k], x[k]).valid);
        }
      const MPI_Comm communicator = model.discretization().communicator();
      const double one =
        dealii::Utilities::MPI::sum(stacked(b[1]).dot(stacked(x[0])),
                                    communicator);
      const double other =
        dealii::Utilities::MPI::sum(stacked(b[0]).dot(stacked(x[1])),
                                    communicator);
      EXPECT_NE(one, 0);
      return std::abs(one - other) / std::abs(one);
    }
  } // namespace

  TEST(CarriedContact, ForcesAndTangentAreDerivatives)
  {
    // Includes the model's tangent with its border and the time derivative of
    // Rosenbrock methods.
    expect_consistent_action<2>("plane", on_sleeve(above), pressed_bench<2>());
    expect_consistent_action<3>("plane", on_sleeve(above), pressed_bench<3>());
    expect_consistent_action<2>("cylinder",
                                on_sleeve(around),
                                pressed_bench<2>());
    expect_consistent_action<3>("cylinder",
                                on_sleeve(around),
                                pressed_bench<3>());
  }

  TEST(CarriedContact, SurfaceOfRevolutionIsDifferentiated)
  {
    // A plate with a rounded edge that lies over the block: the axis is 50 away
    // from it, the arc of radius 25 over the radii 49 to 69. Nodes at the radii
    // 55 and 60 touch it, far from its ends. Without friction and with it,
    // sticking and slipping.
    Revolution plate;
    plate.point     = Vector3(-50, 0, 5);
    plate.axis      = Vector3::UnitY();
    plate.profile   = rounded_profile({{30, 20}, {30, 62}, {79, 96}}, 25, "");
    Contact contact = on_sleeve(plate);
    contact.law.distance = 24;
    ActionBench<3> bench;
    bench.sleeve_lift = -4;
    expect_consistent_action<3>("revolution", contact, bench);
    for (const double elastic_slip : {200., 0.1})
      {
        contact.friction  = {0.3, elastic_slip, 0};
        const auto model  = bench.model(contact);
        const State state = bench.state(*model);
        expect_tangent(ActionProbe<3>(*model, state));
        expect_weighted_tangent(*model, state);
      }
  }

  TEST(CarriedContact, TangentIsSymmetricInPlaneStrain)
  {
    // Coordinates of a sleeve in the plane are flat, and all forces have an
    // energy: the tangent is symmetric at every state.
    const auto bench = pressed_bench<2>();
    for (const RigidSurface &surface :
         {RigidSurface(above), RigidSurface(around)})
      {
        const auto model  = bench.model(on_sleeve(surface), false);
        const State state = bench.state(*model);
        // All but the ends, which the sleeves hold.
        EXPECT_NEAR(contact_columns(model->observe(state)).area, 50. / 3, 1e-9);
        EXPECT_LT(asymmetry(*model, state), 1e-9);
      }
  }

  TEST(CarriedContact, TangentIsSymmetricInEquilibrium)
  {
    // On SO(3) the second derivative along body axes is symmetric where the
    // moment vanishes.
    SleeveLoad load;
    load.force          = Vector3(20, 0, -180);
    const auto solution = load_tube(load);
    EXPECT_GT(contact_columns(solution.model->observe(solution.state)).area,
              50);
    EXPECT_LT(asymmetry(*solution.model, solution.state), 1e-8);
  }

  TEST(CarriedContact, NewtonIsQuadratic)
  {
    // With the distance 1 the law is smooth on the scale of the increments.
    SleeveLoad load;
    load.force          = Vector3(20, 0, -180);
    const auto solution = load_tube(load, 1);
    EXPECT_GT(contact_columns(solution.model->observe(solution.state)).area,
              50);
    std::vector<double> sizes;
    std::cout << "increments:";
    for (const NewtonIteration &iteration : solution.steps.back().iterations)
      {
        std::cout << " " << iteration.increment_norm;
        if (iteration.increment_norm > 1e-12)
          sizes.push_back(iteration.increment_norm);
      }
    std::cout << "\n";
    // e_{k+1} = C e_k^2 with the same C; it would grow like 1/e_k otherwise.
    ASSERT_GE(sizes.size(), 3u);
    const std::size_t n   = sizes.size();
    const double last     = sizes[n - 1] / (sizes[n - 2] * sizes[n - 2]);
    const double previous = sizes[n - 2] / (sizes[n - 3] * sizes[n - 3]);
    EXPECT_LT(last, 3 * previous);
    EXPECT_LT(sizes[n - 1], 0.02 * sizes[n - 2]);
  }

  TEST(CarriedContact, FreeSleeveIsDualToTheDrivenOne)
  {
    // Drive the sleeve with its plate, load the free one with the reactions:
    // the same pose in all six directions, the same contact.
    const auto pushed = drive_tube();
    SleeveLoad load;
    for (int i = 0; i < 3; ++i)
      {
        load.force[i]  = pushed.reactions[0].force[i];
        load.moment[i] = pushed.reactions[0].moment[i];
      }
    const auto pulled              = load_tube(load);
    const Observation seen         = pulled.model->observe(pulled.state);
    const Observation driven       = pushed.model->observe(pushed.state);
    const ContactColumns of_free   = contact_columns(seen),
                         of_driven = contact_columns(driven);
    EXPECT_GT(of_driven.force.norm(), 20);
    EXPECT_LT((seen.motions[0].translation[0] - pose_x).norm(), 1e-7);
    EXPECT_LT((seen.rotation_vectors[0] - pose_phi).norm(), 1e-8);
    EXPECT_LT((of_free.force - of_driven.force).norm(), 1e-6);
    EXPECT_NEAR(of_free.smallest_gap, of_driven.smallest_gap, 1e-9);
    EXPECT_NEAR(of_free.area, of_driven.area, 1e-9);
    // The reactions contain what the plate takes, and balance each other.
    for (int i = 0; i < 3; ++i)
      {
        EXPECT_NEAR(seen.reactions[0].force[i], load.force[i], 1e-6);
        EXPECT_NEAR(seen.reactions[0].force[i] + seen.reactions[1].force[i],
                    0,
                    1e-6);
      }
  }

  namespace
  {
    /// A block held at "x0", at "x1" a sleeve with a stop above the block. The
    /// sleeve flies down until the stop meets the rubber that stays behind.
    FEModel<2> falling_sleeve()
    {
      MeshParameters mesh;
      mesh.shape    = MeshShape::box;
      mesh.size     = {20, 10, 1};
      mesh.elements = {3, 2, 1};
      ModelDefinition<2> definition;
      definition.inertia                     = true;
      definition.materials["rubber"]         = reference_rubber(1. / 30);
      definition.materials["rubber"].density = 1e-9;
      Support<2> sleeve                      = fixed<2>("x1");
      sleeve.sleeve                          = loose(2);
      sleeve.sleeve->body.mass               = 1e-5;
      sleeve.sleeve->body.inertia(2, 2)      = 2e-3;
      definition.supports                    = {fixed<2>("x0"), sleeve};
      definition.gravity                     = [](double, const int order) {
        dealii::Tensor<1, 2> g;
        g[1] = order == 0 ? -9810. : 0.;
        return g;
      };
      definition.actions = {
        Contact{"stop",
                {"y1"},
                Plane{Vector3(0, 10.3, 0), -Vector3::UnitY()},
                {ContactMethod::penalty, 0.1, 10},
                1u}};
      return FEModel<2>(make_mesh<2>(mesh, MPI_COMM_WORLD), definition);
    }
    State start_falling(const FEModel<2> &model)
    {
      State state = model.initial_state();
      if (model.sleeves().n_owned_velocities() > 0)
        state.v.tail(3)[1] = -400;
      return state;
    }

    struct Impact
    {
      double peak         = 0; ///< of the contact force
      double energy_error = 0; ///< largest, relative to the energy at the start
      Vector3 momentum    = Vector3::Zero(); ///< change for the sleeve
      Vector3 impulse     = Vector3::Zero(); ///< of reactions and gravity on it
      Observation at_end;
    };

    Impact fall(const std::string &method, const double h, const double end)
    {
      const FEModel<2> model = falling_sleeve();
      State state            = start_falling(model);
      const double mass      = 1e-5;
      IntegratorOptions options;
      options.generalized_alpha.newton.full_steps = true;
      const auto integrator = make_integrator(method, model, options);
      IntegrationPlan plan;
      plan.end_time     = end;
      plan.initial_step = plan.maximum_step = h;
      Impact impact;
      Observation before;
      const auto energy = [](const Observation &seen) {
        return seen.kinetic_energy + seen.strain_energy;
      };
      const auto force_on_sleeve = [&](const Observation &seen) {
        Vector3 force(0, -9810 * mass, 0);
        for (int i = 0; i < 2; ++i)
          force[i] -= seen.reactions[1].force[i];
        return force;
      };
      double start = 0, work = 0, time = 0;
      Vector3 first;
      Observer observer;
      observer.on_start = [&](const State &now) {
        before = model.observe(now);
        start  = energy(before);
        first  = before.motions[1].translation[1];
      };
      observer.on_step = [&](const State &now, const StepReport &) {
        const Observation seen = model.observe(now);
        const double step      = now.time - time;
        time                   = now.time;
        work += step / 2 * (before.external_power + seen.external_power);
        impact.impulse +=
          step / 2 * (force_on_sleeve(before) + force_on_sleeve(seen));
        impact.energy_error =
          std::max(impact.energy_error,
                   std::abs(energy(seen) - start - work) / start);
        impact.peak = std::max(impact.peak, contact_columns(seen).force.norm());
        before      = seen;
      };
      const IntegrationReport report =
        integrate(*integrator, state, plan, {observer});
      EXPECT_TRUE(report.finished) << report.reason;
      impact.at_end   = before;
      impact.momentum = mass * (before.motions[1].translation[1] - first);
      return impact;
    }
  } // namespace

  TEST(CarriedContact, FallingSleeveObeysMomentumAndEnergy)
  {
    const Impact impact = fall("Newmark", 2e-5, 0.01);
    std::cout << "peak force " << impact.peak << ", energy error "
              << impact.energy_error << ", momentum "
              << impact.momentum.transpose() << ", impulse "
              << impact.impulse.transpose() << "\n";
    EXPECT_GT(impact.peak, 0.5);
    EXPECT_GT(impact.momentum.norm(), 3e-3); // of m v = 4e-3 at the start
    // The trapezoidal rule is exact for Newmark's velocities.
    EXPECT_LT((impact.momentum - impact.impulse).norm(),
              1e-6 * impact.momentum.norm());
    EXPECT_LT(impact.energy_error, 1e-3);
  }

  TEST(CarriedContact, IntegratorsAgree)
  {
    // Through first contact, in flat coordinates, which all methods know.
    const Impact reference = fall("Newmark", 1e-5, 0.002);
    EXPECT_GT(reference.peak, 0.1);
    std::vector<std::string> methods = {"generalized alpha",
                                        "BLieDF2",
                                        "ROS3P"};
    if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1)
      methods.push_back("IDA"); // which is for one process
    for (const std::string &method : methods)
      {
        const Impact other = fall(method, 1e-5, 0.002);
        for (int order = 0; order < 2; ++order)
          {
            const Vector3 &x = reference.at_end.motions[1].translation[order];
            const Vector3 &y = other.at_end.motions[1].translation[order];
            std::cout << method << ": derivative " << order << " differs by "
                      << (x - y).norm() / x.norm() << "\n";
            EXPECT_LT((x - y).norm(), 2e-3 * x.norm()) << method;
          }
      }
  }
} // namespace rivlin
