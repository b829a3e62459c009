// SPDX-License-Identifier: Apache-2.0
// State is the whole truth: restarts and refused steps, for every method.
#include "same_state.h"

#include <rivlin/benchmarks/andrews.h>
#include <rivlin/benchmarks/heavy_top.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/spring_pendulum.h>
#include <rivlin/benchmarks/two_mass.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/make_integrator.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace rivlin;

namespace
{
  IntegratorOptions adaptive_options()
  {
    IntegratorOptions options;
    options.generalized_alpha.error_tolerance = 1e-4;
    options.rosenbrock.adaptive               = true;
    options.rosenbrock.rigid_level            = ConstraintLevel::acceleration;
    return options;
  }

  std::vector<Benchmark> problems()
  {
    return {spring_pendulum(1e-4, 13.7503716, 0.5), pendulum(0.2, 0.5)};
  }

  /// The two masses with a stretch that vanishes when they are pulled hard.
  Benchmark overloaded()
  {
    Benchmark problem = two_mass(100, 0.5);
    problem.start.v   = Vector{{-60., 0.}}; // inverts within 0.02 s
    return problem;
  }
} // namespace

TEST(State, RestartContinuesBitForBitForEveryMethod)
{
  for (const Benchmark &problem : problems())
    for (const std::string &name : integrator_names())
      for (const bool adaptive : {false, true})
        {
          // Statics has no inertia (tested in dynamics), Euler no estimate.
          if (name == "statics" ||
              (adaptive && name == "linear implicit Euler"))
            continue;
          IntegratorOptions options =
            adaptive ? adaptive_options() : IntegratorOptions();
          options.rosenbrock.rigid_level = ConstraintLevel::acceleration;
          IntegrationPlan plan;
          plan.end_time     = problem.end_time;
          plan.initial_step = 0.01;
          plan.output_times = {0.0333, 0.27};
          State whole       = problem.start, stored;
          Observer observer;
          observer.on_output = [&](const State &s) { stored = s; };
          const auto first   = make_integrator(name, *problem.system, options);
          const auto report  = integrate(*first, whole, plan, {observer});
          ASSERT_TRUE(report.finished) << name << ": " << report.reason;
          ASSERT_EQ(stored.time, 0.27);
          // A new integrator knows nothing but the stored state.
          const auto second = make_integrator(name, *problem.system, options);
          plan.resume       = true;
          integrate(*second, stored, plan);
          EXPECT_TRUE(same_bits(whole, stored))
            << problem.name << ", " << name << (adaptive ? ", adaptive" : "");
        }
}

TEST(State, RestartContinuesBitForBitOnLieGroups)
{
  for (const HeavyTopSpace space :
       {HeavyTopSpace::so3, HeavyTopSpace::r3_so3, HeavyTopSpace::se3})
    for (const bool stabilized : {false, true})
      for (const std::string name : {"generalized alpha",
                                     "HHT",
                                     "UL",
                                     "UL-CRV",
                                     "BLieDF1",
                                     "BLieDF2",
                                     "BLieDF3",
                                     "BLieDF4"})
        {
          // The conformal vector is for SO(3); stabilized forms are for rigid
          // constraints, and not for the updated Lagrangian methods.
          if ((name == "UL-CRV" && space == HeavyTopSpace::se3) ||
              (stabilized &&
               (name.starts_with("UL") || space == HeavyTopSpace::so3)))
            continue;
          const Benchmark problem = heavy_top(space, 0.02);
          IntegratorOptions options;
          options.generalized_alpha.stabilized_index_2 = stabilized;
          options.generalized_alpha.starting_values =
            StartingValues::second_differences;
          options.bliedf.stabilized_index_2 = stabilized;
          // The second stop changes the step size: BLieDF starts anew, and one
          // of the restarts is within its starting procedure.
          for (const double stop : {0.003, 0.0085})
            {
              IntegrationPlan plan;
              plan.end_time     = problem.end_time;
              plan.initial_step = 1e-3;
              plan.output_times = {0.0083, stop};
              std::sort(plan.output_times.begin(), plan.output_times.end());
              State whole = problem.start, stored;
              Observer observer;
              observer.on_output = [&](const State &s) {
                if (s.time == stop)
                  stored = s;
              };
              const auto first =
                make_integrator(name, *problem.system, options);
              const auto report = integrate(*first, whole, plan, {observer});
              ASSERT_TRUE(report.finished) << name << ": " << report.reason;
              ASSERT_EQ(stored.time, stop);
              const auto second =
                make_integrator(name, *problem.system, options);
              plan.resume = true;
              integrate(*second, stored, plan);
              EXPECT_TRUE(same_bits(whole, stored))
                << problem.name << ", " << name << ", " << stop;
            }
        }
}

TEST(State, RefusedStepLeavesItUntouchedForEveryMethod)
{
  const Benchmark problem = overloaded();
  for (const std::string &name : integrator_names())
    {
      if (name == "statics")
        continue;
      IntegratorOptions options;
      options.ida.max_steps = 1000;
      const auto integrator = make_integrator(name, *problem.system, options);
      State state           = problem.start;
      integrator->start(state);
      ASSERT_TRUE(integrator->step(state, 1e-4).accepted) << name;
      const State before = state;
      bool refused       = false;
      for (const double h : {0.1, 0.3, 1.})
        {
          const StepReport &report = integrator->step(state, h);
          if (report.accepted)
            break;
          refused = true;
          EXPECT_FALSE(report.reason.empty()) << name;
          EXPECT_TRUE(same_bits(before, state)) << name << ", h = " << h;
        }
      EXPECT_TRUE(refused) << name << " accepts an impossible step";
    }
}

TEST(State, RepeatedRefusalEndsWithTimeStepAndReason)
{
  const Benchmark problem = overloaded();
  for (const std::string name : {"generalized alpha", "RODAS4P", "RADAU5"})
    {
      const auto integrator = make_integrator(name, *problem.system);
      State state           = problem.start;
      IntegrationPlan plan;
      plan.end_time                  = problem.end_time;
      plan.initial_step              = 0.05;
      plan.minimum_step              = 0.04;
      const IntegrationReport report = integrate(*integrator, state, plan);
      EXPECT_FALSE(report.finished) << name;
      EXPECT_NE(report.reason.find("refused at t = "), std::string::npos)
        << report.reason;
      EXPECT_NE(report.reason.find("0.04"), std::string::npos) << report.reason;
    }
}

TEST(State, LongerRefusedStepsCanBeRepeatedShorter)
{
  // The driver gets through the same start when it may shorten its steps.
  const Benchmark problem = two_mass(100, 0.05);
  const auto integrator   = make_integrator("ROS3P", *problem.system);
  State state             = problem.start;
  state.v                 = Vector{{-12., 0.}};
  IntegrationPlan plan;
  plan.end_time                  = problem.end_time;
  plan.initial_step              = 0.05;
  const IntegrationReport report = integrate(*integrator, state, plan);
  EXPECT_TRUE(report.finished) << report.reason;
}
