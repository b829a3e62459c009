// SPDX-License-Identifier: Apache-2.0
// Published results of Becker (2012) and of Arnold and Bruls (2007).
#include <rivlin/benchmarks/andrews.h>
#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/prothero_robinson_study.h>
#include <rivlin/benchmarks/slider_crank.h>
#include <rivlin/benchmarks/spring_pendulum.h>
#include <rivlin/dynamics/integrate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace rivlin;

TEST(Published, StiffProtheroRobinsonSeparatesTheMethods)
{
  // Becker (2012), Figures 4.4 and 4.5, eps^2 = 1e-6: h from 0.1 = 100 eps to
  // 0.8 eps.
  const Benchmark problem      = prothero_robinson(1e-6);
  const std::vector<int> steps = {22, 44, 88, 176, 352, 704, 1408, 2816};
  const auto order             = [&](const std::string &method,
                         const std::string &quantity,
                         const std::vector<int> &range) {
    return fitted_order(convergence(problem, method, {}, "", range), quantity);
  };
  // On average over the range: near index 3 its orders are 2 and 3, catching
  // up with 4 and more as h approaches eps.
  EXPECT_GT(order("RODAS4P", "q", steps), 3);
  EXPECT_GT(order("RODAS4P", "v", steps), 3.2);
  // The others lose their order as long as h > 10 eps.
  const std::vector<int> large = {22, 44, 88, 176};
  EXPECT_LT(order("RODAS4", "q", large), 1);
  EXPECT_LT(order("RODAS4", "v", large), 1.5);
  EXPECT_LT(order("RO2", "q", steps), 0.2);
  EXPECT_NEAR(order("RO2", "v", steps), 1, 0.2);
  EXPECT_NEAR(order("ROS3P", "v", large), 2, 0.2);
}

TEST(Published, StiffProtheroRobinsonKeepsOrderFourOfRodas4p)
{
  // doc/theory/time_integration.md, "Prothero-Robinson": largest errors in [0,
  // 2.2] at eps = 1e-3, with h from 100 eps to 0.39 eps.
  const std::vector<int> steps = {22, 44, 88, 176, 352, 704, 1408, 2816, 5632};
  const auto errors = [&](const double eps_squared, const std::string &method) {
    std::map<std::string, std::vector<double>> result;
    for (const VerificationRow &row :
         prothero_robinson_largest_errors(eps_squared, method, steps))
      result[row.quantity].push_back(row.error);
    return result;
  };
  const auto order = [](const std::vector<double> &e, const int i) {
    return std::log2(e[i] / e[i + 1]);
  };
  // h <= 6.25 eps: order 4 from each step size to the next.
  auto stiff = errors(1e-6, "RODAS4P"), mild = errors(1e-2, "RODAS4P");
  for (int i = 4; i < 8; ++i)
    {
      EXPECT_NEAR(order(stiff["largest q"], i), 4, 0.2) << steps[i];
      EXPECT_NEAR(order(stiff["largest v"], i), 4, 0.2) << steps[i];
    }
  // h >= 50 eps: 2 and 3, because the errors are C eps^2 h^2 and C h^3.
  EXPECT_NEAR(order(stiff["largest q"], 0), 2, 0.1);
  EXPECT_NEAR(order(stiff["largest v"], 0), 3, 0.1);
  // No order reduction in q: at no step size is the error larger than that of
  // the mild problem, C h^4.
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_LT(stiff["largest q"][i], mild["largest q"][i]) << steps[i];
  // The others lose their order: the errors are hundreds of times those of the
  // mild problem, or do not fall with their order.
  stiff = errors(1e-6, "RODAS4");
  mild  = errors(1e-2, "RODAS4");
  for (int i = 4; i < 9; ++i)
    {
      EXPECT_GT(stiff["largest q"][i], 20 * mild["largest q"][i]) << steps[i];
      EXPECT_GT(stiff["largest v"][i], 2000 * mild["largest v"][i]) << steps[i];
    }
  stiff = errors(1e-6, "RO2");
  for (int i = 0; i < 8; ++i)
    {
      EXPECT_LT(order(stiff["largest q"], i), 0.8) << steps[i];
      EXPECT_LT(order(stiff["largest v"], i), 1.2) << steps[i];
    }
}

TEST(Published, StepControlOfExample514)
{
  // 372 Jacobians, 744 function calls, 3 rejected steps.
  const Benchmark problem = spring_pendulum(1e-12, 1., 10.);
  RosenbrockOptions options;
  options.adaptive            = true;
  options.tolerances.absolute = options.tolerances.relative = 1e-4;
  Rosenbrock integrator(*problem.system, rosenbrock_method("ROS3P"), options);
  State state = problem.start;
  IntegrationPlan plan;
  plan.end_time                  = 10;
  plan.initial_step              = 1e-3;
  const IntegrationReport report = integrate(integrator, state, plan);
  ASSERT_TRUE(report.finished) << report.reason;
  EXPECT_NEAR(report.counters.tangents, 372, 0.25 * 372);
  EXPECT_NEAR(report.counters.residuals, 744, 0.25 * 744);
  EXPECT_LE(report.rejected, 20);
  // The length of the pendulum: the constraint of a spring of stiffness 1e12.
  EXPECT_NEAR(state.q.norm(), 1, 1e-3);
}

TEST(Published, AndrewsStartAgreesWithTheTestSet)
{
  const Benchmark problem = andrews();
  GeneralizedAlpha integrator(*problem.system);
  State state = problem.start;
  integrator.start(state);
  EXPECT_NEAR(state.lambda(0), 98.5668703962410896, 1e-9);
  EXPECT_NEAR(state.lambda(1), -6.12268834425566265, 1e-9);
  EXPECT_NEAR(state.a(0), 14222.4439199541139, 1e-6);
  EXPECT_NEAR(state.a(1), -10666.8329399655854, 1e-6);
}

TEST(Published, AndrewsConvergesToThePublishedAngle)
{
  const Benchmark problem = with_reference(andrews(), 1e-10);
  // Published with an error of 1.1e-9; the second value is from an independent
  // integration in extended precision (doc/verification).
  EXPECT_NEAR(problem.solution.q(0), 15.81077119629904, 2e-9);
  EXPECT_NEAR(problem.solution.q(0), 15.810771195154, 1e-10);
  IntegratorOptions options;
  options.generalized_alpha.parameters = chung_hulbert(0.7);
  const auto rows =
    convergence(problem, "generalized alpha", options, "", {400, 800, 1600});
  for (const std::string quantity : {"q", "v", "lambda"})
    EXPECT_NEAR(fitted_order(rows, quantity), 2, 0.15) << quantity;
}

TEST(Published, SliderCrankIsOfSecondOrder)
{
  const Benchmark problem = with_reference(slider_crank(), 1e-10);
  IntegratorOptions options;
  options.generalized_alpha.parameters = chung_hulbert(0.7);
  const auto rows =
    convergence(problem, "generalized alpha", options, "", {800, 1600, 3200});
  for (const std::string quantity : {"q", "v", "lambda"})
    EXPECT_NEAR(fitted_order(rows, quantity), 2, 0.15) << quantity;
}

TEST(Published, WithoutDampingMultipliersOscillate)
{
  // Arnold and Bruls (2007), Figure 8: Andrews, h = 3e-4. Sum of |second
  // differences| over sum of |first differences|: about 2 for values that
  // alternate, small for smooth.
  const auto roughness = [](const double rho) {
    const Benchmark problem = andrews();
    GeneralizedAlphaOptions options;
    options.parameters = chung_hulbert(rho);
    GeneralizedAlpha integrator(*problem.system, options);
    State state = problem.start;
    std::vector<Vector> lambda;
    Observer observer;
    observer.on_step = [&](const State &s, const StepReport &) {
      lambda.push_back(s.lambda);
    };
    IntegrationPlan plan;
    plan.end_time     = problem.end_time;
    plan.initial_step = 3e-4;
    integrate(integrator, state, plan, {observer});
    double first = 0, second = 0;
    for (std::size_t i = 1; i + 1 < lambda.size(); ++i)
      {
        first += (lambda[i + 1] - lambda[i]).norm();
        second += (lambda[i + 1] - 2 * lambda[i] + lambda[i - 1]).norm();
      }
    return second / first;
  };
  EXPECT_GT(roughness(1), 1.5);
  EXPECT_LT(roughness(0.7), 0.8);
}
