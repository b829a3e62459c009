// SPDX-License-Identifier: Apache-2.0
// The finite element model in motion: its tangents, time derivatives and
// constraint rates are derivatives of its residual; free sleeves are rigid
// bodies; statics and dynamics agree where they must.
#include "model_derivatives.h"
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/make_integrator.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    MeshParameters small_ring()
    {
      MeshParameters mesh;
      mesh.elements_radial          = 1;
      mesh.elements_circumferential = 5;
      mesh.elements_axial           = 1;
      return mesh;
    }

    /// Motion of the driven directions: smooth, with three derivatives.
    RigidMotion some_motion(const double t, const double size)
    {
      RigidMotion motion;
      for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 3; ++i)
          motion.translation[k][i] =
            size * (i + 1) * std::pow(2., k) *
            std::sin(2 * t + i + k * std::numbers::pi / 2);
      return motion;
    }

    Sleeve free_sleeve(const int dim)
    {
      Sleeve sleeve;
      sleeve.body.free_translation = {true, true, dim == 3};
      sleeve.body.rotation =
        dim == 3 ? RotationFreedom::free : RotationFreedom::about_axis;
      sleeve.body.mass = 3;
      sleeve.body.inertia.diagonal() << 200, 300, 400;
      sleeve.body.inertia(0, 1) = sleeve.body.inertia(1, 0) = 30;
      sleeve.body.stiffness = {5, 6, 7, 300, 200, 100};
      sleeve.body.damping   = {1, 2, 3, 50, 60, 70};
      sleeve.load           = [](const double t, const int order) {
        SleeveLoad load;
        load.force  = Vector3(3, 4, 5) * (order == 0 ? t : 1.);
        load.moment = Vector3(30, -40, 50) * (order == 0 ? t * t : 2 * t);
        return load;
      };
      return sleeve;
    }

    /// A ring whose inner sleeve is free, whose outer one is driven.
    template <int dim>
    ModelDefinition<dim> moving_ring(const double inverse_bulk_modulus,
                                     const bool mixed = true)
    {
      ModelDefinition<dim> definition;
      definition.element             = {2, mixed};
      definition.inertia             = true;
      definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
      definition.materials["rubber"].density           = 1e-3;
      definition.materials["rubber"].mass_damping      = 0.3;
      definition.materials["rubber"].stiffness_damping = 0.2;
      Support<dim> inner                               = fixed<dim>("inner");
      inner.sleeve                                     = free_sleeve(dim);
      Support<dim> outer                               = fixed<dim>("outer");
      outer.sleeve                                     = Sleeve();
      outer.sleeve->motion = [](const double t, int) {
        return some_motion(t, 0.01);
      };
      definition.supports = {inner, outer};
      definition.gravity  = [](const double t, const int order) {
        Tensor<1, dim> g;
        g[0] = order == 0 ? 10 * t : 10.;
        g[1] = order == 0 ? -20. : 0.;
        return g;
      };
      return definition;
    }
  } // namespace

  TEST(FEDynamics, TangentIsDerivativeWithFreeAndDrivenSleeves)
  {
    expect_weighted_tangent(
      FEModel<2>(make_mesh<2>(small_ring(), MPI_COMM_WORLD),
                 moving_ring<2>(1. / 2000)));
    expect_weighted_tangent(
      FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                 moving_ring<3>(1. / 2000)));
    expect_weighted_tangent(
      FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                 moving_ring<3>(0)));
    expect_weighted_tangent(
      FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                 moving_ring<3>(1. / 30, false)));
  }

  TEST(FEDynamics, TangentIsDerivativeWithLoadsInBodyAxesAndPressure)
  {
    ModelDefinition<3> definition = moving_ring<3>(1. / 2000);
    definition.supports[0].sleeve->body.force_in_body_axes  = true;
    definition.supports[0].sleeve->body.moment_in_body_axes = true;
    definition.actions.push_back(FollowerPressure{
      "bottom", [](double t) { return 0.1 * t; }, [](double) { return 0.1; }});
    expect_weighted_tangent(
      FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD), definition));
  }

  TEST(FEDynamics, TangentAndTimeDerivativeWithContact)
  {
    // The outer sleeve carries the surfaces and presses them 0.1 into the
    // bottom: with the distance 0.2 all that touches is inside one branch of
    // the law, which differences need.
    ModelDefinition<3> definition         = moving_ring<3>(1. / 2000);
    definition.supports[1].sleeve->motion = [](const double t, int) {
      RigidMotion motion = some_motion(t, 0.002);
      for (int k = 0; k < 4; ++k)
        motion.translation[k][2] =
          0.1 * std::pow(1.5, k) *
          std::cos(1.5 * (t - 0.4) + k * std::numbers::pi / 2);
      const double angle = 1e-4 * std::sin(t);
      motion.rotation[0] << std::cos(angle) - 1, -std::sin(angle), 0,
        std::sin(angle), std::cos(angle) - 1, 0, 0, 0, 0;
      const double rate = 1e-4 * std::cos(t);
      motion.rotation[1] << -std::sin(angle) * rate, -std::cos(angle) * rate, 0,
        std::cos(angle) * rate, -std::sin(angle) * rate, 0, 0, 0, 0;
      return motion;
    };
    const ContactLaw law{ContactMethod::penalty, 0.2, 10};
    Contact contact{
      "stop", {"bottom"}, Plane{Vector3(0, 0, -20), Vector3::UnitZ()}, law, 1u};
    definition.actions = {contact};
    const FEModel<3> on_plane(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                              definition);
    const auto touched = [](const FEModel<3> &model) {
      return contact_columns(model.observe(random_state(model, 1.)));
    };
    // All but the edge at the outer sleeve, which moves with the surface.
    EXPECT_GT(touched(on_plane).area, 1000);
    expect_weighted_tangent(on_plane);

    contact.surface = Cylinder{Vector3(0, 0, -70), Vector3::UnitX(), 50, false};
    definition.actions = {contact};
    const FEModel<3> on_cylinder(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                                 definition);
    EXPECT_GT(touched(on_cylinder).area, 0);
    expect_weighted_tangent(on_cylinder);
    // Rotations of the second and third order are not given above.
    definition.inertia = false;
    definition.gravity = {};
    definition.supports[0].sleeve.reset();
    expect_time_derivative(
      FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD), definition));
  }

  TEST(FEDynamics, PartlyFreeSleeves)
  {
    ModelDefinition<3> definition = moving_ring<3>(1. / 2000);
    Sleeve &sleeve                = *definition.supports[0].sleeve;
    sleeve.motion = [](const double t, int) { return some_motion(t, 0.02); };
    sleeve.body.free_translation = {true, false, true};
    sleeve.body.rotation         = RotationFreedom::about_axis;
    sleeve.body.axis             = 1;
    const FEModel<3> axis(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                          definition);
    EXPECT_TRUE(axis.is_flat());
    expect_weighted_tangent(axis);
    expect_products(axis);
    expect_time_derivative(axis);

    sleeve.body.free_translation = {false, true, false};
    sleeve.body.rotation         = RotationFreedom::none;
    const FEModel<3> slider(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                            definition);
    expect_weighted_tangent(slider);
    expect_time_derivative(slider);
  }

  TEST(FEDynamics, ProductsAndTimeDerivativeAreDerivatives)
  {
    const FEModel<2> plane(make_mesh<2>(small_ring(), MPI_COMM_WORLD),
                           moving_ring<2>(1. / 2000));
    expect_products(plane);
    expect_time_derivative(plane);
    const FEModel<3> solid(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                           moving_ring<3>(1. / 2000));
    expect_products(solid);
    expect_time_derivative(solid);
  }

  TEST(FEDynamics, SpringsToGroundAndPrescribedFieldsAreDifferentiated)
  {
    // Springs and dampers on free material, on a free sleeve, and on a surface
    // whose radius is driven.
    ModelDefinition<3> definition = moving_ring<3>(1. / 2000);
    definition.actions            = {
                 BoundarySpring<3>{"bottom", {3, 2, 1}, {0.3, 0.2, 0.1}},
                 BoundarySpring<3>{"inner", {0.5, 0, 2}, {0.1, 0.2, 0}},
                 BoundarySpring<3>{"outer", {1, 1, 1}, {1, 1, 1}}};
    Support<3> &outer = definition.supports[1];
    outer.sleeve.reset();
    outer.components = {true, true, false};
    outer.displacement =
      [](const Point<3> &X, const double t, const int order) {
        const double size = 0.1 * std::pow(2., order) *
                            std::sin(2 * t + order * std::numbers::pi / 2);
        return Tensor<1, 3>({size * X[0] / 25, size * X[1] / 25, 0});
      };
    const FEModel<3> model(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                           definition);
    expect_weighted_tangent(model);
    expect_products(model);
    expect_time_derivative(model);
  }

  TEST(FEDynamics, ConstraintLevelsAreTimeDerivatives)
  {
    // Along a motion with constant acceleration of the unknowns the rows of
    // one level are the time derivatives of the rows above it.
    const auto check = [](const auto &model) {
      State state = random_state(model, 1.);
      state.lambda.setZero();
      const auto at = [&](const double s) {
        State moved = state;
        moved.time += s;
        // A motion of the Lie group whose velocity and acceleration at s = 0
        // are v and a: exp(s v + s^2/2 a).
        model.retract(state.q, s * state.v + s * s / 2 * state.a, moved.q);
        return moved;
      };
      const int n = model.n_multipliers();
      const Vector rate =
        residual(model, state, ConstraintLevel::velocity).tail(n);
      const Vector curvature =
        residual(model, state, ConstraintLevel::acceleration).tail(n);
      const auto phi = [&](const double s) {
        return Vector(residual(model, at(s)).tail(n));
      };
      EXPECT_LT((slope(phi, 1e-3) - rate).norm(), 1e-8 * rate.norm());
      // Fourth order second difference.
      const double h = 3e-3;
      const Vector second =
        (-phi(2 * h) + 16 * phi(h) - 30 * phi(0) + 16 * phi(-h) - phi(-2 * h)) /
        (12 * h * h);
      EXPECT_LT((second - curvature).norm(), 1e-6 * curvature.norm());
    };
    // A closed ring in plane strain cannot be incompressible: take a sector.
    MeshParameters sector = small_ring();
    sector.sector_angle   = 200;
    check(FEModel<2>(make_mesh<2>(sector, MPI_COMM_WORLD), moving_ring<2>(0)));
    check(FEModel<3>(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                     moving_ring<3>(0)));
  }

  TEST(FEDynamics, ConsistentStartSolvesTheEquations)
  {
    for (const double inverse_bulk_modulus : {0., 1. / 2000})
      {
        const FEModel<3> model(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                               moving_ring<3>(inverse_bulk_modulus));
        ConsistencyOptions options;
        options.project = true;
        ConsistencySolver consistency(model, options);
        State state = model.initial_state();
        // The sleeve's channels start at a nonzero place: go there statically.
        Counters counters;
        consistency.start(state, counters);
        const ConstraintLevel level = inverse_bulk_modulus == 0
                                        ? ConstraintLevel::acceleration
                                        : ConstraintLevel::position;
        const Vector r              = residual(model, state, level);
        EXPECT_LT(r.norm(), 1e-8) << inverse_bulk_modulus;
        EXPECT_GT(state.a.norm(), 1);
      }
  }

  TEST(FEDynamics, SleeveInNegligibleRubberIsAFreeTop)
  {
    // Euler's equations of a torque-free top, integrated with small steps by
    // the same method for a body alone; rubber of stiffness 1e-9 and mass 1e-9.
    ModelDefinition<3> definition;
    definition.inertia = true;
    definition.materials["rubber"] =
      Material{Rubber{NeoHooke{1e-9}, {VolumetricKind::quadratic, 1e9, 9}},
               1e-15};
    Support<3> inner                    = fixed<3>("inner");
    inner.sleeve                        = Sleeve();
    inner.sleeve->body.free_translation = {true, true, true};
    inner.sleeve->body.rotation         = RotationFreedom::free;
    inner.sleeve->body.mass             = 2;
    inner.sleeve->body.inertia.diagonal() << 100, 200, 250;
    definition.supports = {inner, fixed<3>("outer")};
    const FEModel<3> model(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                           definition);
    const Vector3 Omega0(0.3, 1.1, 0.2);
    const Matrix3 J = inner.sleeve->body.inertia;
    // Classical Runge-Kutta for Euler's equations.
    const auto euler = [&](const Vector3 &w) {
      return Vector3(-(w.cross(J * w)).cwiseQuotient(J.diagonal()));
    };
    const auto exact = [&](const double t) {
      Vector3 w      = Omega0;
      const int n    = 2000;
      const double h = t / n;
      for (int k = 0; k < n; ++k)
        {
          const Vector3 k1 = euler(w), k2 = euler(w + h / 2 * k1);
          const Vector3 k3 = euler(w + h / 2 * k2), k4 = euler(w + h * k3);
          w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
      return w;
    };
    std::vector<double> errors;
    for (const double h : {0.05, 0.025})
      {
        IntegratorOptions options;
        options.generalized_alpha.newton.tolerance = 1e-11;
        const auto integrator =
          make_integrator("generalized alpha", model, options);
        State state               = model.initial_state();
        const int n               = static_cast<int>(state.v.size());
        state.v.tail(3)           = Omega0;
        state.v.segment(n - 6, 3) = Vector3(0.1, 0, -0.2);
        IntegrationPlan plan;
        plan.end_time                  = 1;
        plan.initial_step              = h;
        const IntegrationReport report = integrate(*integrator, state, plan);
        ASSERT_TRUE(report.finished) << report.reason;
        errors.push_back((Vector3(state.v.tail(3)) - exact(1)).norm());
        EXPECT_LT(
          (Vector3(state.v.segment(n - 6, 3)) - Vector3(0.1, 0, -0.2)).norm(),
          1e-6);
      }
    EXPECT_LT(errors[1], 1e-3);
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.2);
  }

  TEST(FEDynamics, FreeSleeveIsDualToTheDrivenOne)
  {
    // Drive the sleeve by a pose, take the forces that it needs, load the free
    // sleeve with them: the same pose must come out, in all six directions.
    MeshParameters mesh  = small_ring();
    mesh.elements_radial = 2;
    ModelDefinition<3> driven;
    driven.materials["rubber"] = reference_rubber(1. / 2000);
    Support<3> inner           = fixed<3>("inner");
    inner.sleeve               = Sleeve();
    const Vector3 x(0.5, -0.3, 0.4), phi(0.03, -0.02, 0.05);
    inner.sleeve->motion = [&](const double t, int) {
      RigidMotion motion;
      motion.translation[0] = t * x;
      motion.rotation[0] =
        rotation_matrix(rotation_exponential(t * phi)) - Matrix3::Identity();
      return motion;
    };
    driven.supports = {inner, fixed<3>("outer")};
    const auto pushed =
      solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD), driven, 2);

    SleeveLoad load;
    for (int i = 0; i < 3; ++i)
      {
        load.force[i]  = pushed.reactions[0].force[i];
        load.moment[i] = pushed.reactions[0].moment[i];
      }
    ModelDefinition<3> freed     = driven;
    Sleeve &sleeve               = *freed.supports[0].sleeve;
    sleeve.motion                = {};
    sleeve.body.free_translation = {true, true, true};
    sleeve.body.rotation         = RotationFreedom::free;
    sleeve.load                  = [&](const double t, int) {
      SleeveLoad now = load;
      now.force *= t;
      now.moment *= t;
      return now;
    };
    const auto pulled =
      solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD), freed, 4);
    const Observation seen = pulled.model->observe(pulled.state);
    EXPECT_LT((seen.motions[0].translation[0] - x).norm(), 1e-6 * x.norm());
    EXPECT_LT((seen.rotation_vectors[0] - phi).norm(), 1e-6 * phi.norm());
    EXPECT_NEAR(pulled.strain_energy,
                pushed.strain_energy,
                1e-8 * pushed.strain_energy);
  }

  TEST(FEDynamics, RefusesWhatCannotMove)
  {
    const auto refusal = [](const ModelDefinition<3> &definition) {
      try
        {
          const FEModel<3> model(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                                 definition);
          for (const char *name : {"ROS3P", "IDA"})
            make_integrator(name, model);
          return std::string("accepted");
        }
      catch (const Error &error)
        {
          return std::string(error.what());
        }
    };
    ModelDefinition<3> definition                = moving_ring<3>(1. / 2000);
    definition.supports[0].sleeve->body.rotation = RotationFreedom::none;
    EXPECT_EQ(refusal(definition), "accepted");
    ModelDefinition<3> turning = moving_ring<3>(1. / 2000);
    EXPECT_NE(refusal(turning).find("Lie group"), std::string::npos);
    ModelDefinition<3> massless            = definition;
    massless.supports[0].sleeve->body.mass = 0;
    EXPECT_NE(refusal(massless).find("no mass"), std::string::npos);
    turning.supports[0].sleeve->body.inertia.setZero();
    EXPECT_NE(refusal(turning).find("moment of inertia"), std::string::npos);
    ModelDefinition<3> weightless          = definition;
    weightless.materials["rubber"].density = 0;
    EXPECT_NE(refusal(weightless).find("density"), std::string::npos);
  }
} // namespace rivlin
