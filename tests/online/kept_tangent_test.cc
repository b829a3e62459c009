// SPDX-License-Identifier: Apache-2.0
// Tangents that are kept over the steps, and the forces without tangent.
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/kept_tangent.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/dynamics/sudden_forces.h>
#include <rivlin/online/online_model.h>
#include <rivlin/solid/packed_points.h>

#include "contact_example.h"
#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

namespace
{
  using Vector6 = OnlineModel::Vector6;

  ReducedModelData data_of(const int dim, const bool with_contact)
  {
    SyntheticOptions options;
    options.dim                 = dim;
    options.size                = 0.3;
    ReducedModelData data       = synthetic_data(options);
    data.range.largest_distance = 1e3;
    if (with_contact)
      {
        ReducedContact contact = contact_example(
          dim, 12, data.n_coordinates(), surfaces_under_test()[0], -1, 0.05);
        contact.law                  = {ContactMethod::penalty, 0.1, 1};
        data.contacts                = {contact};
        data.range.contact_pressures = Vector::Constant(1, 1e6);
      }
    return data;
  }

  Vector6 pose_at(const double t, const int dim)
  {
    Vector6 pose;
    pose << 0.1, -0.05, 0.08, 0.1, -0.05, 0.15;
    if (dim == 2)
      pose[2] = pose[3] = pose[4] = 0;
    return (1 - std::cos(2 * t)) * pose;
  }

  void advance(OnlineModel &model, const double h, const double factor = 1)
  {
    const double t = model.time() + h;
    const int dim  = model.data().dim;
    const Vector6 rate =
      factor * (pose_at(t + 1e-6, dim) - pose_at(t - 1e-6, dim)) / 2e-6;
    model.set_pose(0, factor * pose_at(t, dim), &rate);
    const AdvanceReport &report = model.advance(h);
    ASSERT_TRUE(report.accepted) << report.reason;
  }

  /// The same motion with tangents that are kept or not.
  State run(const ReducedModelData &data, const bool keep, Counters &counters)
  {
    const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                             {driven_sleeve(data.dim)},
                             nullptr,
                             true);
    GeneralizedAlphaOptions options;
    options.consistency.project    = true;
    options.newton.keep_over_steps = keep;
    if (!data.contacts.empty())
      expect_sudden_forces(options.newton);
    GeneralizedAlpha alpha(model, options);
    State state = model.state_at_rest();
    alpha.start(state);
    const Counters before = alpha.counters();
    for (int k = 0; k < 100; ++k)
      {
        const StepReport &report = alpha.step(state, 5e-3);
        EXPECT_TRUE(report.accepted) << report.reason;
      }
    counters = alpha.counters() - before;
    return state;
  }
} // namespace

TEST(PackedPoints, ForceIsThatOfThePoints)
{
  RandomNumbers random(7);
  for (const int dim : {2, 3})
    for (const bool isochoric : {true, false})
      {
        // 61 is no multiple of eight, and one point is of another material.
        PointForce points = random_points(dim, 61, 9, isochoric, random);
        points.gradients *= 0.3;
        PackedPoints packed(dim,
                            isochoric,
                            points.materials,
                            points.material_of_point,
                            points.gradients.data(),
                            9,
                            points.weights.data());
        for (int k = 0; k < 3; ++k)
          {
            const Vector r = random.vector(9, 0.3);
            ForceEvaluation expected;
            evaluate(ReducedForce(points), r, Need::residual, expected);
            Vector force(9);
            const PointBatchSum sum = packed.force(r.data(), force.data());
            ASSERT_TRUE(expected.valid && sum.valid);
            EXPECT_LT((force - expected.force).norm(),
                      1e-13 * expected.force.norm());
            EXPECT_NEAR(sum.energy, expected.energy, 1e-13 * expected.energy);
            EXPECT_NEAR(sum.min_J, expected.min_J, 1e-14);
          }
        // A point turned inside out is seen.
        const Vector far = Vector::Constant(9, 30);
        Vector force(9);
        EXPECT_FALSE(packed.force(far.data(), force.data()).valid);
      }
  EXPECT_TRUE(PackedPoints().is_empty());
}

TEST(PackedVolume, ResidualIsMadeOfConstraintAndJacobian)
{
  for (const int dim : {2, 3})
    {
      const ReducedModelData data = data_of(dim, false);
      const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                               {driven_sleeve(dim)},
                               nullptr,
                               false);
      RandomNumbers random(3);
      State state = model.initial_state();
      for (int k = 0; k < 3; ++k)
        {
          state.time   = 0.3 + k;
          state.q      = random.vector(state.q.size(), 0.2);
          state.lambda = random.vector(state.lambda.size());
          Blocks residual;
          ASSERT_TRUE(
            model.residual(state, ConstraintLevel::position, residual).valid);
          Vector force(model.n_velocities()), Phi(model.n_multipliers());
          Matrix B(model.n_multipliers(), model.n_velocities());
          ASSERT_TRUE(model.force(state.time, state.q, state.v, force).valid);
          model.constraint(state.time, state.q, state.lambda, Phi);
          model.constraint_jacobian(state.time, state.q, B);
          EXPECT_LT((residual.lambda - Phi).norm(), 1e-13 * (1 + Phi.norm()));
          EXPECT_LT((residual.q - force - B.transpose() * state.lambda).norm(),
                    1e-13 * (1 + residual.q.norm()));
        }
    }
}

TEST(KeptTangent, LearnsWhatAnIncrementLeft)
{
  // With J x = b, the corrected J has J x = b + missed. 1e-10: rounding times
  // the condition of the tangent.
  for (const int dim : {2, 3})
    for (const bool with_contact : {false, true})
      {
        const ReducedModelData data = data_of(dim, with_contact);
        const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                                 {driven_sleeve(dim)},
                                 nullptr,
                                 true);
        const std::unique_ptr<Tangent> made  = model.make_tangent(),
                                       other = model.make_tangent();
        auto &tangent = dynamic_cast<KeptTangent &>(*made);
        State state   = model.state_at_rest();
        const TangentWeights weights{1, 2e2, 1e4, 1e-4};
        ASSERT_TRUE(
          tangent.linearize(state, ConstraintLevel::position, weights).valid);
        RandomNumbers random(11);
        const auto blocks = [&] {
          return Blocks{random.vector(model.n_velocities()),
                        random.vector(model.n_multipliers())};
        };
        Blocks right = blocks();
        for (int k = 0; k < 10; ++k)
          {
            Blocks x, next, y;
            ASSERT_TRUE(tangent.solve(right, x).valid);
            const Blocks all = blocks();
            const Blocks missed{1e-2 * all.q, 1e-2 * all.lambda};
            ASSERT_TRUE(tangent.solve(missed, next).valid);
            next.q      = -next.q;
            next.lambda = -next.lambda;
            // Eight corrections of one factorization.
            ASSERT_EQ(tangent.learn(x, missed, next), k < 8);
            if (k == 8)
              break;
            right.q += missed.q;
            right.lambda += missed.lambda;
            ASSERT_TRUE(tangent.solve(right, y).valid);
            EXPECT_LT((x.q - y.q).norm(), 1e-10 * x.q.norm());
            EXPECT_LT((x.lambda - y.lambda).norm(),
                      1e-10 * (1 + x.lambda.norm()));
            ASSERT_TRUE(tangent.solve(missed, y).valid);
            EXPECT_LT((y.q + next.q).norm(), 1e-10 * y.q.norm());
          }
        // The matrix that is stored contains them.
        Vector numbers(tangent.n_numbers());
        tangent.store(numbers);
        auto &loaded = dynamic_cast<KeptTangent &>(*other);
        loaded.load(numbers);
        ASSERT_TRUE(loaded.fits(weights));
        ASSERT_TRUE(loaded.update_sudden_forces(state, nullptr).valid);
        Blocks a, b;
        ASSERT_TRUE(tangent.solve(right, a).valid);
        ASSERT_TRUE(loaded.solve(right, b).valid);
        EXPECT_LT((a.q - b.q).norm(), 1e-9 * a.q.norm());
      }
}

TEST(KeptTangent, SameMotionWithFewTangents)
{
  for (const int dim : {2, 3})
    for (const bool with_contact : {false, true})
      {
        Counters fresh, kept;
        const ReducedModelData data = data_of(dim, with_contact);
        const State a = run(data, false, fresh), b = run(data, true, kept);
        EXPECT_LT((a.q - b.q).norm(), 1e-8);
        EXPECT_LT((a.v - b.v).norm(), 1e-6);
        EXPECT_LT((a.lambda - b.lambda).norm(), 1e-7);
        EXPECT_GE(fresh.tangents, 100);
        EXPECT_LE(kept.tangents, with_contact ? 50 : 20);
        EXPECT_GE(kept.tangents, 1);
      }
}

TEST(KeptTangent, RollbackIsExact)
{
  // The tangent at hand after a detour is another one than that of the state.
  for (const int dim : {2, 3})
    for (const bool with_contact : {false, true})
      for (const bool quasi_static : {false, true})
        {
          const ReducedModelData data = data_of(dim, with_contact);
          OnlineOptions options;
          options.quasi_static = quasi_static;
          OnlineModel model(data, options), other(data, options);
          model.start(0);
          for (int k = 0; k < 30; ++k)
            advance(model, 0.02);
          const std::string bytes = model.save();
          for (int k = 0; k < 20; ++k)
            advance(model, 0.02);
          const Vector6 expected  = model.reaction(0);
          const std::string after = model.save();
          for (int k = 0; k < 7; ++k)
            advance(model, 0.05, 1.3);
          model.restore(bytes);
          other.restore(bytes);
          for (int k = 0; k < 20; ++k)
            {
              advance(model, 0.02);
              advance(other, 0.02);
            }
          EXPECT_EQ(model.reaction(0), expected);
          EXPECT_EQ(other.reaction(0), expected);
          EXPECT_EQ(model.save(), after);
          EXPECT_EQ(other.save(), after);
        }
}
