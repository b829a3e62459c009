// SPDX-License-Identifier: Apache-2.0
// The reduced model as a mechanical system: derivatives, integrators, energy.
#include <rivlin/online/reduced_model.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/make_integrator.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace rivlin;

namespace
{
  Vector3 swinging_gravity(const double t, const int order)
  {
    return (order == 0 ? std::sin(t) : std::cos(t)) * Vector3(1, -2, 0.5);
  }

  struct Variant
  {
    std::string name;
    SyntheticOptions options;
    Sleeve sleeve;
  };

  std::vector<Variant> variants()
  {
    std::vector<Variant> result;
    for (const int dim : {2, 3})
      for (const double compliance : {0.05, 0.})
        {
          SyntheticOptions options;
          options.dim        = dim;
          options.compliance = compliance;
          const std::string tail =
            std::to_string(dim) + "D" + (compliance > 0 ? "" : " rigid");
          result.push_back({"driven " + tail, options, driven_sleeve(dim)});
          result.push_back({"free " + tail, options, free_sleeve(dim)});
          result.push_back(
            {"translating " + tail, options, free_sleeve(dim, false)});
        }
    SyntheticOptions options;
    options.n_pressures = 0;
    result.push_back({"displacement form", options, driven_sleeve(2)});
    return result;
  }

  ReducedModel make_model(const Variant &variant, const bool inertia)
  {
    return ReducedModel(std::make_shared<const ReducedModelData>(
                          synthetic_data(variant.options)),
                        {variant.sleeve},
                        swinging_gravity,
                        inertia);
  }

  State random_state(const ReducedModel &model, const bool inertia)
  {
    RandomNumbers random(30);
    State state = model.initial_state();
    state.time  = 0.7;
    Vector q;
    model.retract(state.q, random.vector(model.n_velocities(), 0.2), q);
    state.q = q;
    if (inertia)
      {
        state.v = random.vector(model.n_velocities());
        state.a = random.vector(model.n_velocities());
      }
    state.lambda = random.vector(model.n_multipliers());
    return state;
  }

  double difference(const Matrix &a, const Matrix &b)
  {
    return (a - b).norm() / (1e-3 + b.norm());
  }
} // namespace

TEST(ReducedModel, DerivativesMatchDifferences)
{
  // 1e-8: central differences of DenseSystem, h = 6e-6.
  for (const Variant &variant : variants())
    for (const bool inertia : {true, false})
      {
        const ReducedModel model   = make_model(variant, inertia);
        const DenseSystem &general = model;
        const State state          = random_state(model, inertia);
        const int n = model.n_velocities(), m = model.n_multipliers();
        Matrix A(n, n), E(n, n);
        ASSERT_TRUE(model.stiffness(state, A).valid) << variant.name;
        ASSERT_TRUE(general.DenseSystem::stiffness(state, E).valid);
        EXPECT_LT(difference(A, E), 1e-8) << variant.name;
        ASSERT_TRUE(model.damping(state, A).valid);
        ASSERT_TRUE(general.DenseSystem::damping(state, E).valid);
        EXPECT_LT(difference(A, E), 1e-8) << variant.name;
        if (m == 0)
          continue;
        Matrix B(m, n), B_E(m, n);
        model.constraint_jacobian(state.time, state.q, B);
        general.DenseSystem::constraint_jacobian(state.time, state.q, B_E);
        EXPECT_LT(difference(B, B_E), 1e-8) << variant.name;
        if (!inertia)
          continue;
        Vector x(m), y(m);
        model.constraint_rate(state.time, state.q, x);
        general.DenseSystem::constraint_rate(state.time, state.q, y);
        EXPECT_LT(difference(x, y), 1e-8) << variant.name;
        model.constraint_curvature(state.time, state.q, state.v, x);
        general.DenseSystem::constraint_curvature(state.time,
                                                  state.q,
                                                  state.v,
                                                  y);
        EXPECT_LT(difference(x, y), 1e-8) << variant.name;
      }
}

TEST(ReducedModel, ResidualIsThatOfItsParts)
{
  for (const Variant &variant : variants())
    {
      const ReducedModel model   = make_model(variant, true);
      const DenseSystem &general = model;
      const State state          = random_state(model, true);
      for (const ConstraintLevel level : {ConstraintLevel::position,
                                          ConstraintLevel::velocity,
                                          ConstraintLevel::acceleration})
        {
          Blocks a, b;
          ASSERT_TRUE(model.residual(state, level, a).valid);
          ASSERT_TRUE(general.DenseSystem::residual(state, level, b).valid);
          // Rounding errors.
          EXPECT_LT(difference(a.q, b.q), 1e-12) << variant.name;
          EXPECT_LT(difference(a.lambda, b.lambda), 1e-11) << variant.name;
        }
    }
}

TEST(ReducedModel, TimeDerivativeMatchesDifferences)
{
  for (const Variant &variant : variants())
    {
      const ReducedModel model = make_model(variant, true);
      const State state        = random_state(model, true);
      const auto at = [&](const double s, const ConstraintLevel level) {
        State shifted = state;
        shifted.time += s;
        Blocks r;
        EXPECT_TRUE(model.residual(shifted, level, r).valid);
        return r;
      };
      const double h = 1e-5;
      for (const ConstraintLevel level : {ConstraintLevel::position,
                                          ConstraintLevel::velocity,
                                          ConstraintLevel::acceleration})
        {
          Blocks rate;
          ASSERT_TRUE(model.time_derivative(state, level, rate).valid);
          const Blocks plus = at(h, level), minus = at(-h, level);
          EXPECT_LT(difference(rate.q, (plus.q - minus.q) / (2 * h)), 1e-8)
            << variant.name;
          EXPECT_LT(difference(rate.lambda,
                               (plus.lambda - minus.lambda) / (2 * h)),
                    1e-8)
            << variant.name;
        }
      // The change over a step is h times the derivative, plus h^2.
      const ReducedModel still = make_model(variant, false);
      State at_rest            = state;
      at_rest.v.setZero();
      at_rest.a.setZero();
      Blocks change, rate;
      ASSERT_TRUE(still.residual_change(at_rest, h, change).valid);
      ASSERT_TRUE(
        still.time_derivative(at_rest, ConstraintLevel::position, rate).valid);
      // The predictor leaves out that driven axes turn a load with them.
      if (variant.name.rfind("translating", 0) == 0)
        continue;
      EXPECT_LT(difference(change.q, h * rate.q), 1e-4) << variant.name;
      EXPECT_LT(difference(change.lambda, h * rate.lambda), 1e-4)
        << variant.name;
    }
}

TEST(ReducedModel, EveryIntegratorRunsOnIt)
{
  SyntheticOptions options;
  options.n_modes = 3;
  for (const bool is_free : {false, true})
    {
      const ReducedModel model(std::make_shared<const ReducedModelData>(
                                 synthetic_data(options)),
                               {is_free ? free_sleeve(2) : driven_sleeve(2)},
                               swinging_gravity,
                               true);
      const auto run = [&](const std::string &name, const double h) {
        IntegratorOptions settings;
        settings.radau5.tolerances.absolute = 1e-8;
        settings.radau5.tolerances.relative = 1e-8;
        settings.ida.tolerances.absolute    = 1e-8;
        settings.ida.tolerances.relative    = 1e-8;
        const auto integrator = make_integrator(name, model, settings);
        State state           = model.initial_state();
        IntegrationPlan plan;
        plan.end_time                  = 0.5;
        plan.initial_step              = h;
        const IntegrationReport report = integrate(*integrator, state, plan);
        EXPECT_TRUE(report.finished) << name << ": " << report.reason;
        return state;
      };
      const State reference = run("RADAU5", 0.01);
      EXPECT_GT(reference.q.norm(), 1e-3);
      for (const std::string &name : integrator_names())
        if (name != "statics")
          {
            const State state = run(name, 0.0025);
            // The worst is of order 1: BLieDF1 and linear implicit Euler.
            EXPECT_LT((state.q - reference.q).norm(), 0.02 * reference.q.norm())
              << name;
          }
      const double coarse =
        (run("generalized alpha", 0.02).q - reference.q).norm();
      const double fine =
        (run("generalized alpha", 0.01).q - reference.q).norm();
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2);
    }
}

TEST(ReducedModel, RotatingSleeveAndIncompressibleRubberMove)
{
  for (const double compliance : {0.05, 0.})
    {
      SyntheticOptions options;
      options.dim        = 3;
      options.compliance = compliance;
      const ReducedModel model(std::make_shared<const ReducedModelData>(
                                 synthetic_data(options)),
                               {free_sleeve(3)},
                               nullptr,
                               true);
      std::vector<State> ends;
      for (const std::string name : {"generalized alpha", "BLieDF2"})
        {
          const auto integrator = make_integrator(name, model);
          State state           = model.initial_state();
          IntegrationPlan plan;
          plan.end_time                  = 0.4;
          plan.initial_step              = 0.002;
          const IntegrationReport report = integrate(*integrator, state, plan);
          EXPECT_TRUE(report.finished) << name << ": " << report.reason;
          ends.push_back(state);
        }
      // Both of order 2 with small errors.
      EXPECT_LT((ends[0].q - ends[1].q).norm(),
                1e-3 * (ends[0].q - model.initial_state().q).norm());
    }
}

TEST(ReducedModel, FormsOfIncompressibleRubberAgree)
{
  // The stabilized form keeps dPhi/dt = 0 to the tolerance of Newton's method;
  // index 3 alone leaves errors of the size h^2.
  SyntheticOptions options;
  options.compliance = 0;
  const ReducedModel model(std::make_shared<const ReducedModelData>(
                             synthetic_data(options)),
                           {free_sleeve(2)},
                           swinging_gravity,
                           true);
  const auto violation = [&](const State &state) {
    Blocks rows;
    EXPECT_TRUE(model.residual(state, ConstraintLevel::velocity, rows).valid);
    return rows.lambda.norm();
  };
  for (const IntegrationMethod method :
       {IntegrationMethod::generalized_alpha, IntegrationMethod::bliedf2})
    {
      std::vector<State> ends;
      for (const bool stabilized : {false, true})
        for (const StartingValues start :
             {StartingValues::plain, StartingValues::second_differences})
          {
            IntegratorOptions settings;
            settings.method                               = method;
            settings.generalized_alpha.starting_values    = start;
            settings.generalized_alpha.stabilized_index_2 = stabilized;
            settings.bliedf.stabilized_index_2            = stabilized;
            settings.bliedf.perturbed_start = start != StartingValues::plain;
            const auto integrator           = make_integrator(model, settings);
            State state                     = model.initial_state();
            IntegrationPlan plan;
            plan.end_time     = 0.4;
            plan.initial_step = 0.002;
            const IntegrationReport report =
              integrate(*integrator, state, plan);
            ASSERT_TRUE(report.finished) << report.reason;
            if (stabilized)
              EXPECT_LT(violation(state), 1e-8);
            else
              EXPECT_GT(violation(state), 1e-7);
            ends.push_back(state);
          }
      const double moved = (ends[0].q - model.initial_state().q).norm();
      EXPECT_GT(moved, 1e-3);
      for (const State &end : ends)
        EXPECT_LT((end.q - ends[0].q).norm(), 1e-3 * moved) << name_of(method);
    }
}

TEST(ReducedModel, ReactionIsTheDerivativeOfTheEnergy)
{
  for (const int dim : {2, 3})
    {
      SyntheticOptions options;
      options.dim = dim;
      const auto data =
        std::make_shared<const ReducedModelData>(synthetic_data(options));
      const Vector3 rotation =
        dim == 2 ? Vector3(0, 0, 0.2) : Vector3(0.1, -0.2, 0.15);
      // Equilibrium with the sleeve at a pose, turned further by exp(s axis).
      const auto at = [&](const Vector3 &x, const Vector3 &turn) {
        Sleeve sleeve;
        sleeve.motion = [=](const double t, int) {
          RigidMotion motion;
          motion.translation[0] =
            t * (Vector3(0.1, -0.05, dim == 3 ? 0.07 : 0) + x);
          motion.rotation[0] =
            rotation_matrix(rotation_exponential(t * turn)) *
              rotation_matrix(rotation_exponential(t * rotation)) -
            Matrix3::Identity();
          return motion;
        };
        const ReducedModel model(data, {sleeve}, nullptr, false);
        const auto statics = make_integrator("statics", model);
        State state        = model.initial_state();
        statics->start(state);
        for (int i = 0; i < 4; ++i)
          EXPECT_TRUE(statics->step(state, 0.25).accepted);
        return model.observe(state);
      };
      const ReducedObservation seen = at(Vector3::Zero(), Vector3::Zero());
      const SleeveReaction reaction = seen.reactions[0];
      EXPECT_GT(reaction.force.norm(), 1e-3);
      EXPECT_GT(seen.strain_energy, 0);
      const double h   = 1e-4;
      const auto slope = [&](const Vector3 &x, const Vector3 &turn) {
        return (at(h * x, h * turn).strain_energy -
                at(-h * x, -h * turn).strain_energy) /
               (2 * h);
      };
      for (int i = 0; i < dim; ++i)
        EXPECT_NEAR(reaction.force[i],
                    slope(Vector3::Unit(i), Vector3::Zero()),
                    1e-7);
      for (int i = dim == 2 ? 2 : 0; i < 3; ++i)
        EXPECT_NEAR(reaction.moment[i],
                    slope(Vector3::Zero(), Vector3::Unit(i)),
                    1e-7);
      // The second cubature has weights that are larger by 1 %.
      EXPECT_NEAR(seen.trust.second_cubature, 0.01, 1e-9);
    }
}

TEST(ReducedModel, EnergyIsBalanced)
{
  for (const bool is_free : {false, true})
    {
      SyntheticOptions options;
      options.n_modes = 3;
      const ReducedModel model(std::make_shared<const ReducedModelData>(
                                 synthetic_data(options)),
                               {is_free ? free_sleeve(2) : driven_sleeve(2)},
                               swinging_gravity,
                               true);
      const auto gap = [&](const double h) {
        const auto integrator = make_integrator("RODAS4P", model);
        State state           = model.initial_state();
        double work = 0, last_power = 0, first = 0, range = 0, energy = 0;
        integrator->start(state);
        for (int i = 0; i <= std::lround(0.5 / h); ++i)
          {
            const ReducedObservation seen = model.observe(state);
            energy             = seen.kinetic_energy + seen.strain_energy;
            const double power = seen.external_power - seen.dissipation_power;
            if (i == 0)
              first = energy;
            else
              work += h / 2 * (power + last_power);
            last_power = power;
            range      = std::max(range, std::abs(energy - first));
            EXPECT_TRUE(integrator->step(state, h).accepted);
          }
        return std::abs(energy - first - work) / range;
      };
      // Trapezoidal sums of the power: order 2.
      const double coarse = gap(0.01), fine = gap(0.005);
      EXPECT_LT(fine, 1e-3);
      EXPECT_NEAR(coarse / fine, 4, 1);
    }
}

TEST(ReducedModel, LeavingTheRangeIsSeen)
{
  const ReducedModelData data = synthetic_data({});
  for (const double x : {0.1, 0.4})
    {
      Sleeve sleeve;
      sleeve.motion = [x](double, int) {
        RigidMotion motion;
        motion.translation[0] = {x, 0, 0};
        return motion;
      };
      const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                               {sleeve},
                               nullptr,
                               false);
      const Trust trust = model.observe(model.initial_state()).trust;
      EXPECT_EQ(trust.inside, x < 0.3);
      EXPECT_NEAR(trust.distance, x, 1e-14);
    }
}

TEST(ReducedModel, RefusesWhatDoesNotFit)
{
  const auto make = [](const ReducedModelData &data, const Sleeve &sleeve) {
    ReducedModel(std::make_shared<const ReducedModelData>(data),
                 {sleeve},
                 nullptr,
                 true);
  };
  const ReducedModelData good = synthetic_data({});
  EXPECT_NO_THROW(make(good, driven_sleeve(2)));
  EXPECT_THROW(make(good, free_sleeve(3)), Error); // in a plane model
  Sleeve massless    = free_sleeve(2);
  massless.body.mass = 0;
  EXPECT_THROW(make(good, massless), Error);
  ReducedModelData bad = good;
  bad.mass(0, 1) += 1;
  EXPECT_THROW(make(bad, driven_sleeve(2)), Error);
  bad = good;
  bad.damping.resize(3, 3);
  EXPECT_THROW(make(bad, driven_sleeve(2)), Error);
  bad              = good;
  bad.length_scale = 0;
  EXPECT_THROW(make(bad, driven_sleeve(2)), Error);
  bad = good;
  bad.sleeves.clear();
  EXPECT_THROW(make(bad, driven_sleeve(2)), Error);
}
