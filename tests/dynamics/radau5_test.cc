// SPDX-License-Identifier: Apache-2.0
// RADAU5: order, reference values, control.
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/radau5.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/spring_pendulum.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace rivlin;

namespace
{
  State run(const Benchmark &problem, const Radau5Options &options, double h)
  {
    Radau5 integrator(*problem.system, options);
    State state = problem.start;
    IntegrationPlan plan;
    plan.end_time                  = problem.end_time;
    plan.initial_step              = h;
    const IntegrationReport report = integrate(integrator, state, plan);
    EXPECT_TRUE(report.finished) << report.reason;
    return state;
  }
} // namespace

TEST(Radau5, OrderFiveForIndexOne)
{
  const Benchmark problem = prothero_robinson(1e-2);
  Radau5Options options;
  options.adaptive   = false;
  options.tolerances = {1e-12, 1e-12, false};
  const State coarse = run(problem, options, problem.end_time / 50);
  const State fine   = run(problem, options, problem.end_time / 100);
  const auto order   = [](const Vector &a, const Vector &b, const Vector &x) {
    return std::log2((a - x).norm() / (b - x).norm());
  };
  EXPECT_NEAR(order(coarse.q, fine.q, problem.solution.q), 5, 0.2);
  EXPECT_NEAR(order(coarse.v, fine.v, problem.solution.v), 5, 0.2);
  EXPECT_NEAR(order(coarse.lambda, fine.lambda, problem.solution.lambda),
              5,
              0.2);
}

TEST(Radau5, OrdersFiveThreeTwoForIndexThree)
{
  // Becker (2012), Example 4.0.15 (q, v); the multiplier has order 2. For
  // linear constraints q is exact.
  Radau5Options options;
  options.adaptive       = false;
  options.tolerances     = {1e-12, 1e-12, false};
  options.rigid_level    = ConstraintLevel::position;
  const Benchmark linear = prothero_robinson(0);
  const State a          = run(linear, options, linear.end_time / 50);
  const State b          = run(linear, options, linear.end_time / 100);
  EXPECT_NEAR(std::log2((a.v - linear.solution.v).norm() /
                        (b.v - linear.solution.v).norm()),
              3,
              0.1);
  EXPECT_NEAR(std::log2(a.lambda.norm() / b.lambda.norm()), 2, 0.1);
  const Benchmark nonlinear = pendulum();
  const State c             = run(nonlinear, options, nonlinear.end_time / 50);
  const State d             = run(nonlinear, options, nonlinear.end_time / 100);
  EXPECT_NEAR(std::log2((c.q - nonlinear.solution.q).norm() /
                        (d.q - nonlinear.solution.q).norm()),
              5,
              0.3);
}

TEST(Radau5, ReproducesTheStiffPendulum)
{
  // Independent high precision values, eps^2 = 1e-4, t = 4.
  Radau5Options options;
  options.tolerances = {1e-12, 1e-12, false};
  const State state  = run(spring_pendulum(1e-4), options, 1e-3);
  EXPECT_NEAR(state.q(0), 0.999997776306321, 1e-10);
  EXPECT_NEAR(state.q(1), -6.08783230117913e-4, 1e-10);
  EXPECT_NEAR(state.v(0), 1.01022339796425e-4, 1e-10);
  EXPECT_NEAR(state.v(1), 0.129390646958353, 1e-10);
}

TEST(Radau5, ReproducesThePendulum)
{
  const Benchmark problem = pendulum();
  Radau5Options options;
  options.tolerances = {1e-11, 1e-11, false};
  const State state  = run(problem, options, 1e-3);
  EXPECT_LT((state.q - problem.solution.q).norm(), 1e-11);
  EXPECT_LT((state.lambda - problem.solution.lambda).norm(), 1e-10);
  EXPECT_NEAR(state.q.norm(), 1, 1e-15);
  EXPECT_NEAR(state.q.dot(state.v), 0, 1e-14);
}

TEST(Radau5, RefusesSettingsThatMakeNoSense)
{
  const Benchmark problem = pendulum();
  Radau5Options options;
  options.tolerances.absolute = 0;
  EXPECT_THROW(Radau5(*problem.system, options), Error);
  options             = {};
  options.rigid_level = ConstraintLevel::velocity;
  EXPECT_THROW(Radau5(*problem.system, options), Error);
}
