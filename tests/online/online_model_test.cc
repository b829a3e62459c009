// SPDX-License-Identifier: Apache-2.0
// The model for multibody programs: steps, tangents, states.
#include <rivlin/online/online_model.h>

#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/stored_state.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

namespace
{
  using Vector6 = OnlineModel::Vector6;

  /// A driven sleeve and, if wanted, a free one.
  ReducedModelData two_sleeves(const int dim, const bool with_free)
  {
    SyntheticOptions options;
    options.dim           = dim;
    options.n_sleeves     = with_free ? 2 : 1;
    options.n_modes       = 3;
    options.size          = 0.3;
    ReducedModelData data = synthetic_data(options);
    if (with_free)
      data.sleeves[1].body = free_sleeve(dim).body;
    return data;
  }

  Vector6 pose_at(const double t, const int dim, const int order = 0)
  {
    const double value = order == 0 ? 1 - std::cos(2 * t) : 2 * std::sin(2 * t);
    Vector6 pose;
    pose << 0.1, -0.05, 0.08, 0.1, -0.05, 0.15;
    if (dim == 2)
      pose[2] = pose[3] = pose[4] = 0;
    return value * pose;
  }

  void set_inputs(OnlineModel &model, const double t, const bool velocities)
  {
    const int dim      = model.data().dim;
    const Vector6 rate = pose_at(t, dim, 1);
    model.set_pose(0, pose_at(t, dim), velocities ? &rate : nullptr);
    if (model.n_sleeves() == 2)
      {
        const double c = std::sin(t);
        model.set_load(1,
                       c * Vector3(0.1, 0.1, dim == 3 ? -0.1 : 0),
                       c * Vector3(dim == 3 ? 0.02 : 0, 0, 0.05));
      }
  }

  Vector outputs(const OnlineModel &model)
  {
    Vector result(6 * model.n_sleeves());
    for (int s = 0; s < model.n_sleeves(); ++s)
      result.segment<6>(6 * s) = model.output(s);
    return result;
  }
} // namespace

TEST(OnlineModel, FollowsTheDrivenMotionOfTheSystem)
{
  // The same steps with the exact motion; the Hermite polynomial differs by
  // h^4 in position and h^2 in acceleration.
  const double h = 0.01;
  OnlineModel online(two_sleeves(2, false));
  set_inputs(online, 0, true);
  online.start(0);
  Sleeve sleeve;
  sleeve.motion = [](const double t, int) {
    std::array<SleevePose, 4> pose;
    for (int order = 0; order < 4; ++order)
      {
        Vector6 x = pose_at(0.5, 2) / (1 - std::cos(1.));
        x *= (order == 0 ? 1 : 0) -
             std::pow(2, order) * std::cos(2 * t + order * std::acos(0.));
        pose[order] = {x.head<3>(), x.tail<3>()};
      }
    return motion_of(pose);
  };
  const ReducedModel model(std::make_shared<const ReducedModelData>(
                             two_sleeves(2, false)),
                           {sleeve},
                           nullptr,
                           true);
  GeneralizedAlpha integrator(model);
  State state = model.initial_state();
  integrator.start(state);
  for (int i = 1; i <= 50; ++i)
    {
      set_inputs(online, i * h, true);
      ASSERT_TRUE(online.advance(h).accepted) << online.advance(h).reason;
      ASSERT_TRUE(integrator.step(state, h).accepted);
    }
  EXPECT_NEAR(online.time(), 0.5, 1e-12);
  const ReducedObservation seen = model.observe(state);
  const Vector6 reaction        = online.reaction(0);
  EXPECT_GT(reaction.norm(), 1e-2);
  EXPECT_LT((reaction.head<3>() - seen.reactions[0].force).norm(),
            1e-3 * reaction.norm());
  EXPECT_LT((reaction.tail<3>() - seen.reactions[0].moment).norm(),
            1e-3 * reaction.norm());
}

TEST(OnlineModel, TangentIsTheDerivativeOfOutputsByInputs)
{
  for (const int dim : {2, 3})
    for (const bool with_free : {false, true})
      for (const bool quasi_static : {true, false})
        for (const bool velocities : {true, false})
          {
            OnlineOptions options;
            options.quasi_static = quasi_static;
            options.tolerance    = 1e-13;
            OnlineModel model(two_sleeves(dim, with_free), options);
            const double h = 0.1;
            set_inputs(model, 0, velocities);
            model.start(0);
            set_inputs(model, h, velocities);
            ASSERT_TRUE(model.advance(h).accepted);
            const std::string before = model.save();
            ASSERT_EQ(model.advance(h).n_substeps, 1);
            model.restore(before);

            const double t = 2 * h;
            // Outputs if one input of the next step is changed by d.
            const auto outputs_with = [&](const int column,
                                          const double d,
                                          const bool by_velocity) {
              model.restore(before);
              set_inputs(model, t, velocities);
              const int s = column / 6, i = column % 6;
              if (s == 0)
                {
                  Vector6 pose = pose_at(t, dim), rate = pose_at(t, dim, 1);
                  (by_velocity ? rate : pose)[i] += d;
                  model.set_pose(0, pose, velocities ? &rate : nullptr);
                }
              else
                {
                  Vector6 load;
                  load << std::sin(t) * Vector3(0.1, 0.1, dim == 3 ? -0.1 : 0),
                    std::sin(t) * Vector3(dim == 3 ? 0.02 : 0, 0, 0.05);
                  load[i] += d;
                  model.set_load(1, load.head<3>(), load.tail<3>());
                }
              EXPECT_TRUE(model.advance(h).accepted);
              return outputs(model);
            };
            outputs_with(0, 0, false);
            const OnlineTangent tangent = model.tangent();
            const double d              = 1e-5;
            for (int c = 0; c < 6 * model.n_sleeves(); ++c)
              {
                // Plane models have three directions only.
                if (dim == 2 && c % 6 != 0 && c % 6 != 1 && c % 6 != 5)
                  continue;
                const double size = 1 + tangent.by_input.col(c).norm();
                EXPECT_LT((tangent.by_input.col(c) -
                           (outputs_with(c, d, false) -
                            outputs_with(c, -d, false)) /
                             (2 * d))
                            .norm(),
                          1e-6 * size)
                  << dim << "D, free " << with_free << ", static "
                  << quasi_static << ", velocities " << velocities
                  << ", column " << c;
                if (c < 6 && velocities && !quasi_static)
                  {
                    EXPECT_LT((tangent.by_velocity.col(c) -
                               (outputs_with(c, d, true) -
                                outputs_with(c, -d, true)) /
                                 (2 * d))
                                .norm(),
                              1e-6 * size);
                  }
              }
          }
}

TEST(OnlineModel, RestoredModelContinuesBitForBit)
{
  OnlineModel model(two_sleeves(3, true));
  set_inputs(model, 0, true);
  model.start(0);
  for (int i = 1; i <= 5; ++i)
    {
      set_inputs(model, 0.02 * i, true);
      ASSERT_TRUE(model.advance(0.02).accepted);
    }
  const std::string saved = model.save();
  const auto go_on        = [](OnlineModel &m) {
    for (int i = 6; i <= 9; ++i)
      {
        set_inputs(m, 0.02 * i, i % 2 == 0);
        EXPECT_TRUE(m.advance(0.02).accepted);
      }
    return outputs(m);
  };
  const Vector first = go_on(model);
  model.restore(saved);
  EXPECT_EQ(go_on(model), first);
  OnlineModel other(two_sleeves(3, true));
  other.restore(saved);
  EXPECT_EQ(go_on(other), first);

  OnlineModel third(two_sleeves(2, true));
  EXPECT_THROW(third.restore(saved), Error);
  EXPECT_THROW(other.restore(saved.substr(0, 100)), Error);
  EXPECT_EQ(outputs(other), first);
}

TEST(OnlineModel, StatesThatDoNotFitAreRefusedWithTheReason)
{
  OnlineModel model(two_sleeves(2, true));
  set_inputs(model, 0, true);
  model.start(0);
  ASSERT_TRUE(model.advance(0.02).accepted);
  const Vector before     = outputs(model);
  const std::string saved = model.save();
  const auto refusal      = [](OnlineModel &reader, const Container &state) {
    try
      {
        reader.restore(container_bytes(state));
      }
    catch (const Error &error)
      {
        return std::string(error.what());
      }
    return std::string();
  };
  const Container state = parse_container(saved, "state", NotFinite::refuse);

  // Version 0.1 did not say what its vectors were.
  Container old          = state;
  old.metadata["format"] = "rivlin online state 1";
  old.metadata.erase("layout");
  EXPECT_EQ(refusal(model, old),
            "The state has the format \"rivlin online state 1\", not \"rivlin "
            "online state 3\": it was saved by another version of Rivlin. "
            "Start the model anew and save it with this version.");

  Container with_points = state;
  State more            = get_state(state);
  more.points = {{"stress", PointKind::sampled, 1, 1, Vector::Zero(1)}};
  put_state(more, with_points);
  EXPECT_NE(refusal(model, with_points)
              .find("other variables at points than the system: \"stress\" "
                    "(sampled, 1 x 1, 1 numbers) instead of nothing"),
            std::string::npos);

  Container without = state;
  State less        = get_state(state);
  less.q            = less.q.head(less.q.size() - 1).eval();
  put_state(less, without);
  EXPECT_NE(refusal(model, without).find("numbers \"q\", the model"),
            std::string::npos);

  OnlineOptions options;
  options.quasi_static = true;
  OnlineModel still(two_sleeves(2, true), options);
  EXPECT_NE(refusal(still, state).find("another memory than statics keeps"),
            std::string::npos);
  EXPECT_EQ(outputs(model), before);
  EXPECT_EQ(model.save(), saved);
}

TEST(OnlineModel, RefusedStepChangesNothing)
{
  OnlineOptions options;
  options.quasi_static = true;
  OnlineModel model(two_sleeves(2, false), options);
  set_inputs(model, 0.3, false);
  model.start(1);
  const Vector before = outputs(model);
  Vector6 far         = Vector6::Zero();
  far[0]              = 1e4;
  model.set_pose(0, far);
  const AdvanceReport report = model.advance(0.1);
  EXPECT_FALSE(report.accepted);
  EXPECT_NE(report.reason.find("halvings"), std::string::npos) << report.reason;
  EXPECT_EQ(model.time(), 1);
  EXPECT_EQ(outputs(model), before);
  // Back on a path that can be followed.
  set_inputs(model, 0.4, false);
  EXPECT_TRUE(model.advance(0.1).accepted);
}

TEST(OnlineModel, LargeStepIsDividedAndEndsAtTheSamePlace)
{
  OnlineOptions options;
  options.quasi_static = true;
  OnlineModel model(two_sleeves(2, false), options);
  model.start(0);
  Vector6 pose = Vector6::Zero();
  pose[0]      = 0.4;
  pose[5]      = 0.6;
  model.set_pose(0, pose);
  ASSERT_TRUE(model.advance(1).accepted);
  const Vector at_once = outputs(model);
  OnlineModel slow(two_sleeves(2, false), options);
  slow.start(0);
  for (int i = 1; i <= 10; ++i)
    {
      slow.set_pose(0, 0.1 * i * pose);
      ASSERT_TRUE(slow.advance(0.1).accepted);
    }
  // Hyperelastic: the path does not matter. Newton's tolerance is 1e-9.
  EXPECT_LT((outputs(slow) - at_once).norm(), 1e-7 * at_once.norm());
  EXPECT_FALSE(slow.trust().inside);
}

TEST(OnlineModel, DrivenByItsOwnPoseTheFreeSleeveNeedsItsLoad)
{
  // Duality: load -> pose of the free sleeve, pose -> reaction when driven.
  OnlineOptions options;
  options.quasi_static  = true;
  ReducedModelData data = two_sleeves(3, true);
  data.sleeves[1].body.stiffness.fill(0); // the sleeve's own springs
  data.sleeves[1].body.force_in_body_axes = false;
  OnlineModel free(data, options);
  set_inputs(free, 0.3, false);
  free.start(0);
  options.drive_all = true;
  OnlineModel driven(data, options);
  EXPECT_TRUE(driven.is_driven(1));
  EXPECT_FALSE(free.is_driven(1));
  driven.set_pose(0, free.pose(0));
  driven.set_pose(1, free.pose(1));
  driven.start(0);
  Vector6 load;
  load << std::sin(0.3) * Vector3(0.1, 0.1, -0.1),
    std::sin(0.3) * Vector3(0.02, 0, 0.05);
  EXPECT_LT((driven.reaction(1) - load).norm(), 1e-7);
}

TEST(OnlineModel, InputsWithoutEffectAreRefused)
{
  const auto message_of = [](const auto &call) -> std::string {
    try
      {
        call();
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return "accepted";
  };
  for (const int dim : {2, 3})
    {
      // Sleeve 0 is driven, sleeve 1 is free.
      OnlineModel model(two_sleeves(dim, true));
      const Vector3 force(1, 0, 0);
      const std::string load =
        message_of([&] { model.set_load(0, force, Vector3::Zero()); });
      EXPECT_NE(load.find("\"sleeve 0\") is driven"), std::string::npos)
        << load;
      EXPECT_NE(load.find("Set its pose"), std::string::npos) << load;
      const std::string pose =
        message_of([&] { model.set_pose(1, Vector6::Zero()); });
      EXPECT_NE(pose.find("\"sleeve 1\") is free"), std::string::npos) << pose;
      EXPECT_NO_THROW(model.set_load(1, force, Vector3::Zero()));
      EXPECT_NO_THROW(model.set_pose(0, Vector6::Zero()));

      OnlineOptions options;
      options.drive_all = true;
      OnlineModel driven(two_sleeves(dim, true), options);
      EXPECT_THROW(driven.set_load(1, force, Vector3::Zero()), Error);
      EXPECT_NO_THROW(driven.set_pose(1, Vector6::Zero()));

      // Directions of one sleeve may be of either kind: both have an effect.
      ReducedModelData data = two_sleeves(dim, true);
      data.sleeves[1].body  = free_sleeve(dim, false).body;
      OnlineModel partly(data);
      EXPECT_NO_THROW(partly.set_load(1, force, Vector3::Zero()));
      EXPECT_NO_THROW(partly.set_pose(1, Vector6::Zero()));
    }
}

TEST(OnlineModel, RefusesWrongCalls)
{
  OnlineModel model(two_sleeves(2, false));
  EXPECT_THROW(model.advance(0.1), Error);
  EXPECT_THROW(model.reaction(0), Error);
  EXPECT_THROW(model.set_pose(1, Vector6::Zero()), Error);
  EXPECT_THROW(model.set_pose(0, Vector6::Constant(NAN)), Error);
  model.start(0);
  EXPECT_THROW(model.advance(0), Error);
  EXPECT_THROW(model.tangent(), Error); // of a step
}
