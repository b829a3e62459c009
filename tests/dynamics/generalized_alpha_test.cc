// SPDX-License-Identifier: Apache-2.0
// Generalized-alpha: parameters, order, variable steps, error estimate.
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/integrate.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/prothero_robinson.h>

#include "small_systems.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace rivlin;

namespace
{
  /// Errors of q, v and lambda after n steps; every second one is half as long
  /// as the others if `alternating`.
  std::array<double, 3> errors(const Benchmark &problem,
                               const GeneralizedAlphaOptions &options,
                               const int n,
                               const bool alternating)
  {
    GeneralizedAlpha integrator(*problem.system, options);
    State state = problem.start;
    integrator.start(state);
    const double h = problem.end_time / n;
    for (int i = 0; i < n; ++i)
      {
        const double factor      = !alternating ? 1. : i % 2 ? 2. / 3 : 4. / 3;
        const StepReport &report = integrator.step(state, factor * h);
        EXPECT_TRUE(report.accepted) << report.reason;
      }
    const auto distance = [](const Vector &a, const Vector &b) {
      return b.size() > 0 ? (a - b).norm() : 0.;
    };
    return {distance(state.q, problem.solution.q),
            distance(state.v, problem.solution.v),
            distance(state.lambda, problem.solution.lambda)};
  }

  /// The exact multiplier of the pendulum at given times from its angle, with
  /// steps so small that the classical Runge-Kutta method is exact to 1e-12.
  class PendulumAngle
  {
  public:
    explicit PendulumAngle(const State &start)
      : angle(std::atan2(start.q(0), -start.q(1)))
      , speed(start.v(0) / std::cos(angle))
    {}
    double multiplier_at(const double time)
    {
      const int n    = 100;
      const double h = (time - t) / n;
      const auto f = [](double x) { return -Pendulum::gravity * std::sin(x); };
      for (int i = 0; i < n; ++i)
        {
          const double k1 = speed, l1 = f(angle);
          const double k2 = speed + h / 2 * l1, l2 = f(angle + h / 2 * k1);
          const double k3 = speed + h / 2 * l2, l3 = f(angle + h / 2 * k2);
          const double k4 = speed + h * l3, l4 = f(angle + h * k3);
          angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
          speed += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
        }
      t = time;
      return speed * speed + Pendulum::gravity * std::cos(angle);
    }

  private:
    double angle, speed, t = 0;
  };
} // namespace

TEST(GeneralizedAlpha, ChungHulbertParametersFollowTheSpectralRadius)
{
  // rho = 1: trapezoidal rule with averaged equilibrium; rho = 0: alpha_m = -1.
  const AlphaParameters one = chung_hulbert(1);
  EXPECT_DOUBLE_EQ(one.alpha_m, 0.5);
  EXPECT_DOUBLE_EQ(one.alpha_f, 0.5);
  EXPECT_DOUBLE_EQ(one.beta, 0.25);
  EXPECT_DOUBLE_EQ(one.gamma, 0.5);
  const AlphaParameters zero = chung_hulbert(0);
  EXPECT_DOUBLE_EQ(zero.alpha_m, -1);
  EXPECT_DOUBLE_EQ(zero.beta, 1);
  EXPECT_DOUBLE_EQ(zero.gamma, 1.5);
  EXPECT_THROW(chung_hulbert(1.1), Error);
  EXPECT_THROW(chung_hulbert(-0.1), Error);
  EXPECT_THROW(hilber_hughes_taylor(0.5), Error);
}

TEST(GeneralizedAlpha, UnusualParametersAreExplained)
{
  EXPECT_TRUE(consequences(chung_hulbert(0.7)).empty());
  EXPECT_TRUE(consequences(hilber_hughes_taylor(0.1)).empty());
  const auto damped_newmark = consequences(newmark(0.36, 0.7));
  ASSERT_EQ(damped_newmark.size(), 2u);
  EXPECT_NE(damped_newmark[0].find("first order"), std::string::npos);
  const auto growing = consequences(newmark(0.25, 0.45));
  ASSERT_EQ(growing.size(), 3u);
  EXPECT_NE(growing[1].find("gains energy"), std::string::npos);
  const auto conditional = consequences(newmark(0.2, 0.5));
  ASSERT_EQ(conditional.size(), 2u);
  EXPECT_NE(conditional[0].find("unstable for large steps"), std::string::npos);
  const auto undamped = consequences(chung_hulbert(1));
  ASSERT_EQ(undamped.size(), 1u);
  EXPECT_NE(undamped[0].find("oscillate"), std::string::npos);
  AlphaParameters unstable = chung_hulbert(0.7);
  unstable.alpha_m         = 0.6;
  unstable.gamma           = 0.5 + unstable.alpha_f - unstable.alpha_m;
  EXPECT_NE(consequences(unstable)[0].find("unstable"), std::string::npos);
}

TEST(GeneralizedAlpha, PublishedMultiplierErrorsOfThePendulum)
{
  // Arnold et al. 2015, after eq. (57), rho = 0.9: plain and perturbed start.
  struct Entry
  {
    StartingValues values;
    double h, published;
  };
  for (const auto &[values, h, published] :
       {Entry{StartingValues::plain, 2e-2, 2.48e-1},
        Entry{StartingValues::plain, 1e-2, 1.23e-1},
        Entry{StartingValues::second_differences, 2e-2, 3.99e-3},
        Entry{StartingValues::second_differences, 1e-2, 9.96e-4}})
    {
      const Benchmark problem = pendulum(0.2, 2.);
      GeneralizedAlphaOptions options;
      options.parameters      = chung_hulbert(0.9);
      options.starting_values = values;
      GeneralizedAlpha integrator(*problem.system, options);
      State state = problem.start;
      PendulumAngle exact(state);
      double error = 0;
      Observer observer;
      observer.on_step = [&](const State &s, const StepReport &) {
        error =
          std::max(error, std::abs(s.lambda(0) - exact.multiplier_at(s.time)));
      };
      IntegrationPlan plan;
      plan.end_time     = 2;
      plan.initial_step = h;
      integrate(integrator, state, plan, {observer});
      EXPECT_NEAR(error, published, 0.005 * published); // printed digits
    }
}

TEST(GeneralizedAlpha, SecondOrderForIndexZeroOneAndThree)
{
  struct Case
  {
    Benchmark problem;
    int n;
  };
  // Steps resolve eps = 0.1; for eps = 1e-3 and 0 they do not.
  for (const Case &c : {Case{prothero_robinson(1e-2), 880},
                        Case{prothero_robinson(1e-6), 110},
                        Case{prothero_robinson(0), 110},
                        Case{pendulum(), 200}})
    for (const AlphaParameters &parameters :
         {chung_hulbert(0.), chung_hulbert(0.7), hilber_hughes_taylor(0.1)})
      {
        GeneralizedAlphaOptions options;
        options.parameters = parameters;
        const auto coarse  = errors(c.problem, options, c.n, false);
        const auto fine    = errors(c.problem, options, 2 * c.n, false);
        for (int i = 0; i < 3; ++i)
          if (coarse[i] > 1e-12)
            {
              EXPECT_NEAR(std::log2(coarse[i] / fine[i]), 2, 0.25)
                << c.problem.name << " quantity " << i;
            }
      }
}

TEST(GeneralizedAlpha, AnInvalidPredictionIsLeft)
{
  // One mass between two springs that may be 3 long, let go at 2.9: a step of 2
  // with unchanged acceleration would end at -8.7. The solution is within.
  const DrivenChain system(1, 0);
  State state;
  state.q = Vector::Constant(1, 2.9);
  state.v = Vector::Zero(1);
  GeneralizedAlpha alpha(system, {});
  alpha.start(state);
  EXPECT_NEAR(state.a(0), -5.8, 1e-12);
  const StepReport &report = alpha.step(state, 2);
  EXPECT_TRUE(report.accepted) << report.reason;
  EXPECT_LT(std::abs(state.q(0)), 3);
}

TEST(GeneralizedAlpha, ModifiedNewtonSavesTangentsAndKeepsTheSolution)
{
  const Benchmark problem = pendulum();
  GeneralizedAlphaOptions options;
  const auto full = errors(problem, options, 50, false);
  GeneralizedAlpha full_newton(*problem.system, options);
  options.newton.modified = true;
  const auto modified     = errors(problem, options, 50, false);
  EXPECT_NEAR(full[0], modified[0], 1e-9);
  GeneralizedAlpha modified_newton(*problem.system, options);
  IntegrationPlan plan;
  plan.end_time     = 2;
  plan.initial_step = 0.04;
  State first = problem.start, second = problem.start;
  const auto a = integrate(full_newton, first, plan);
  const auto b = integrate(modified_newton, second, plan);
  EXPECT_LT(b.counters.tangents, a.counters.tangents);
}

TEST(GeneralizedAlpha, AlternatingStepsKeepOrderTwoOnlyWithAdaptedGamma)
{
  GeneralizedAlphaOptions options;
  options.parameters = chung_hulbert(0.5);
  for (const bool adapt : {true, false})
    {
      options.adapt_gamma     = adapt;
      const Benchmark problem = prothero_robinson(1e-2, 6, 1);
      const auto a            = errors(problem, options, 200, true);
      const auto b            = errors(problem, options, 800, true);
      const double order      = std::log2(a[1] / b[1]) / 2;
      EXPECT_NEAR(order, adapt ? 2 : 1, adapt ? 0.1 : 0.3);
      const auto c         = errors(pendulum(), options, 200, true);
      const auto d         = errors(pendulum(), options, 800, true);
      const double order_3 = std::log2(c[0] / d[0]) / 2;
      EXPECT_NEAR(order_3, adapt ? 2 : 1.2, adapt ? 0.1 : 0.3);
    }
}

TEST(GeneralizedAlpha, AdaptedGammaHasTheConstantOneAsFixedPoint)
{
  for (const double rho : {0., 0.3, 0.9, 1.})
    {
      const AlphaParameters p = chung_hulbert(rho);
      EXPECT_NEAR(adapted_gamma(p, p.gamma, 1), p.gamma, 1e-14);
    }
}

TEST(GeneralizedAlpha, ErrorEstimateIsTheLocalError)
{
  // One step from an exact state whose auxiliary acceleration is the one the
  // method would have there: a(t + (alpha_m - alpha_f) h) to first order.
  const double a = 6, t = 0.3;
  const ProtheroRobinson system(a, 1e-2);
  for (const double h : {4e-3, 2e-3})
    {
      GeneralizedAlphaOptions options;
      options.parameters      = chung_hulbert(0.6);
      options.error_tolerance = 1;
      GeneralizedAlpha integrator(system, options);
      State state;
      state.time = t;
      state.q    = Vector::Constant(1, system.phi(t, 0));
      state.v    = Vector::Constant(1, system.phi(t, 1));
      integrator.start(state);
      const AlphaParameters &p = options.parameters;
      state.memory[0].values(0) +=
        (p.alpha_m - p.alpha_f) * h * system.phi(t, 3);
      const StepReport report = integrator.step(state, h);
      ASSERT_TRUE(report.accepted) << report.reason;
      const double truth = std::abs(state.q(0) - system.phi(t + h, 0));
      // increment_norm of (e, 0) is e / sqrt(2).
      EXPECT_NEAR(std::sqrt(2.) * report.error_estimate / truth, 1, 20 * h);
    }
}

TEST(GeneralizedAlpha, AdaptiveErrorFollowsTheTolerance)
{
  // Local errors of size tol in steps of size tol^(1/3): the global error is
  // about tol^(2/3), a factor 100 for a factor 1000.
  std::vector<double> error;
  for (const double tolerance : {1e-5, 1e-8})
    {
      const Benchmark problem = prothero_robinson(1e-2);
      GeneralizedAlphaOptions options;
      options.error_tolerance = tolerance;
      GeneralizedAlpha integrator(*problem.system, options);
      State state = problem.start;
      IntegrationPlan plan;
      plan.end_time                  = problem.end_time;
      plan.initial_step              = 1e-3;
      const IntegrationReport report = integrate(integrator, state, plan);
      ASSERT_TRUE(report.finished) << report.reason;
      error.push_back((state.q - problem.solution.q).norm());
    }
  EXPECT_GT(error[0] / error[1], 30);
  EXPECT_LT(error[0] / error[1], 300);
}

TEST(GeneralizedAlpha, ScalingChangesRoundingErrorsOnly)
{
  // With steps of 1e-5 an error of one unit in the last place of q is
  // 2.2e-16 / (beta h^2) = 7e-6 in lambda; some of them add up.
  std::vector<double> multiplier;
  for (const bool scaling : {true, false})
    {
      const Benchmark problem = pendulum();
      GeneralizedAlphaOptions options;
      options.scaling = scaling;
      GeneralizedAlpha integrator(*problem.system, options);
      State state = problem.start;
      integrator.start(state);
      for (int i = 0; i < 100; ++i)
        {
          const StepReport &report = integrator.step(state, 1e-5);
          ASSERT_TRUE(report.accepted) << report.reason;
        }
      multiplier.push_back(state.lambda(0));
      EXPECT_NEAR(state.lambda(0),
                  1 - 2 * Pendulum::gravity -
                    3 * Pendulum::gravity * state.q(1),
                  1e-3);
    }
  EXPECT_NEAR(multiplier[0], multiplier[1], 1e-3);
}

TEST(GeneralizedAlpha, InconsistentStartIsRefusedOrProjected)
{
  Benchmark problem = pendulum();
  problem.start.q *= 1.01;
  State state = problem.start;
  GeneralizedAlpha strict(*problem.system);
  try
    {
      strict.start(state);
      FAIL() << "a violated constraint was accepted";
    }
  catch (const Error &error)
    {
      // (1.01^2 - 1)/2 = 0.01005
      EXPECT_NE(std::string(error.what()).find("0.01005"), std::string::npos)
        << error.what();
    }
  GeneralizedAlphaOptions options;
  options.consistency.project = true;
  GeneralizedAlpha lenient(*problem.system, options);
  state = problem.start;
  lenient.start(state);
  EXPECT_NEAR(state.q.norm(), 1, 1e-14);
  EXPECT_NEAR(state.q.dot(state.v), 0, 1e-14);
}
