// SPDX-License-Identifier: Apache-2.0
// BLieDF: start, change of step size, refusals. Orders: tests/benchmarks.
#include <rivlin/dynamics/bliedf.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/heavy_top.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/spring_pendulum.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace rivlin;

namespace
{
  /// Error of q on the heavy top at t = 0.25 with n steps up to the middle and
  /// 2 n steps after it.
  double error_with_two_step_sizes(const int order, const int n)
  {
    const HeavyTopSpace space = HeavyTopSpace::r3_so3;
    const Benchmark problem   = heavy_top(space);
    BLieDFOptions options;
    options.order            = order;
    options.newton.tolerance = 1e-12;
    BLieDF integrator(*problem.system, options);
    State state = problem.start;
    integrator.start(state);
    for (int i = 0; i < 3 * n; ++i)
      {
        const StepReport &report =
          integrator.step(state, 0.125 / (i < n ? n : 2 * n));
        EXPECT_TRUE(report.accepted) << report.reason;
      }
    return heavy_top_error(space,
                           state,
                           heavy_top_motion(space, 1, 0.25).back())
      .q;
  }
} // namespace

TEST(BLieDF, AnotherStepSizeStartsAnewAndKeepsTheOrder)
{
  for (const int order : {2, 3, 4})
    {
      const double observed = std::log2(error_with_two_step_sizes(order, 128) /
                                        error_with_two_step_sizes(order, 256));
      EXPECT_GT(observed, order - 0.35) << order;
    }
}

TEST(BLieDF, StiffStartIsImplicitAndKeepsTheOrder)
{
  // The spring has the frequency 1e4 rad/s: explicit substeps of 1e-3 s are
  // unstable.
  const Benchmark problem =
    with_reference(spring_pendulum(1e-8, 13.7503716, 0.4), 1e-12);
  for (const int order : {2, 3, 4})
    {
      double errors[2];
      for (const int i : {0, 1})
        {
          BLieDFOptions options;
          options.order = order;
          // Rounding errors of q are 1e8 times as large in lambda.
          options.newton.tolerance = 1e-7;
          BLieDF integrator(*problem.system, options);
          State state = problem.start;
          integrator.start(state);
          const int n = i == 0 ? 50 : 100;
          for (int k = 0; k < n; ++k)
            {
              const StepReport &report = integrator.step(state, 0.4 / n);
              ASSERT_TRUE(report.accepted) << report.reason;
            }
          // The work of the implicit start counts: 12 substeps a step.
          EXPECT_GE(integrator.counters().tangents, n + 12 * (order - 1));
          // The error of q changes its sign at one of these step sizes.
          errors[i] = (state.v - problem.solution.v).norm();
        }
      EXPECT_GT(std::log2(errors[0] / errors[1]), order - 0.35)
        << order << ": " << errors[0] << ", " << errors[1];
    }
}

TEST(BLieDF, StartThatIsNotResolvedIsRefusedWithItsReason)
{
  // The spring is stretched and vibrates with 1e6 rad/s: no start with substeps
  // of 1e-3 s can follow.
  Benchmark problem = spring_pendulum(1e-12);
  problem.start.q *= 1.1;
  BLieDFOptions options;
  options.order = 3;
  BLieDF integrator(*problem.system, options);
  State state = problem.start;
  integrator.start(state);
  const State before       = state;
  const StepReport &report = integrator.step(state, 8e-3);
  EXPECT_FALSE(report.accepted);
  EXPECT_NE(report.reason.find("starting procedure"), std::string::npos)
    << report.reason;
  EXPECT_EQ(state.time, before.time);
  EXPECT_EQ((state.q - before.q).norm(), 0);
  EXPECT_EQ((state.memory[1].values - before.memory[1].values).norm(), 0);
}

TEST(BLieDF, WrongSettingsAreExplained)
{
  const Benchmark problem = pendulum();
  for (const int order : {0, 5})
    {
      BLieDFOptions options;
      options.order = order;
      EXPECT_THROW(BLieDF(*problem.system, options), Error);
    }
  BLieDFOptions options;
  for (const int substeps : {0, 2, 6})
    {
      options.start_substeps = substeps;
      EXPECT_THROW(BLieDF(*problem.system, options), Error);
    }
  options                    = {};
  options.stabilized_index_2 = true;
  // A compliant constraint has nothing to stabilize.
  const Benchmark compliant = prothero_robinson(1e-2);
  EXPECT_THROW(BLieDF(*compliant.system, options), Error);
}
