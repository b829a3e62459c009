// SPDX-License-Identifier: Apache-2.0
// Rosenbrock methods: conditions, order, cost, refusals, step control.
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/rosenbrock.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/spring_pendulum.h>

#include "small_systems.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

using namespace rivlin;

namespace
{
  std::array<double, 3> errors(const Benchmark &problem,
                               const RosenbrockMethod &method,
                               const RosenbrockOptions &options,
                               const int n)
  {
    Rosenbrock integrator(*problem.system, method, options);
    State state = problem.start;
    IntegrationPlan plan;
    plan.end_time                  = problem.end_time;
    plan.initial_step              = problem.end_time / n;
    const IntegrationReport report = integrate(integrator, state, plan);
    EXPECT_TRUE(report.finished) << report.reason;
    const auto distance = [](const Vector &a, const Vector &b) {
      return b.size() > 0 ? (a - b).norm() : 0.;
    };
    return {distance(state.q, problem.solution.q),
            distance(state.v, problem.solution.v),
            distance(state.lambda, problem.solution.lambda)};
  }

  /// The Prothero-Robinson equation without its analytic time derivative.
  class WithoutTimeDerivative : public HardeningSpring
  {
  public:
    WithoutTimeDerivative()
      : HardeningSpring(4, 1, 0)
    {}
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override
    {
      // Forced such that q = sin t.
      const double x = std::sin(t);
      HardeningSpring::force(0, q, v, g);
      g(0) -= 3 * x + x * x * x;
      return {};
    }
  };
} // namespace

TEST(RosenbrockMethods, CoefficientsSatisfyWhatTheyPromise)
{
  for (const RosenbrockMethod &method : rosenbrock_methods())
    {
      const RosenbrockProperties p = properties(method);
      EXPECT_EQ(p.order, method.order) << method.name;
      EXPECT_EQ(p.embedded_order, method.embedded_order) << method.name;
      EXPECT_EQ(p.index_1_order, method.index_1_order) << method.name;
      EXPECT_EQ(p.scholz_order, method.scholz_order) << method.name;
      EXPECT_EQ(p.is_stiffly_accurate, method.is_stiffly_accurate)
        << method.name;
      // Sums of up to 6 products of coefficients below 10 in double.
      EXPECT_LT(p.worst_residual, 1e-13) << method.name;
      EXPECT_LE(std::abs(p.R_infinity), 1 + 1e-14) << method.name;
      EXPECT_EQ(p.is_stiffly_accurate && std::abs(p.R_infinity) > 1e-13, false)
        << method.name;
    }
  // Becker (2012), Tables 4.4 and 4.5.
  EXPECT_NEAR(properties(rosenbrock_method("ROS3P")).R_infinity,
              1 - std::sqrt(3.),
              1e-14);
  EXPECT_EQ(properties(rosenbrock_method("ROS3P")).n_function_calls, 2);
  EXPECT_EQ(properties(rosenbrock_method("ROS3PL")).n_function_calls, 3);
  EXPECT_EQ(properties(rosenbrock_method("RODAS4P")).n_function_calls, 6);
}

TEST(RosenbrockMethods, WrongCoefficientIsDetected)
{
  RosenbrockMethod method = rosenbrock_method("RODAS4P");
  method.alpha[3][1] += 1e-8;
  EXPECT_LT(properties(method).order, 4);
}

TEST(RosenbrockMethods, UnknownNameSuggestsTheNearest)
{
  try
    {
      rosenbrock_method("Ros3pl");
      FAIL();
    }
  catch (const Error &error)
    {
      EXPECT_NE(std::string(error.what()).find("did you mean \"ROS3PL\""),
                std::string::npos)
        << error.what();
    }
}

TEST(Rosenbrock, ClassicalOrderOnTheMildProtheroRobinsonEquation)
{
  const Benchmark problem = prothero_robinson(1e-2);
  for (const RosenbrockMethod &method : rosenbrock_methods())
    {
      const int n       = method.gamma > 1 ? 3200 : 400;
      const auto coarse = errors(problem, method, {}, n);
      const auto fine   = errors(problem, method, {}, 2 * n);
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(std::log2(coarse[i] / fine[i]), method.order, 0.2)
          << method.name << " quantity " << i;
    }
}

TEST(Rosenbrock, FullOrderForRigidConstraintsAtTheAccelerationLevel)
{
  const Benchmark problem = pendulum();
  RosenbrockOptions options;
  options.rigid_level = ConstraintLevel::acceleration;
  for (const RosenbrockMethod &method : rosenbrock_methods())
    {
      const int n       = 200;
      const auto coarse = errors(problem, method, options, n);
      const auto fine   = errors(problem, method, options, 2 * n);
      for (const int i : {0, 2})
        EXPECT_NEAR(std::log2(coarse[i] / fine[i]), method.order, 0.15)
          << method.name << " quantity " << i;
    }
}

TEST(Rosenbrock, PositionLevelHasTheReducedOrderOfIndexThree)
{
  // Orders in q measured on the pendulum; documented in
  // doc/theory/time_integration.md.
  const Benchmark problem = pendulum();
  for (const auto &[name, order] : {std::pair<std::string, double>{"ROS3P", 1},
                                    {"ROS3PL", 1},
                                    {"RODAS3", 1},
                                    {"RODAS4P", 2}})
    {
      const auto coarse = errors(problem, rosenbrock_method(name), {}, 400);
      const auto fine   = errors(problem, rosenbrock_method(name), {}, 800);
      EXPECT_NEAR(std::log2(coarse[0] / fine[0]), order, 0.15) << name;
    }
  EXPECT_THROW(Rosenbrock(*problem.system, rosenbrock_method("RO2P")), Error);
}

TEST(Rosenbrock, CostsOneFactorizationAndTwoResidualsPerStepOfRos3p)
{
  const Benchmark problem = spring_pendulum(1e-4);
  Rosenbrock integrator(*problem.system, rosenbrock_method("ROS3P"));
  State state = problem.start;
  integrator.start(state);
  const Counters before = integrator.counters();
  const int n           = 10;
  for (int i = 0; i < n; ++i)
    ASSERT_TRUE(integrator.step(state, 1e-3).accepted);
  const Counters &after = integrator.counters();
  EXPECT_EQ(after.factorizations - before.factorizations, n);
  EXPECT_EQ(after.solves - before.solves, 3 * n);
  // Two per step and the very first one; autonomous, so none for f_t.
  EXPECT_EQ(after.residuals - before.residuals, 2 * n + 1);

  // Not autonomous and without derivative: one more per step.
  const WithoutTimeDerivative forced;
  Rosenbrock second(forced, rosenbrock_method("ROS3P"));
  state   = State();
  state.q = Vector::Zero(1);
  state.v = Vector::Ones(1);
  second.start(state);
  const long at_start = second.counters().residuals;
  for (int i = 0; i < n; ++i)
    ASSERT_TRUE(second.step(state, 1e-2).accepted);
  EXPECT_EQ(second.counters().residuals - at_start, 3 * n + 1);
}

TEST(Rosenbrock, DistributedSystemsReuseTheLastResidualToo)
{
  // There the comparison goes through the system's global norm.
  class Distributed : public HardeningSpring
  {
  public:
    Distributed()
      : HardeningSpring(4, 1, 1)
    {}
    bool is_distributed() const override
    {
      return true;
    }
  };
  const Distributed system;
  Rosenbrock integrator(system, rosenbrock_method("ROS3P"));
  State state;
  state.q = state.v = Vector::Zero(1);
  integrator.start(state);
  const long before = integrator.counters().residuals;
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(integrator.step(state, 0.01).accepted);
  EXPECT_EQ(integrator.counters().residuals - before, 31);
  state.v(0) += 1e-3; // a state nobody has seen
  ASSERT_TRUE(integrator.step(state, 0.01).accepted);
  EXPECT_EQ(integrator.counters().residuals - before, 35);
}

TEST(Rosenbrock, DifferencedTimeDerivativeKeepsOrderFour)
{
  const WithoutTimeDerivative system;
  std::array<double, 2> error;
  for (int k = 0; k < 2; ++k)
    {
      Rosenbrock integrator(system, rosenbrock_method("RODAS4"));
      State state;
      state.q = Vector::Zero(1);
      state.v = Vector::Ones(1);
      IntegrationPlan plan;
      plan.end_time     = 2;
      plan.initial_step = k == 0 ? 0.1 : 0.05;
      integrate(integrator, state, plan);
      error[k] = std::abs(state.q(0) - std::sin(2.));
    }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.3);
}

TEST(Rosenbrock, EmbeddedErrorControlsTheStep)
{
  // Global error proportional to the tolerance up to a moderate factor.
  std::array<double, 2> error;
  for (int k = 0; k < 2; ++k)
    {
      const Benchmark problem = prothero_robinson(1e-2);
      RosenbrockOptions options;
      options.adaptive            = true;
      options.tolerances.absolute = options.tolerances.relative =
        k == 0 ? 1e-5 : 1e-8;
      options.tolerances.scale_with_step = false;
      Rosenbrock integrator(*problem.system,
                            rosenbrock_method("RODAS4"),
                            options);
      State state = problem.start;
      IntegrationPlan plan;
      plan.end_time                  = problem.end_time;
      plan.initial_step              = 0.1;
      const IntegrationReport report = integrate(integrator, state, plan);
      ASSERT_TRUE(report.finished) << report.reason;
      EXPECT_GT(report.largest_step, 1.2 * report.smallest_step);
      error[k] = (state.q - problem.solution.q).norm();
    }
  EXPECT_LT(error[0], 1e-3);
  EXPECT_LT(error[1], 1e-6);
  EXPECT_GT(error[0] / error[1], 100);
}
