// SPDX-License-Identifier: Apache-2.0
#include "small_systems.h"

#include <rivlin/dynamics/run_sink.h>
#include <rivlin/dynamics/statics.h>

#include <gtest/gtest.h>

using namespace rivlin;

namespace
{
  /// Writes down what it is told, each call as a letter.
  class Scribe final : public RunSink
  {
  public:
    Scribe(std::string &the_calls, const char the_name)
      : calls(the_calls)
      , name(the_name)
    {}
    void start(const State &) override
    {
      calls += {name, 'b'};
    }
    void step(const State &, const StepReport &) override
    {
      calls += {name, 's'};
    }
    void refuse(const State &, const StepReport &) override
    {
      calls += {name, 'r'};
    }
    void output(const State &) override
    {
      calls += {name, 'o'};
    }
    void complete(const State &) override
    {
      calls += {name, 'c'};
    }
    void finish(const State &state, const IntegrationReport &) override
    {
      calls += {name, 'e'};
      last = state.time;
    }
    double last = -1;

  private:
    std::string &calls;
    char name;
  };
} // namespace

TEST(RunSink, IsToldEverythingInOrder)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state;
  state.q = state.v = state.a = Vector::Zero(1);
  IntegrationPlan plan;
  plan.initial_step = plan.maximum_step = 0.5;
  plan.output_times                     = {1.};
  std::string calls;
  Scribe first(calls, '1'), second(calls, '2');
  EXPECT_TRUE(run(statics, state, plan, {&first, &second}).finished);
  EXPECT_EQ(calls,
            "1b2b"
            "1s2s1c2c"
            "1s2s1o2o1c2c"
            "1e2e");
  EXPECT_EQ(second.last, 1.);
}

TEST(RunSink, IsFinishedWhenTheRunFails)
{
  const NarrowValley system;
  Statics statics(system);
  State state;
  state.q = state.v = state.a = Vector::Zero(1);
  IntegrationPlan plan;
  plan.initial_step = plan.maximum_step = plan.minimum_step = 0.5;
  std::string calls;
  Scribe scribe(calls, '1');
  EXPECT_FALSE(run(statics, state, plan, {&scribe}).finished);
  EXPECT_NE(calls.find("1r"), std::string::npos);
  EXPECT_TRUE(calls.ends_with("1e"));
}

TEST(RunSink, StopsAfterAnAcceptedStepWhenAsked)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state;
  state.q = state.v = state.a = Vector::Zero(1);
  IntegrationPlan plan;
  plan.initial_step = plan.maximum_step = 0.25;
  std::string calls;
  Scribe scribe(calls, '1');
  // Asked before the start, after it and after each step.
  int n_questions                = 0;
  plan.is_to_stop                = [&] { return ++n_questions == 4; };
  const IntegrationReport report = run(statics, state, plan, {&scribe});
  EXPECT_FALSE(report.finished);
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(report.reason, "Interrupted at t = 0.5.");
  EXPECT_EQ(state.time, 0.5);
  EXPECT_EQ(calls, "1b1s1c1s1c1e");

  // It goes on as if nothing had happened, and is not stopped at its end.
  plan.resume     = true;
  plan.is_to_stop = [&] { return state.time == 1; };
  EXPECT_TRUE(run(statics, state, plan, {&scribe}).finished);
  EXPECT_EQ(calls, "1b1s1c1s1c1e1s1c1s1c1e");
}

TEST(RunSink, DoesNotBeginWhenAskedToStop)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state;
  state.q = state.v = state.a = Vector::Zero(1);
  IntegrationPlan plan;
  plan.is_to_stop = [] { return true; };
  std::string calls;
  Scribe scribe(calls, '1');
  EXPECT_TRUE(run(statics, state, plan, {&scribe}).interrupted);
  EXPECT_EQ(calls, "1e");
}
