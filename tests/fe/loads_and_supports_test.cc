// SPDX-License-Identifier: Apache-2.0
// Prescribed components and radii, springs to the ground: closed forms.
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/fe/prescribed_field.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;
    constexpr double pi = std::numbers::pi;

    template <int dim>
    Support<dim> plane(const std::string &set, const int component)
    {
      Support<dim> support          = fixed<dim>(set);
      support.components            = {};
      support.components[component] = true;
      return support;
    }

    /// All components, and the radius about the z axis through the origin.
    template <int dim>
    Support<dim> moved(const std::string &set,
                       const std::array<std::string, dim> &displacement,
                       const std::string &radial = "0")
    {
      PrescribedField<dim> field;
      for (int i = 0; i < dim; ++i)
        field.displacement[i] = Channel(displacement[i]);
      field.radial         = Channel(radial);
      Support<dim> support = fixed<dim>(set);
      support.displacement = field;
      return support;
    }
  } // namespace

  TEST(PrescribedComponents, StretchABlockBetweenSymmetryPlanes)
  {
    // One component of one face moves; the other faces are free: uniaxial
    // tension of incompressible rubber, P = 2 (l - l^-2) (c10 + c01/l).
    MeshParameters box;
    box.shape    = MeshShape::box;
    box.elements = {2, 1, 1};
    box.size     = {2, 3, 4};
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(0);
    Support<3> end                 = moved<3>("x1", {"1.5*t", "0", "0"});
    end.components                 = {true, false, false};
    definition.supports            = {plane<3>("x0", 0),
                                      plane<3>("y0", 1),
                                      plane<3>("z0", 2),
                                      end};
    const auto solution =
      solve_statically(make_mesh<3>(box, MPI_COMM_WORLD), definition, 4);
    const double l = 1.75, force = 12 * 2 * (l - 1 / (l * l)) * (c10 + c01 / l);
    // The last Newton increment is below 1e-11 of the part.
    EXPECT_NEAR(solution.reactions[3].force[0], force, 1e-9 * force);
    EXPECT_NEAR(solution.reactions[0].force[0], -force, 1e-9 * force);
    const Tensor<1, 3> u =
      solution.model->displacement_at(Point<3>(2, 3, 4), solution.state);
    EXPECT_NEAR(u[0], 1.5, 1e-12);
    EXPECT_NEAR(u[1], 3 * (1 / std::sqrt(l) - 1), 1e-9);
    EXPECT_NEAR(u[2], 4 * (1 / std::sqrt(l) - 1), 1e-9);
  }

  TEST(RadialDisplacement, CalibratesAnIncompressibleTube)
  {
    // Plane strain: r^2 = R^2 + c, c = b^2 - B^2; the inner surface is free.
    // sigma_rr(b) = int (sigma_tt - sigma_rr) dr/r with mu (l^2 - l^-2) is
    // mu (ln(B/A) - ln(b/a) - c/2 (1/b^2 - 1/a^2)), mu = 2 (c10 + c01).
    const double A = 10, B = 25, b = 24.5, c = b * b - B * B;
    const double a      = std::sqrt(A * A + c);
    const double stress = mu * (std::log(B / A) - std::log(b / a) -
                                c / 2 * (1 / (b * b) - 1 / (a * a)));
    const double force  = 2 * pi * b * stress;
    std::vector<double> errors;
    for (const int n : {2, 4})
      {
        MeshParameters ring;
        ring.elements_radial          = n;
        ring.elements_circumferential = 8 * n;
        ModelDefinition<2> definition;
        definition.materials["rubber"] = reference_rubber(0);
        definition.supports = {moved<2>("outer", {"0", "0"}, "-0.5*t")};
        const auto solution =
          solve_statically(make_mesh<2>(ring, MPI_COMM_WORLD), definition, 4);
        const FEModel<2> &model = *solution.model;
        // All nodes move with -0.5 radially per unit of time: the power of
        // the support is -0.5 times the sum of its radial forces.
        DofVector residual;
        ASSERT_TRUE(model.full_residual(solution.state, residual).valid);
        const double power =
          model.motion().power(residual, model.rate_dofs(solution.state, 1));
        const double u =
          model.displacement_at(Point<2>(A, 0), solution.state)[0];
        std::cout << "n = " << n << ": radial force " << power / -0.5
                  << ", exact " << force << "; inner displacement " << u
                  << ", exact " << a - A << std::endl;
        errors.push_back(std::abs(power / -0.5 / force - 1));
        EXPECT_NEAR(u, a - A, 2e-3 * (A - a));
      }
    // Quadratic displacements: energies and forces converge with order 4; one
    // order is left for the coarse start.
    EXPECT_LT(errors[1], errors[0] / 8);
    EXPECT_LT(errors[1], 1e-3);
  }

  TEST(BoundarySprings, CarryAStiffBlock)
  {
    MeshParameters box;
    box.shape    = MeshShape::box;
    box.elements = {1, 2, 1};
    box.size     = {2, 3, 4};
    ModelDefinition<3> definition;
    definition.element             = {2, false};
    definition.materials["rubber"] = {hooke(1e9, 0.3), 1e-3};
    definition.actions             = {
                  BoundarySpring<3>{"z0", {7, 8, 5}, {}},
                  Traction<3>{"z1",
                              [](const Point<3> &, const Tensor<1, 3> &, const double t) {
                    return Tensor<1, 3>({0, 0, 2.5 * t});
                  }}};
    const auto solution =
      solve_statically(make_mesh<3>(box, MPI_COMM_WORLD), definition, 1);
    // k A u = F; the block itself is k L / E = 2e-8 times as compliant.
    for (const Point<3> &X : {Point<3>(0, 0, 0), Point<3>(2, 3, 4)})
      {
        const Tensor<1, 3> u =
          solution.model->displacement_at(X, solution.state);
        EXPECT_NEAR(u[0], 0, 1e-7);
        EXPECT_NEAR(u[1], 0, 1e-7);
        EXPECT_NEAR(u[2], 0.5, 1e-7);
      }
    EXPECT_NEAR(solution.strain_energy, 0.5 * 5 * 6 * 0.25, 1e-6);

    // A plane model: per thickness.
    ModelDefinition<2> thick;
    thick.element             = {2, false};
    thick.thickness           = 10;
    thick.materials["rubber"] = {hooke(1e9, 0.3), 1e-3};
    thick.actions             = {
                  BoundarySpring<2>{"x0", {5, 5}, {}},
                  Traction<2>{"x1",
                              [](const Point<2> &, const Tensor<1, 2> &, const double t) {
                    return Tensor<1, 2>({2.5 * t, 0});
                  }}};
    const auto sheet =
      solve_statically(make_mesh<2>(box, MPI_COMM_WORLD), thick, 1);
    EXPECT_NEAR(sheet.strain_energy, 0.5 * 5 * 30 * 0.25, 1e-5);
  }

  TEST(BoundarySprings, HoldRigidBodyMotions)
  {
    MeshParameters box;
    box.shape = MeshShape::box;
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(1e-3);
    BoundarySpring<3> spring{"z0", {0, 0, 1}, {1, 1, 1}};
    const auto refusal = [&]() {
      definition.actions = {spring};
      return message_of<Error>(
        [&] { FEModel<3>(make_mesh<3>(box, MPI_COMM_WORLD), definition); });
    };
    EXPECT_NE(refusal().find("leave 3 rigid body motions free (translation x, "
                             "translation y, rotation about z)"),
              std::string::npos)
      << refusal();
    spring.stiffness = {1, 1, 0};
    EXPECT_NE(refusal().find("leave 3 rigid body motions free (translation z, "
                             "rotation about x, rotation about y)"),
              std::string::npos)
      << refusal();
    spring.stiffness = {1, 1, 1};
    EXPECT_EQ(refusal(), "nothing was thrown");
    definition.supports = {fixed<3>("x0")};
    spring.stiffness    = {1, 1, -1};
    EXPECT_NE(refusal().find("must not be negative"), std::string::npos);
    spring = {"z0", {}, {}};
    EXPECT_NE(refusal().find("have no constant"), std::string::npos);
    spring = {"floor", {1, 1, 1}, {}};
    EXPECT_NE(refusal().find("floor"), std::string::npos);
  }

  TEST(BoundarySprings, DampTheMotionOfABlockAndCloseItsEnergyBalance)
  {
    // A stiff block of mass m = 24 on k A = 24 and c A = 4.8, launched with
    // v = 1: x = exp(-d t) sin(w t)/w, d = cA/2m = 0.1, w = sqrt(1 - d^2).
    MeshParameters box;
    box.shape    = MeshShape::box;
    box.elements = {1, 1, 1};
    box.size     = {2, 3, 4};
    ModelDefinition<3> definition;
    definition.element             = {1, false};
    definition.inertia             = true;
    definition.materials["rubber"] = {hooke(1e6, 0.), 1};
    definition.actions = {BoundarySpring<3>{"z0", {4, 4, 4}, {0.8, 0.8, 0.8}}};
    const FEModel<3> model(make_mesh<3>(box, MPI_COMM_WORLD), definition);
    State state = model.initial_state();
    for (int i = 2; i < model.n_velocities(); i += 3)
      state.v[i] = 1;
    const Observation first = model.observe(state);
    EXPECT_NEAR(first.kinetic_energy, 12, 1e-12);
    EXPECT_NEAR(first.dissipation_power, 4.8, 1e-12);
    IntegratorOptions options;
    options.generalized_alpha.newton.tolerance = 1e-13;
    const auto integrator =
      make_integrator("generalized alpha", model, options);
    IntegrationPlan plan;
    plan.end_time     = 4;
    plan.initial_step = 0.01;
    double dissipated = 0, power = first.dissipation_power;
    Observer observer;
    observer.on_step = [&](const State &now, const StepReport &report) {
      const double next = model.observe(now).dissipation_power;
      dissipated += report.step_size * (power + next) / 2;
      power = next;
    };
    ASSERT_TRUE(integrate(*integrator, state, plan, {observer}).finished);
    const double d = 0.1, w = std::sqrt(1 - d * d);
    // Second order: h^2 t / 12 of the phase; the trapezoidal rule likewise.
    EXPECT_NEAR(model.displacement_at(Point<3>(1, 1, 2), state)[2],
                std::exp(-d * 4) * std::sin(w * 4) / w,
                1e-4);
    const Observation last = model.observe(state);
    EXPECT_NEAR(last.kinetic_energy + last.strain_energy + dissipated,
                12,
                12e-4);
    EXPECT_NEAR(last.external_power, 0, 1e-9);
  }

  TEST(PrescribedComponents, MoveLikeADrivenSleeveInDynamics)
  {
    MeshParameters ring;
    ring.elements_radial                  = 1;
    ring.elements_circumferential         = 6;
    const std::array<std::string, 2> path = {"0.4*sin(3*t)^2", "0.5*t^3"};
    ModelDefinition<2> definition;
    definition.inertia                          = true;
    definition.materials["rubber"]              = reference_rubber(1e-2);
    definition.materials["rubber"].density      = 1e-2;
    definition.materials["rubber"].mass_damping = 0.4;
    definition.supports = {moved<2>("inner", path), fixed<2>("outer")};
    const FEModel<2> field(make_mesh<2>(ring, MPI_COMM_WORLD), definition);
    definition.supports[0].displacement   = {};
    definition.supports[0].sleeve         = Sleeve();
    const std::array<Channel, 2> channels = {Channel(path[0]),
                                             Channel(path[1])};
    definition.supports[0].sleeve->motion = [channels](const double t, int) {
      RigidMotion motion;
      for (int i = 0; i < 2; ++i)
        for (int k = 0; k <= 3; ++k)
          motion.translation[k][i] = channels[i].evaluate(t).derivative(k);
      return motion;
    };
    const FEModel<2> sleeve(make_mesh<2>(ring, MPI_COMM_WORLD), definition);
    for (const std::string method : {"generalized alpha", "ROS3P"})
      {
        IntegrationPlan plan;
        plan.end_time     = 0.5;
        plan.initial_step = 0.05;
        std::array<State, 2> states;
        std::array<Observation, 2> seen;
        for (const int i : {0, 1})
          {
            const FEModel<2> &model = i == 0 ? field : sleeve;
            IntegratorOptions options;
            options.generalized_alpha.newton.tolerance = 1e-13;
            const auto integrator = make_integrator(method, model, options);
            states[i]             = model.initial_state();
            ASSERT_TRUE(integrate(*integrator, states[i], plan).finished);
            seen[i] = model.observe(states[i]);
          }
        // The same equations with the same numbers, but for rounding.
        EXPECT_LT((states[0].q - states[1].q).norm(),
                  1e-10 * states[1].q.norm())
          << method;
        EXPECT_LT((states[0].v - states[1].v).norm(),
                  1e-10 * states[1].v.norm())
          << method;
        EXPECT_NEAR(seen[0].external_power,
                    seen[1].external_power,
                    1e-9 * std::abs(seen[1].external_power));
        EXPECT_LT(
          (seen[0].reactions[0].force - seen[1].reactions[0].force).norm(),
          1e-9 * seen[1].reactions[0].force.norm());
      }
  }
} // namespace rivlin
