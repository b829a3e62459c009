// SPDX-License-Identifier: Apache-2.0
// Variables at points: constant during a step, written once when it is
// accepted, part of every copy of a state.
#include "maxwell_chain.h"
#include "same_state.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/dynamics/stored_state.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace rivlin;

namespace
{
  /// All methods that run on systems with variables at points.
  std::vector<std::string> methods()
  {
    std::vector<std::string> names = integrator_names();
    std::erase_if(names, [](const std::string &name) {
      return name == "statics" || name == "IDA";
    });
    return names;
  }

  State start_of(const MaxwellChain &chain)
  {
    State state;
    state.q    = Vector::Zero(chain.n_velocities());
    state.v    = Vector::Zero(chain.n_velocities());
    state.v(0) = 1;
    return state;
  }

  /// q, v and s of one mass at the end of the chain: y' = A y.
  Eigen::Vector3d exact(const MaxwellChain &chain, const double t)
  {
    Eigen::Matrix3d A;
    A << 0, 1, 0,                          //
      -chain.k / chain.m, 0, -1 / chain.m, //
      0, chain.k_1, -1 / chain.tau;
    const Eigen::EigenSolver<Eigen::Matrix3d> eigen(A);
    const Eigen::Vector3cd parts =
      eigen.eigenvectors().inverse() *
      Eigen::Vector3d(0, 1, 0).cast<std::complex<double>>();
    const Eigen::Vector3cd grown =
      (eigen.eigenvalues() * t).array().exp() * parts.array();
    return (eigen.eigenvectors() * grown).real();
  }

  double error_at_end(const std::string &name, const int n_steps)
  {
    const MaxwellChain chain(1);
    const auto integrator = make_integrator(name, chain);
    State state           = start_of(chain);
    integrator->start(state);
    const double h = 0.5 / n_steps;
    for (int i = 0; i < n_steps; ++i)
      if (const StepReport &report = integrator->step(state, h);
          !report.accepted)
        throw ComputationFailed(name + ": " + report.reason);
    const Eigen::Vector3d y = exact(chain, 0.5);
    return std::abs(state.q(0) - y(0)) / 0.1 +
           std::abs(state.points[0].values(0) - y(2)) / 0.5;
  }

  /// A stiff bound makes long steps impossible.
  IntegrationPlan plan_with_refusals()
  {
    IntegrationPlan plan;
    plan.end_time     = 0.5;
    plan.initial_step = 0.02;
    plan.minimum_step = 1e-6;
    plan.output_times = {0.0333, 0.27};
    return plan;
  }

  IntegratorOptions adaptive_options()
  {
    IntegratorOptions options;
    options.generalized_alpha.error_tolerance = 1e-5;
    options.rosenbrock.adaptive               = true;
    options.rosenbrock.tolerances             = {1e-5, 1e-5, true};
    return options;
  }
} // namespace

TEST(PointVariables, StaticsRelaxesAsTheClosedForm)
{
  // A ramp to U until T, then rest. All elements are stretched alike and
  // linearly in time, for which the update is exact: whatever the steps.
  const double U = 0.6, T = 0.1;
  const MaxwellChain chain(2, [&](const double t) {
    return U * std::min(t / T, 1.);
  });
  Statics statics(chain);
  State state;
  state.q = Vector::Zero(2);
  IntegrationPlan plan;
  plan.end_time     = 1;
  plan.initial_step = 0.017;
  plan.output_times = {T, 0.3};
  long n_steps      = 0;
  Observer observer;
  observer.on_step = [&](const State &now, const StepReport &) {
    ++n_steps;
    const double e = U / 3, rate = e / T, t = now.time;
    const double s =
      t <= T ? chain.k_1 * rate * chain.tau * -std::expm1(-t / chain.tau)
             : chain.k_1 * rate * chain.tau * -std::expm1(-T / chain.tau) *
                 std::exp(-(t - T) / chain.tau);
    for (int i = 0; i < 3; ++i)
      {
        EXPECT_NEAR(now.points[0].values(2 * i), s, 1e-9) << t;
        EXPECT_NEAR(chain.force_of(now, i),
                    chain.k * e * std::min(t / T, 1.) + s,
                    1e-9)
          << t;
      }
    EXPECT_EQ(now.point_time, now.time);
  };
  ASSERT_TRUE(integrate(statics, state, plan, {observer}).finished);
  EXPECT_EQ(chain.n_accepted, n_steps);
}

TEST(PointVariables, MethodsKeepOrderTwo)
{
  for (const std::string &name : methods())
    {
      const double coarse = error_at_end(name, 200),
                   fine   = error_at_end(name, 400);
      const bool first = name == "BLieDF1" || name == "linear implicit Euler";
      EXPECT_NEAR(std::log2(coarse / fine), first ? 1 : 2, 0.2)
        << name << ": " << coarse << " " << fine;
    }
}

TEST(PointVariables, AnAcceptedStepIsToldOnce)
{
  for (const std::string &name : methods())
    {
      const MaxwellChain chain(3);
      IntegratorOptions options = adaptive_options();
      options.rosenbrock.adaptive =
        uses(integration_method(name), IntegratorSetting::adaptive_steps);
      const auto integrator = make_integrator(name, chain, options);
      State state           = start_of(chain);
      // BLieDF starts anew after each output time.
      const IntegrationReport report =
        integrate(*integrator, state, plan_with_refusals());
      ASSERT_TRUE(report.finished) << name << ": " << report.reason;
      EXPECT_EQ(chain.n_accepted, report.accepted) << name;
      EXPECT_EQ(state.point_time, state.time);
    }
}

TEST(PointVariables, ARefusedStepLeavesThemUntouched)
{
  for (const std::string &name : methods())
    {
      MaxwellChain chain(2);
      const auto integrator = make_integrator(name, chain);
      State state           = start_of(chain);
      integrator->start(state);
      for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(integrator->step(state, 1e-3).accepted) << name;
      const State before = state;
      chain.longest      = 0.01;
      bool refused       = false;
      for (const double h : {0.05, 0.2})
        {
          const bool accepted = integrator->step(state, h).accepted;
          EXPECT_FALSE(accepted) << name;
          EXPECT_TRUE(same_bits(before, state)) << name;
          refused = !accepted;
        }
      EXPECT_TRUE(refused);
      EXPECT_EQ(chain.n_accepted, 5) << name;
    }
}

TEST(PointVariables, AcceptanceDoesNotChangeTheResidual)
{
  const MaxwellChain chain(3);
  GeneralizedAlpha integrator(chain);
  State state = start_of(chain);
  integrator.start(state);
  for (int i = 0; i < 10; ++i)
    {
      State trial = state;
      ASSERT_TRUE(integrator.attempt(trial, 0.01).accepted);
      EXPECT_TRUE(same_bits(trial.points[0].values, state.points[0].values));
      EXPECT_EQ(trial.point_time, state.time);
      Blocks before, after;
      ASSERT_TRUE(
        chain.residual(trial, ConstraintLevel::position, before).valid);
      chain.accept(trial);
      trial.point_time = trial.time;
      ASSERT_TRUE(
        chain.residual(trial, ConstraintLevel::position, after).valid);
      EXPECT_LT((before.q - after.q).norm(), 1e-14);
      ASSERT_TRUE(integrator.step(state, 0.01).accepted);
      EXPECT_TRUE(same_bits(trial, state));
    }
}

TEST(PointVariables, RestartFromBytesContinuesBitForBit)
{
  for (const std::string &name : methods())
    for (const bool adaptive : {false, true})
      {
        if (adaptive && name == "linear implicit Euler")
          continue;
        const MaxwellChain chain(3);
        const IntegratorOptions options =
          adaptive ? adaptive_options() : IntegratorOptions();
        IntegrationPlan plan = plan_with_refusals();
        State whole          = start_of(chain);
        std::string stored;
        Observer observer;
        observer.on_output = [&](const State &state) {
          Container container;
          put_state(state, container);
          stored = container_bytes(container);
        };
        const auto first  = make_integrator(name, chain, options);
        const auto report = integrate(*first, whole, plan, {observer});
        ASSERT_TRUE(report.finished) << name << ": " << report.reason;
        // A new integrator knows nothing but the bytes.
        State resumed =
          get_state(parse_container(stored, "state", NotFinite::refuse));
        ASSERT_EQ(resumed.time, 0.27);
        const auto second = make_integrator(name, chain, options);
        plan.resume       = true;
        integrate(*second, resumed, plan);
        EXPECT_TRUE(same_bits(whole, resumed))
          << name << (adaptive ? ", adaptive" : "");
      }
}

TEST(PointVariables, AdaptiveStepsWithRefusalsFollowTheClosedForm)
{
  for (const std::string name : {"generalized alpha", "RODAS3"})
    {
      const MaxwellChain chain(1);
      const auto integrator = make_integrator(name, chain, adaptive_options());
      State state           = start_of(chain);
      IntegrationPlan plan  = plan_with_refusals();
      plan.initial_step     = 0.3;
      const IntegrationReport report = integrate(*integrator, state, plan);
      ASSERT_TRUE(report.finished) << report.reason;
      EXPECT_GT(report.rejected, 0);
      EXPECT_EQ(chain.n_accepted, report.accepted);
      const Eigen::Vector3d y = exact(chain, 0.5);
      // Some 100 steps with local errors of 1e-5 of q, which is 0.1 at most.
      EXPECT_NEAR(state.q(0), y(0), 2e-3) << name;
      EXPECT_NEAR(state.points[0].values(0), y(2), 1e-2) << name;
    }
}

TEST(PointVariables, StatesOfOtherSystemsAreRefused)
{
  const MaxwellChain chain(2), longer(3);
  GeneralizedAlpha integrator(chain);
  State state        = start_of(chain);
  state.points       = longer.initial_points();
  const auto refusal = [](const auto &action) -> std::string {
    try
      {
        action();
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return {};
  };
  EXPECT_EQ(refusal([&] { integrator.start(state); }),
            "The state has other variables at points than the system: "
            "\"Maxwell force and elongation\" (sampled, 3 x 2, 6 numbers) "
            "instead of \"Maxwell force and elongation\" (sampled, 2 x 2, 4 "
            "numbers). Start from a state of this system.");
  state.points.clear();
  integrator.start(state);
  IntegrationPlan plan;
  plan.resume = true;
  BLieDF other(chain);
  const std::string text = refusal([&] { integrate(other, state, plan); });
  EXPECT_NE(text.find("another memory than BLieDF2 keeps: \"auxiliary "
                      "acceleration\" (velocity, 2 numbers) instead of \"step "
                      "size and count\" (numbers, 2 numbers)"),
            std::string::npos)
    << text;
  state.points.clear();
  EXPECT_NE(refusal([&] {
              integrate(integrator, state, plan);
            }).find("nothing instead of \"Maxwell force"),
            std::string::npos);
}

#ifdef RIVLIN_WITH_SUNDIALS
TEST(PointVariables, IdaRefusesThem)
{
  const MaxwellChain chain(2);
  try
    {
      make_integrator("IDA", chain);
      FAIL();
    }
  catch (const Error &error)
    {
      EXPECT_NE(std::string(error.what()).find("variables at points"),
                std::string::npos);
    }
}
#endif
