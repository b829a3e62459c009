// SPDX-License-Identifier: Apache-2.0
// Steps out of the trained range: refused, halved, and at last believed.
#include <rivlin/online/range_guard.h>

#include <rivlin/dynamics/statics.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/prediction.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

using namespace rivlin;

namespace
{
  /// Goes on by 0.01 in the first mode; with steps longer than `longest` it
  /// jumps to 1, which is outside of the range of 0.5.
  class Jumper final : public TimeIntegrator
  {
  public:
    Jumper(const ReducedModel &model, const double longest_good_step)
      : TimeIntegrator(model)
      , longest(longest_good_step)
    {}

    std::string_view name() const override
    {
      return "jumper";
    }
    void prepare(State &) override
    {}
    const StepReport &attempt(State &state, const double h) override
    {
      ++attempts;
      report.reset(state.time, h);
      report.accepted = true;
      state.q[0]      = h > longest ? 1 : state.q[0] + 0.01;
      state.time += h;
      return report;
    }
    const Counters &counters() const override
    {
      return own_counters;
    }

    int attempts = 0;

  private:
    double longest;
    StepReport report;
    Counters own_counters;
  };

  /// The sleeve stands at x.
  ReducedModel standing(const double x)
  {
    Sleeve sleeve;
    sleeve.motion = [x](double, int) {
      RigidMotion motion;
      motion.translation[0][0] = x;
      return motion;
    };
    return ReducedModel(std::make_shared<const ReducedModelData>(
                          synthetic_data({})),
                        {sleeve},
                        nullptr,
                        false);
  }

  Prediction predict_jumps(const double longest, const double step)
  {
    const ReducedModel model = standing(0);
    Jumper jumper(model, longest);
    IntegrationPlan plan;
    plan.end_time     = 1;
    plan.initial_step = plan.maximum_step = step;
    for (int k = 0; k <= 4; ++k)
      plan.output_times.push_back(k / 4.);
    return predict(model, jumper, plan);
  }
} // namespace

TEST(RangeGuard, RefusesAJumpAndLeavesTheState)
{
  const ReducedModel model = standing(0);
  Jumper jumper(model, 0.1);
  RangeGuard guard(model, jumper);
  State state = model.initial_state();
  guard.start(state);
  state.time                = 3;
  const State before        = state;
  const StepReport &refused = guard.step(state, 0.2);
  EXPECT_FALSE(refused.accepted);
  EXPECT_NE(refused.reason.find("trained range"), std::string::npos);
  EXPECT_EQ(refused.proposed_step, 0.1);
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.time, before.time);
  EXPECT_EQ(guard.n_refused(), 1);
  EXPECT_TRUE(guard.step(state, 0.1).accepted);
  EXPECT_EQ(guard.n_refused(), 1);
}

TEST(RangeGuard, StepsInsideAreMadeOnce)
{
  const ReducedModel model = standing(0);
  Jumper jumper(model, 1);
  RangeGuard guard(model, jumper);
  State state = model.initial_state();
  guard.start(state);
  for (int k = 0; k < 10; ++k)
    EXPECT_TRUE(guard.step(state, 0.5).accepted);
  EXPECT_EQ(jumper.attempts, 10);
  EXPECT_EQ(guard.n_refused(), 0);
}

TEST(RangeGuard, ShortStepsAndOutsideStatesPass)
{
  const ReducedModel model = standing(0);
  Jumper jumper(model, 0);
  RangeGuard guard(model, jumper);
  guard.set_smallest_step(0.1);
  State state = model.initial_state();
  guard.start(state);
  EXPECT_FALSE(guard.step(state, 0.2).accepted);
  EXPECT_TRUE(guard.step(state, 0.1).accepted);
  EXPECT_EQ(state.q[0], 1);
  EXPECT_EQ(model.range_part(state), RangePart::outside);
  // From there on nothing is gained by shorter steps.
  EXPECT_TRUE(guard.step(state, 0.2).accepted);
  EXPECT_EQ(guard.n_refused(), 1);
}

TEST(RangeGuard, TheStateKnowsWhereAStepEnded)
{
  // 0: not looked at, then 1 + RangePart.
  const ReducedModel model = standing(0);
  Jumper jumper(model, 0.3);
  RangeGuard guard(model, jumper);
  guard.set_smallest_step(0.1);
  State state = model.initial_state();
  guard.start(state);
  ASSERT_EQ(state.memory.size(), 1u);
  const double &known = state.memory.back().values[0];
  EXPECT_EQ(known, 0);
  EXPECT_TRUE(guard.step(state, 0.2).accepted);
  EXPECT_EQ(known, 1);
  EXPECT_FALSE(guard.step(state, 0.4).accepted);
  EXPECT_EQ(known, 1);
  EXPECT_TRUE(guard.step(state, 0.1).accepted);
  EXPECT_EQ(known, 0);
  // What is known is believed: this state is inside.
  state.memory.back().values[0] = 2;
  guard.forget();
  EXPECT_TRUE(guard.step(state, 0.4).accepted);
  EXPECT_EQ(known, 2);
}

TEST(RangeGuard, ASleeveDrivenOutIsNoJump)
{
  const ReducedModel model = standing(0.4); // the range ends at 0.3
  Jumper jumper(model, 0);
  RangeGuard guard(model, jumper);
  State state = model.initial_state();
  guard.start(state);
  EXPECT_EQ(model.range_part(state), RangePart::driven_out);
  EXPECT_TRUE(guard.step(state, 0.2).accepted);
  EXPECT_EQ(guard.n_refused(), 0);
}

TEST(RangeGuard, PredictionsTakeShorterStepsAndTell)
{
  // 1/4 and 1/8 jump, 1/16 does not: two refusals in each quarter, as steps
  // grow again.
  const Prediction kept = predict_jumps(0.07, 0.25);
  EXPECT_TRUE(kept.report.finished) << kept.report.reason;
  EXPECT_EQ(kept.left_range_at, -1);
  EXPECT_GE(kept.n_kept_in_range, 2);
  EXPECT_EQ(kept.report.rejected, kept.n_kept_in_range);
  // The outcome is the same in every run.
  const Prediction again = predict_jumps(0.07, 0.25);
  EXPECT_EQ(again.n_kept_in_range, kept.n_kept_in_range);
  EXPECT_EQ(again.r, kept.r);

  // Where parts of a sixteenth jump as well the run goes on and says so.
  const Prediction left = predict_jumps(0.01, 0.25);
  EXPECT_TRUE(left.report.finished) << left.report.reason;
  EXPECT_EQ(left.n_kept_in_range, RangeGuard::n_halvings);
  EXPECT_EQ(left.left_range_at, 0.25);

  const Prediction inside = predict_jumps(1, 0.25);
  EXPECT_EQ(inside.report.rejected, 0);
  EXPECT_EQ(inside.report.accepted, 4);
}

TEST(RangeGuard, OnlineModelsHalveTheirSteps)
{
  // A range so small that modes leave it while the sleeve does not.
  ReducedModelData data       = synthetic_data({});
  data.range.largest_distance = 0.1;
  OnlineOptions options;
  options.quasi_static = true;
  for (const int max_halvings : {10, 2, 0})
    {
      options.max_halvings = max_halvings;
      OnlineModel online(data, options);
      online.start(0);
      OnlineModel::Vector6 pose = OnlineModel::Vector6::Zero();
      pose[0]                   = 0.2;
      online.set_pose(0, pose);
      const AdvanceReport &report = online.advance(1);
      EXPECT_TRUE(report.accepted) << report.reason;
      EXPECT_FALSE(online.trust().inside);
      EXPECT_LE(report.n_kept_in_range,
                std::min(max_halvings, RangeGuard::n_halvings) + 1);
      EXPECT_EQ(report.n_kept_in_range > 0, max_halvings > 0);
      EXPECT_EQ(report.n_substeps > 1, max_halvings > 0);
    }
}
