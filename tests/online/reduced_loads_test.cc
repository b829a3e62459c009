// SPDX-License-Identifier: Apache-2.0
// Prescribed displacements, loads and springs on the rubber, volumetric laws,
// and models that begin loaded.
#include <rivlin/base/error.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/prediction.h>
#include <rivlin/online/rom_file.h>

#include "loaded_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

namespace
{
  DrivenNumber swing(const double size)
  {
    return [size](const double t, const int order) {
      const double w = 1.3;
      return size * std::pow(w, order) *
             std::sin(w * t + order * std::acos(0.));
    };
  }

  ReducedModel
  make_model(const int dim, const Sleeve &sleeve, const bool inertia)
  {
    return ReducedModel(std::make_shared<const ReducedModelData>(
                          loaded_data(dim)),
                        {sleeve},
                        {},
                        inertia,
                        {{swing(0.1)}, {swing(0.7), swing(-0.4)}});
  }

  State random_state(const ReducedModel &model, const bool inertia)
  {
    RandomNumbers random(30);
    State state = model.initial_state();
    set_time(state, 0.7);
    Vector q;
    model.retract(state.q, random.vector(model.n_velocities(), 0.1), q);
    state.q = q;
    if (inertia)
      {
        state.v = random.vector(model.n_velocities());
        state.a = random.vector(model.n_velocities());
      }
    state.lambda = random.vector(model.n_multipliers(), 0.5);
    return state;
  }

  double difference(const Matrix &a, const Matrix &b)
  {
    return (a - b).norm() / (1e-3 + b.norm());
  }
} // namespace

// 1e-8: central differences, h = 6e-6.
TEST(ReducedLoads, DerivativesMatchDifferences)
{
  for (const int dim : {2, 3})
    for (const bool inertia : {true, false})
      for (const Sleeve &sleeve : {driven_sleeve(dim), free_sleeve(dim)})
        {
          const ReducedModel model   = make_model(dim, sleeve, inertia);
          const DenseSystem &general = model;
          const State state          = random_state(model, inertia);
          const int n = model.n_velocities(), m = model.n_multipliers();
          Matrix A(n, n), E(n, n);
          ASSERT_TRUE(model.stiffness(state, A).valid);
          ASSERT_TRUE(general.DenseSystem::stiffness(state, E).valid);
          EXPECT_LT(difference(A, E), 1e-8) << dim;
          Matrix C(m, m), C_E(m, m);
          model.constraint_compliance(state.time, state.q, state.lambda, C);
          for (int k = 0; k < m; ++k)
            {
              Vector plus(m), minus(m);
              const double h = 1e-5;
              model.constraint(state.time,
                               state.q,
                               state.lambda + h * Vector::Unit(m, k),
                               plus);
              model.constraint(state.time,
                               state.q,
                               state.lambda - h * Vector::Unit(m, k),
                               minus);
              C_E.col(k) = (plus - minus) / (2 * h);
            }
          EXPECT_LT(difference(C, C_E), 1e-8) << dim;
          // What is given changes while the unknowns stay.
          Blocks rate, after, before;
          ASSERT_TRUE(
            model.time_derivative(state, ConstraintLevel::position, rate)
              .valid);
          State later = state, earlier = state;
          const double h = 1e-5;
          set_time(later, state.time + h);
          set_time(earlier, state.time - h);
          ASSERT_TRUE(
            model.residual(later, ConstraintLevel::position, after).valid);
          ASSERT_TRUE(
            model.residual(earlier, ConstraintLevel::position, before).valid);
          EXPECT_LT(difference(rate.q, (after.q - before.q) / (2 * h)), 1e-7);
          EXPECT_LT(difference(rate.lambda,
                               (after.lambda - before.lambda) / (2 * h)),
                    1e-7);
        }
}

// The law at the points, against the law itself: one pressure mode that is one
// everywhere and all volume in one point.
TEST(ReducedLoads, VolumeIsThatOfTheLaw)
{
  PressurePoints points;
  points.laws         = {{VolumetricKind::ogden, 0.5, 9}};
  points.law_of_point = {0};
  points.modes        = Matrix::Ones(1, 1);
  points.weights      = Vector::Constant(1, 2.);
  PressureResponse at;
  for (const double p : {-0.7, 0.01, 0.1})
    {
      evaluate(points, Vector::Constant(1, p), true, at);
      ASSERT_TRUE(at.valid);
      const auto law = invert_volumetric(points.laws[0], p);
      EXPECT_NEAR(at.volume[0] + 2 * 0.5 * p, 2 * law.volume_change, 1e-14);
      EXPECT_NEAR(at.compliance(0, 0) + 2 * 0.5, 2 * law.compliance, 1e-13);
      EXPECT_NEAR(at.energy + 0.5 * p * p, 2 * law.energy, 1e-14);
    }
  // Beyond the largest tension that the law can bear.
  evaluate(points, Vector::Constant(1, 1.), false, at);
  EXPECT_FALSE(at.valid);
}

TEST(ReducedLoads, TheStartIsAtRest)
{
  for (const int dim : {2, 3})
    {
      const ReducedModelData data = started_data(dim);
      const HeldInputs held       = inputs_at_start(data);
      EXPECT_NEAR(held.sleeves[0].pose[0], 0.1, 1e-12);
      EXPECT_NEAR(held.sleeves[0].pose[5], 0.05, 1e-12);
      OnlineModel model(data);
      model.start(0);
      EXPECT_NEAR(model.pose(0)[0], 0.1, 1e-12);
      const auto reaction = model.reaction(0);
      EXPECT_GT(reaction.norm(), 1e-3);
      // Nothing is set: nothing moves.
      for (int k = 0; k < 5; ++k)
        ASSERT_TRUE(model.advance(0.01).accepted);
      EXPECT_LT((model.reaction(0) - reaction).norm(), 1e-7 * reaction.norm());
      EXPECT_LT(model.observation().kinetic_energy, 1e-14);
      // The same state by statics from the undeformed body.
      ReducedModelData undeformed = data;
      undeformed.start            = {};
      const State found =
        equilibrium(std::make_shared<const ReducedModelData>(undeformed),
                    {{}},
                    held);
      EXPECT_LT((found.q - data.start.r.tail(data.n_modes())).norm(), 1e-9);
    }
}

// A sleeve that was driven in the training and is free now begins at its pose.
TEST(ReducedLoads, FreeSleevesBeginAtTheirPose)
{
  for (const int dim : {2, 3})
    {
      const ReducedModelData data = started_data(dim);
      for (const bool rotates : {true, false})
        {
          Sleeve sleeve = free_sleeve(dim, rotates);
          const ReducedModel model(
            std::make_shared<const ReducedModelData>(data), {sleeve}, {}, true);
          const State state = model.initial_state();
          const Vector r    = model.coordinates(state, 0);
          const int n = rotates ? data.n_rho() : dim; // what is free of rho
          EXPECT_LT((r - data.start.r).head(n).norm(), 1e-12);
          EXPECT_LT((r - data.start.r).tail(data.n_modes()).norm(), 1e-12);
        }
    }
}

TEST(ReducedLoads, FilesKeepEverything)
{
  const ReducedModelData data = started_data(3);
  const Container container   = rom_container(data);
  EXPECT_EQ(container.text("format"), "rivlin reduced model 3");
  const ReducedModelData again = parse_rom(container_bytes(container), "a.rom");
  EXPECT_EQ(again.prescribed, data.prescribed);
  EXPECT_EQ(again.stiffness, data.stiffness);
  ASSERT_EQ(again.loads.size(), 2u);
  EXPECT_EQ(again.loads[0].name, "inside pressure");
  EXPECT_EQ(again.loads[0].constant, data.loads[0].constant);
  EXPECT_EQ(again.loads[0].linear, data.loads[0].linear);
  EXPECT_EQ(again.loads[0].quadratic, data.loads[0].quadratic);
  EXPECT_EQ(again.loads[1].linear.size(), 0);
  ASSERT_EQ(again.pressure_points.laws.size(), 2u);
  EXPECT_EQ(again.pressure_points.laws[1].kind, VolumetricKind::ogden);
  EXPECT_EQ(again.pressure_points.law_of_point,
            data.pressure_points.law_of_point);
  EXPECT_EQ(again.pressure_points.modes, data.pressure_points.modes);
  EXPECT_EQ(again.start.step, "working");
  EXPECT_EQ(again.start.r, data.start.r);
  EXPECT_EQ(again.start.p, data.start.p);
  EXPECT_EQ(again.start.loads, data.start.loads);
  EXPECT_EQ(again.start.gravity, data.start.gravity);
  // A model without all this is one that older programs read.
  EXPECT_EQ(rom_container(synthetic_data({})).text("format"),
            "rivlin reduced model 1");
}

TEST(ReducedLoads, PartsThatDoNotFitAreRefused)
{
  const auto refused = [](const auto &change) {
    ReducedModelData data = started_data(2);
    change(data);
    EXPECT_THROW(check(data), Error);
  };
  refused([](ReducedModelData &data) { data.prescribed.push_back("more"); });
  refused([](ReducedModelData &data) { data.loads[0].linear.resize(3, 3); });
  refused([](ReducedModelData &data) { data.loads[1].constant.resize(2); });
  refused([](ReducedModelData &data) { data.stiffness(0, 1) += 1; });
  refused([](ReducedModelData &data) { data.pressure_points.weights[1] = 0; });
  refused(
    [](ReducedModelData &data) { data.pressure_points.law_of_point[0] = 2; });
  refused([](ReducedModelData &data) { data.start.r.conservativeResize(3); });
  refused([](ReducedModelData &data) { data.start.p.resize(0); });
  refused([](ReducedModelData &data) { data.start.gravity[0] = NAN; });
  EXPECT_THROW(ReducedModel(std::make_shared<const ReducedModelData>(
                              loaded_data(2)),
                            {driven_sleeve(2)},
                            {},
                            true,
                            {{swing(1), swing(1)}, {}}),
               Error);
}

// What loads and prescribed supports do is what the body stores, takes up and
// moves with: the balance holds up to the quadrature of the powers.
TEST(ReducedLoads, EnergyBalances)
{
  ReducedModelData data = loaded_data(3);
  data.damping.setZero();
  const auto model_of = [&] {
    return ReducedModel(std::make_shared<const ReducedModelData>(data),
                        {driven_sleeve(3, 0.02)},
                        {},
                        true,
                        {{swing(0.02)}, {swing(0.3), swing(-0.2)}});
  };
  const ReducedModel model = model_of();
  const State state        = random_state(model, true);
  // d/dt (kinetic + strain) = external power along an exact motion: residual
  // forces of a state that is none do the rest.
  Blocks residual;
  ASSERT_TRUE(model.residual(state, ConstraintLevel::position, residual).valid);
  const double h      = 1e-5;
  const auto energies = [&](const double dt) {
    State moved = state;
    set_time(moved, state.time + dt);
    Vector q;
    model.retract(state.q, dt * state.v, q);
    moved.q                       = q;
    moved.v                       = state.v + dt * state.a;
    const ReducedObservation seen = model.observe(moved);
    return seen.kinetic_energy + seen.strain_energy;
  };
  const double rate = (energies(h) - energies(-h)) / (2 * h);
  const double balance =
    model.observe(state).external_power + residual.q.dot(state.v);
  EXPECT_NEAR(rate, balance, 1e-6 * (std::abs(rate) + std::abs(balance)));
}
