// SPDX-License-Identifier: Apache-2.0
// After the start, steps on small systems allocate no memory.
#include <rivlin/benchmarks/heavy_top.h>
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/spring_pendulum.h>
#include <rivlin/dynamics/dense_system.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/dynamics/statics.h>

#include "maxwell_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

// Sanitizers bring their own malloc; only glibc lets us wrap its one.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

namespace
{
  bool counting = false;
  long n_calls  = 0;
} // namespace

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);

void *
malloc(std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_malloc(size);
}
void *
calloc(std::size_t n, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_calloc(n, size);
}
void *
realloc(void *pointer, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_realloc(pointer, size);
}
void *
aligned_alloc(std::size_t alignment, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_memalign(alignment, size);
}
}

using namespace rivlin;

TEST(Allocation, CounterCounts)
{
  n_calls  = 0;
  counting = true;
  Vector x = Vector::Zero(100);
  counting = false;
  EXPECT_GE(n_calls, 1);
  EXPECT_EQ(x.size(), 100);
}

TEST(Allocation, StepsAllocateNothingAfterTheFirstOnes)
{
  for (const Benchmark &problem : {pendulum(),
                                   spring_pendulum(1e-4),
                                   heavy_top(HeavyTopSpace::so3),
                                   heavy_top(HeavyTopSpace::r3_so3),
                                   heavy_top(HeavyTopSpace::se3)})
    for (const std::string &name : integrator_names())
      {
        // IDA starts an integration of its own in each step; statics has no
        // small steps to be quick in.
        if (name == "IDA" || name == "statics")
          continue;
        // The others refuse Lie groups, or allocate there. Accelerations of
        // the top's joint are differentiated by difference quotients, which
        // allocate: Rosenbrock methods on the top without a joint only.
        const bool is_rosenbrock =
          name.starts_with("ROS") || name.starts_with("RODAS");
        if (!problem.system->space().is_flat() && name != "generalized alpha" &&
            name != "BLieDF3" &&
            !(is_rosenbrock && problem.system->n_multipliers() == 0))
          continue;
        IntegratorOptions options;
        options.rosenbrock.adaptive    = name != "linear implicit Euler";
        options.rosenbrock.rigid_level = ConstraintLevel::acceleration;
        // The error is estimated, but no step is refused for it.
        options.rosenbrock.tolerances.absolute = 1;
        State state                            = problem.start;
        const auto integrator = make_integrator(name, *problem.system, options);
        integrator->start(state);
        for (int i = 0; i < 5; ++i)
          ASSERT_TRUE(integrator->step(state, 1e-4).accepted) << name;
        n_calls  = 0;
        counting = true;
        bool all = true;
        for (int i = 0; i < 10; ++i)
          all = integrator->step(state, 1e-4).accepted && all;
        counting = false;
        EXPECT_TRUE(all) << name;
        EXPECT_EQ(n_calls, 0) << problem.name << ", " << name;
      }
}

TEST(Allocation, StepsWithVariablesAtPointsAllocateNothing)
{
  const MaxwellChain chain(4);
  for (const std::string name :
       {"generalized alpha", "UL", "BLieDF3", "RODAS4P", "RADAU5"})
    {
      const auto integrator = make_integrator(name, chain);
      State state;
      state.q    = Vector::Zero(4);
      state.v    = Vector::Zero(4);
      state.v(0) = 1;
      integrator->start(state);
      for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(integrator->step(state, 1e-3).accepted) << name;
      n_calls  = 0;
      counting = true;
      bool all = true;
      for (int i = 0; i < 10; ++i)
        all = integrator->step(state, 1e-3).accepted && all;
      counting = false;
      EXPECT_TRUE(all) << name;
      EXPECT_EQ(n_calls, 0) << name;
    }
}

namespace
{
  /// atan(q) = 1.4 or 0, in turns: unloading starts from a tangent that is 35
  /// times too soft, so that Newton's steps must be damped.
  class SofteningSpring final : public DenseSystem
  {
  public:
    int n_velocities() const override
    {
      return 1;
    }
    int n_multipliers() const override
    {
      return 0;
    }
    ConstraintKind constraint_kind() const override
    {
      return ConstraintKind::none;
    }
    Evaluation mass(const Vector &, MatrixRef M) const override
    {
      M(0, 0) = 1;
      return {};
    }
    Evaluation
    force(double t, const Vector &q, const Vector &, Vector &g) const override
    {
      g(0) = std::atan(q(0)) - load(t);
      return {};
    }
    Evaluation damping(const State &, MatrixRef D) const override
    {
      D(0, 0) = 0;
      return {};
    }
    /// The default allocates, as that of damping does.
    Evaluation residual_change(const State &state,
                               const double h,
                               Blocks &result) const override
    {
      result.q.setConstant(1, load(state.time) - load(state.time + h));
      result.lambda.resize(0);
      return {};
    }
    Evaluation stiffness(const State &state, MatrixRef K) const override
    {
      K(0, 0) = 1 / (1 + state.q(0) * state.q(0));
      return {};
    }

  private:
    static double load(const double t)
    {
      return 0.7 * (1 - std::cos(std::acos(-1.) * t));
    }
  };
} // namespace

TEST(Allocation, DampedNewtonStepsAllocateNothing)
{
  const SofteningSpring spring;
  Statics statics(spring);
  State state;
  state.q = Vector::Zero(1);
  statics.start(state);
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(statics.step(state, 1).accepted);
  const long trials = statics.counters().line_search_trials;
  n_calls           = 0;
  counting          = true;
  bool all          = true;
  for (int i = 0; i < 4; ++i)
    all = statics.step(state, 1).accepted && all;
  counting = false;
  EXPECT_TRUE(all);
  EXPECT_GT(statics.counters().line_search_trials, trials);
  EXPECT_EQ(n_calls, 0);
}

#endif
