// SPDX-License-Identifier: Apache-2.0
// IDA through the contract: reference values, rigid constraints, refusals.
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/sundials_ida.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/spring_pendulum.h>

#include "small_systems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace rivlin;

TEST(SundialsIda, ReproducesTheStiffPendulum)
{
  // Independent high precision values, eps^2 = 1e-4, t = 4.
  const Benchmark problem = spring_pendulum(1e-4);
  SundialsIdaOptions options;
  options.tolerances = {1e-11, 1e-11, false};
  SundialsIda integrator(*problem.system, options);
  State state = problem.start;
  IntegrationPlan plan;
  plan.end_time = plan.initial_step = problem.end_time;
  const IntegrationReport report    = integrate(integrator, state, plan);
  ASSERT_TRUE(report.finished) << report.reason;
  EXPECT_NEAR(state.q(0), 0.999997776306321, 1e-6);
  EXPECT_NEAR(state.q(1), -6.08783230117913e-4, 1e-6);
  EXPECT_NEAR(state.v(0), 1.01022339796425e-4, 1e-6);
  EXPECT_NEAR(state.v(1), 0.129390646958353, 1e-6);
  EXPECT_EQ(integrator.highest_order(), 5);
  // Most Newton matrices are reused.
  EXPECT_LT(report.counters.tangents, integrator.internal_steps() / 10);
}

TEST(SundialsIda, RigidConstraintsAreKept)
{
  const Benchmark problem = pendulum();
  SundialsIdaOptions options;
  options.tolerances = {1e-10, 1e-10, false};
  SundialsIda integrator(*problem.system, options);
  State state = problem.start;
  IntegrationPlan plan;
  plan.end_time                  = 2;
  plan.initial_step              = 0.5;
  const IntegrationReport report = integrate(integrator, state, plan);
  ASSERT_TRUE(report.finished) << report.reason;
  EXPECT_EQ(report.accepted, 4);
  // Some hundred local errors of 1e-10.
  EXPECT_LT((state.q - problem.solution.q).norm(), 1e-8);
  EXPECT_LT((state.lambda - problem.solution.lambda).norm(), 1e-7);
  EXPECT_NEAR(state.q.norm(), 1, 1e-15);
}

TEST(SundialsIda, ErrorFollowsTheTolerance)
{
  double before = 1;
  for (const double tolerance : {1e-5, 1e-7, 1e-9})
    {
      const Benchmark problem = prothero_robinson(1e-2);
      SundialsIdaOptions options;
      options.tolerances = {tolerance, tolerance, false};
      SundialsIda integrator(*problem.system, options);
      State state = problem.start;
      integrator.start(state);
      const StepReport &report = integrator.step(state, problem.end_time);
      ASSERT_TRUE(report.accepted) << report.reason;
      const double error = (state.q - problem.solution.q).norm();
      EXPECT_LT(error, 0.1 * before);
      EXPECT_LT(error, 100 * tolerance);
      before = error;
    }
}

TEST(SundialsIda, FailureLeavesTheStateAndExplains)
{
  const InvalidBeyond system(0.5); // |q| > 0.5 is invalid, q = t is reached
  SundialsIdaOptions options;
  options.max_steps = 1000;
  SundialsIda integrator(system, options);
  State state;
  state.q = Vector::Zero(1);
  state.v = Vector::Ones(1);
  integrator.start(state);
  const State before       = state;
  const StepReport &report = integrator.step(state, 2.);
  EXPECT_FALSE(report.accepted);
  EXPECT_NE(report.reason.find("IDA stopped"), std::string::npos)
    << report.reason;
  EXPECT_EQ(before.time, state.time);
  EXPECT_EQ(before.q(0), state.q(0));
  EXPECT_EQ(before.v(0), state.v(0));
  options.max_order = 9;
  EXPECT_THROW(SundialsIda(system, options), Error);
}
