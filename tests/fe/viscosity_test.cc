// SPDX-License-Identifier: Apache-2.0
// Viscous rubber in the finite element model: closed forms of block and tube,
// tangent, limits, energy balance, order in time, going on from a copy.
#include "model_derivatives.h"
#include "static_solution.h"

#include <rivlin/base/taylor.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/fe/probes.h>

#include <gtest/gtest.h>

#include <complex>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;
    constexpr double pi = std::numbers::pi;
    constexpr double A = 10, B = 25;

    const std::vector<PronyTerm> two_terms = {{0.2, 0.02}, {0.3, 0.2}};

    /// Long-term shear modulus 1.
    Material viscous_rubber(const double inverse_bulk_modulus)
    {
      Material material  = reference_rubber(inverse_bulk_modulus);
      material.viscosity = prony_series(two_terms, LawModuli::long_term);
      return material;
    }

    /// G*(w) / G_inf.
    std::complex<double> complex_modulus(const Viscosity &viscosity,
                                         const double w)
    {
      std::complex<double> modulus = viscosity.long_term;
      for (const PronyTerm &term : viscosity.terms)
        {
          const std::complex<double> x(0, w * term.time);
          modulus += term.factor * x / (1. + x);
        }
      return modulus;
    }

    using Channel1 = std::function<double(double)>;

    /// A set with one component that moves, all others free.
    template <int dim>
    Support<dim>
    side(const std::string &set, const int i, const Channel1 &motion)
    {
      Support<dim> support;
      support.set = set;
      support.components.fill(false);
      support.components[i] = true;
      support.displacement  = [i,
                              motion](const Point<dim> &, const double t, int) {
        Tensor<1, dim> u;
        u[i] = motion(t);
        return u;
      };
      return support;
    }

    /// A unit block in uniaxial tension.
    template <int dim>
    ModelDefinition<dim> tension_test(const Material &material,
                                      const Channel1 &elongation)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = material;
      const auto zero                = [](double) { return 0.; };
      for (int i = 0; i < dim; ++i)
        definition.supports.push_back(
          side<dim>(std::string(1, "xyz"[i]) + "0", i, zero));
      definition.supports.push_back(side<dim>("x1", 0, elongation));
      return definition;
    }

    template <int dim>
    std::unique_ptr<Mesh<dim>> one_element()
    {
      MeshParameters mesh;
      mesh.shape    = MeshShape::box;
      mesh.elements = {1, 1, 1};
      return make_mesh<dim>(mesh, MPI_COMM_WORLD);
    }

    /// Two by two elements, so that several ranks have some.
    template <int dim>
    std::unique_ptr<Mesh<dim>> few_elements()
    {
      return distorted_box<dim>(2, 0.1);
    }

    std::unique_ptr<Mesh<2>> ring(const int n)
    {
      MeshParameters parameters;
      parameters.elements_radial          = n;
      parameters.elements_circumferential = 4 * n;
      return make_mesh<2>(parameters, MPI_COMM_WORLD);
    }

    /// The inner sleeve turns by angle(t).
    ModelDefinition<2> turned_ring(const Material &material,
                                   const Channel1 &angle)
    {
      ModelDefinition<2> definition;
      definition.materials["rubber"] = material;
      Support<2> inner               = fixed<2>("inner");
      inner.sleeve                   = Sleeve();
      inner.sleeve->motion           = [angle](const double t, int) {
        const double s = std::sin(angle(t)), c = std::cos(angle(t));
        RigidMotion motion;
        motion.rotation[0](0, 0) = motion.rotation[0](1, 1) = c - 1;
        motion.rotation[0](0, 1)                            = -s;
        motion.rotation[0](1, 0)                            = s;
        return motion;
      };
      definition.supports = {inner, fixed<2>("outer")};
      return definition;
    }

    /// A driven ring with inertia, heavy enough that it counts at 1 Hz.
    ModelDefinition<2> shaken_ring()
    {
      ModelDefinition<2> definition;
      definition.inertia                     = true;
      definition.materials["rubber"]         = viscous_rubber(1. / 30);
      definition.materials["rubber"].density = 1e-4;
      Support<2> inner                       = fixed<2>("inner");
      inner.sleeve                           = Sleeve();
      inner.sleeve->motion                   = [](const double t, int) {
        // 2 sin^6(pi t) has derivatives that vanish at the start.
        const Taylor<3> x = Taylor<3>::from_derivatives({pi * t, pi, 0, 0});
        const auto [s, c] = sin_cos(x);
        const Taylor<3> y = 2 * s * s * s * s * s * s;
        RigidMotion motion;
        for (int k = 0; k < 4; ++k)
          motion.translation[k][0] = y.derivative(k);
        return motion;
      };
      definition.supports = {inner, fixed<2>("outer")};
      return definition;
    }

    State shake(const FEModel<2> &model,
                const std::string &method,
                const int n_steps,
                const Observer &observer = {})
    {
      IntegratorOptions options;
      options.generalized_alpha.newton.tolerance = 1e-12;
      options.bliedf.newton = options.generalized_alpha.newton;
      const auto integrator = make_integrator(method, model, options);
      State state           = model.initial_state();
      IntegrationPlan plan;
      plan.end_time     = 0.8;
      plan.initial_step = plan.end_time / n_steps;
      plan.minimum_step = plan.initial_step;
      const IntegrationReport report =
        integrate(*integrator, state, plan, {observer});
      if (!report.finished)
        throw std::runtime_error(report.reason);
      return state;
    }

    template <int dim>
    void expect_tangent_with_history()
    {
      ModelDefinition<dim> definition =
        tension_test<dim>(viscous_rubber(1. / 30), [](double t) { return t; });
      definition.inertia                     = true;
      definition.materials["rubber"].density = 1e-3;
      const FEModel<dim> model(few_elements<dim>(), definition);
      State state = random_state(model, 1.);
      state.time  = 0.1;
      model.accept(state); // stresses in the branches
      state.point_time = 0.1;
      state.time       = 0.15;
      state.q *= 0.5;
      expect_weighted_tangent(model, state);
    }
  } // namespace

  TEST(ViscousModel, TangentIsDerivativeOfResidual)
  {
    expect_tangent_with_history<2>();
    expect_tangent_with_history<3>();
  }

  TEST(ViscousModel, BlockHeldInTensionRelaxesByThePronySeries)
  {
    // Incompressible, drawn to the stretch 1.5 in a time that is short against
    // all relaxation times, then held: lateral faces stay free of stress, so
    // that the deformation does not change and the force is that of the law
    // times the series.
    const double l        = 1.5;
    const auto elongation = [l](const double t) {
      return (l - 1) * std::min(1., t / 1e-7);
    };
    const FEModel<3> model(one_element<3>(),
                           tension_test<3>(viscous_rubber(0), elongation));
    State state = model.initial_state();
    Statics statics(model);
    statics.start(state);
    for (int k = 0; k < 4; ++k)
      ASSERT_TRUE(statics.step(state, 2.5e-8).accepted);
    const double law          = 2 * (1 - 1 / (l * l * l)) * (c10 * l + c01);
    const Viscosity viscosity = viscous_rubber(0).viscosity;
    for (const double h : {0., 0.01, 0.05, 0.2})
      {
        if (h > 0)
          {
            ASSERT_TRUE(statics.step(state, h).accepted);
          }
        double factor = 1;
        for (const PronyTerm &term : viscosity.terms)
          factor += term.factor * std::exp(-state.time / term.time);
        // 1e-7/0.02: the time of loading.
        EXPECT_NEAR(model.observe(state).reactions[3].force[0],
                    factor * law,
                    1e-5 * law);
      }
    // What is not stored any more was dissipated.
    const Observation seen = model.observe(state);
    EXPECT_GT(seen.viscous_loss, 0);
    EXPECT_EQ(seen.viscous_loss, seen.dissipated_energy);
  }

  TEST(ViscousModel, RelaxedAndInstantaneousStaticsAreElastic)
  {
    const auto elongation = [](const double t) { return 0.4 * t; };
    const auto force      = [&](const Material &material,
                           const ViscousResponse response) {
      ModelDefinition<2> definition = tension_test<2>(material, elongation);
      definition.viscous_response   = response;
      const auto solution =
        solve_statically<2>(few_elements<2>(), definition, 2);
      EXPECT_TRUE(
        solution.state.points.empty() ==
        (response != ViscousResponse::rate || material.viscosity.is_elastic()));
      return std::pair(solution.reactions[2].force[0], solution.strain_energy);
    };
    const auto elastic = force(reference_rubber(0), ViscousResponse::rate);
    const auto relaxed = force(viscous_rubber(0), ViscousResponse::relaxed);
    const auto fast = force(viscous_rubber(0), ViscousResponse::instantaneous);
    // Incompressible: all of the force is proportional to the factor.
    EXPECT_NEAR(relaxed.first, elastic.first, 1e-12);
    EXPECT_NEAR(relaxed.second, elastic.second, 1e-12);
    EXPECT_NEAR(fast.first, 2 * elastic.first, 1e-9); // 1/(1 - 0.5)
    EXPECT_NEAR(fast.second, 2 * elastic.second, 1e-9);
    // A jump has only the time of the last Newton increment.
    Material slow = viscous_rubber(0);
    scale_times(1e9, slow.viscosity);
    EXPECT_NEAR(force(slow, ViscousResponse::rate).first, fast.first, 1e-6);
    scale_times(1e-18, slow.viscosity);
    EXPECT_NEAR(force(slow, ViscousResponse::rate).first, elastic.first, 1e-6);
  }

  TEST(ViscousModelSlow, TubeInTorsionHasTheComplexStiffness)
  {
    // Small angle, no inertia: K*(w) = 4 pi A^2 B^2/(B^2 - A^2) G*(w).
    const double amplitude = 1e-3;
    for (const double w : {2., 10., 60.})
      {
        const FEModel<2> model(ring(3),
                               turned_ring(viscous_rubber(1e-4),
                                           [&](const double t) {
                                             return amplitude * std::sin(w * t);
                                           }));
        State state = model.initial_state();
        Statics statics(model);
        statics.start(state);
        // The slow branch (0.2 s) forgets the start.
        const int n         = 60;
        const int n_periods = 1 + static_cast<int>(std::ceil(1.2 * w / 2 / pi));
        std::complex<double> moment = 0;
        for (int k = 1; k <= n * n_periods; ++k)
          {
            ASSERT_TRUE(statics.step(state, 2 * pi / w / n).accepted);
            if (k > n * (n_periods - 1))
              moment += 2. / n / amplitude *
                        model.observe(state).reactions[0].moment[2] *
                        std::complex<double>(std::sin(w * state.time),
                                             std::cos(w * state.time));
          }
        const std::complex<double> exact =
          4 * pi * mu * A * A * B * B / (B * B - A * A) *
          complex_modulus(viscous_rubber(0).viscosity, w);
        EXPECT_LT(std::abs(moment - exact), 5e-3 * std::abs(exact))
          << "w = " << w << ": " << moment << " instead of " << exact;
      }
  }

  TEST(ViscousModel, NewtonConvergesQuadratically)
  {
    const auto solution =
      solve_statically<2>(ring(2),
                          turned_ring(viscous_rubber(1. / 30),
                                      [](const double t) { return 0.8 * t; }),
                          3);
    for (const StepReport &step : solution.steps)
      EXPECT_LE(step.newton_iterations, 6);
    const auto &last    = solution.steps.back().iterations;
    const std::size_t n = last.size();
    ASSERT_GE(n, 3u);
    // |d_k+1| <= C |d_k|^2 with a constant of the size of one.
    EXPECT_LT(last[n - 1].increment_norm,
              10 * last[n - 2].increment_norm * last[n - 2].increment_norm +
                1e-13);
  }

  TEST(ViscousModelSlow, EnergyBalanceClosesInDynamics)
  {
    const FEModel<2> model(ring(2), shaken_ring());
    // Work by the trapezoidal rule.
    double work = 0, power_n = 0, largest = 0;
    Observation last;
    Observer observer;
    double time_n    = 0;
    observer.on_step = [&](const State &state, const StepReport &) {
      last = model.observe(state);
      work += (state.time - time_n) / 2 * (power_n + last.external_power);
      power_n = last.external_power;
      time_n  = state.time;
      largest = std::max(largest, work);
      EXPECT_NEAR(last.kinetic_energy + last.strain_energy +
                    last.dissipated_energy,
                  work,
                  1e-3 * largest + 1e-9);
    };
    shake(model, "BLieDF2", 1600, observer);
    EXPECT_GT(last.viscous_loss, 0.1 * largest);
  }

  TEST(ViscousModelSlow, IntegratorsAreOfOrderTwo)
  {
    const FEModel<2> model(ring(1), shaken_ring());
    for (const std::string method : {"generalized alpha", "Newmark", "BLieDF2"})
      {
        SCOPED_TRACE(method);
        const State coarse = shake(model, method, 80),
                    middle = shake(model, method, 160),
                    fine   = shake(model, method, 320);
        const auto gap     = [&](const State &a, const State &b) {
          return model.increment_norm(
            {a.q - b.q, Vector::Zero(a.lambda.size())});
        };
        EXPECT_NEAR(std::log2(gap(coarse, middle) / gap(middle, fine)),
                    2,
                    0.25);
      }
  }

  TEST(ViscousCopy, GoesOnBitForBitOnOneRank)
  {
    const FEModel<2> model(ring(2),
                           turned_ring(viscous_rubber(1. / 30),
                                       [](const double t) {
                                         return 0.3 * std::sin(20 * t);
                                       }));
    Statics statics(model);
    State state = model.initial_state();
    statics.start(state);
    for (int k = 0; k < 4; ++k)
      ASSERT_TRUE(statics.step(state, 0.01).accepted);
    State copy = state;
    Statics other(model);
    other.require_own(copy);
    Statics fresh(model);
    for (int k = 0; k < 3; ++k)
      {
        ASSERT_TRUE(fresh.step(state, 0.01).accepted);
        ASSERT_TRUE(other.step(copy, 0.01).accepted);
      }
    EXPECT_EQ(state.q, copy.q);
    EXPECT_EQ(state.lambda, copy.lambda);
    EXPECT_EQ(state.points.back().values, copy.points.back().values);
  }

  TEST(ViscousModel, ProbesShowTheStressInTheBranches)
  {
    // Plane strain tension in no time: the Cauchy stress is the force over the
    // area, also the part in the branches.
    const FEModel<2> model(one_element<2>(),
                           tension_test<2>(viscous_rubber(0), [](double t) {
                             return 0.4 * std::min(1., t / 1e-6);
                           }));
    State state = model.initial_state();
    Statics statics(model);
    statics.start(state);
    for (const double h : {5e-7, 5e-7, 0.05})
      ASSERT_TRUE(statics.step(state, h).accepted);
    ProbeDefinition<2> centre;
    centre.name       = "centre";
    centre.point      = Point<2>(0.5, 0.5);
    centre.quantities = {ProbeQuantity::stress};
    const Probes<2> probes(model, {centre});
    const double force = model.observe(state).reactions[2].force[0];
    // The block is 1/1.4 wide now.
    EXPECT_NEAR(probes.values(state)[0], force * 1.4, 1e-9 * force);
  }

  TEST(ViscousModel, ResponseToAStartWithDisplacementIsInstantaneous)
  {
    const FEModel<2> model(one_element<2>(), [&] {
      auto definition =
        tension_test<2>(viscous_rubber(1. / 30), [](double) { return 0.1; });
      return definition;
    }());
    State state = model.initial_state();
    model.accept_jump(state);
    Blocks now, later;
    ASSERT_TRUE(model.residual(state, ConstraintLevel::position, now).valid);
    // Long after, the same displacements have half of the isochoric stress.
    const Observation at_once = model.observe(state);
    EXPECT_GT(at_once.branch_energy, 0);
    EXPECT_EQ(state.time, state.point_time);
    state.time = 100;
    ASSERT_TRUE(model.residual(state, ConstraintLevel::position, later).valid);
    EXPECT_NEAR(later.q.norm(), 0.5 * now.q.norm(), 1e-12 * now.q.norm());
  }
} // namespace rivlin
