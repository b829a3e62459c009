// SPDX-License-Identifier: Apache-2.0
// After the first call, evaluations and steps allocate no memory.
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/online/reduced_model.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cstdlib>

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

namespace
{
  template <class Action>
  long allocations_of(const Action &action)
  {
    n_calls  = 0;
    counting = true;
    action();
    counting = false;
    return n_calls;
  }
} // namespace

TEST(OnlineAllocation, CounterCounts)
{
  Vector x;
  EXPECT_GE(allocations_of([&]() { x = Vector::Zero(100); }), 1);
}

TEST(OnlineAllocation, ForcesAllocateNothingAfterTheFirstCall)
{
  RandomNumbers random(1);
  const int n         = 46;
  PointForce cubature = random_points(2, 200, n, true, random);
  cubature.gradients *= 0.2;
  PointForce deim = cubature;
  deim.test       = cubature.gradients.transpose();
  deim.weights.resize(0);
  TpwlForce forces;
  forces.table.states   = random.matrix(n, 20);
  forces.table.forces   = random.matrix(n, 20);
  forces.table.tangents = random.matrix(n * n, 20);
  forces.table.energies = random.vector(20);
  forces.table.metric   = random.matrix(n, n);
  TpwlForce energies    = forces;
  energies.blend        = TpwlForce::Blend::energies;
  LookupForce lookup;
  lookup.table = forces.table;
  for (const ReducedForce &force : {ReducedForce(cubature),
                                    ReducedForce(deim),
                                    ReducedForce(forces),
                                    ReducedForce(energies),
                                    ReducedForce(lookup)})
    {
      ForceEvaluation result;
      Vector r = random.vector(n, 0.05);
      evaluate(force, r, Need::residual_and_tangent, result);
      ASSERT_TRUE(result.valid);
      r *= 0.5;
      EXPECT_EQ(allocations_of([&]() {
                  evaluate(force, r, Need::residual_and_tangent, result);
                }),
                0)
        << describe(force);
    }
}

TEST(OnlineAllocation, StepsAllocateNothingAfterTheFirstOnes)
{
  SyntheticOptions options;
  options.n_modes     = 40;
  options.n_points    = 200;
  options.n_pressures = 10;
  options.size        = 0.15;
  for (const int dim : {2, 3})
    for (const bool is_free : {false, true})
      for (const double compliance : {0.05, 0.})
        {
          options.dim        = dim;
          options.n_modes    = dim == 2 ? 40 : 20;
          options.compliance = compliance;
          const ReducedModel model(
            std::make_shared<const ReducedModelData>(synthetic_data(options)),
            {is_free ? free_sleeve(dim) : driven_sleeve(dim, 0.03)},
            nullptr,
            true);
          IntegratorOptions settings;
          settings.generalized_alpha.consistency.project = true;
          const auto integrator =
            make_integrator("generalized alpha", model, settings);
          State state = model.initial_state();
          integrator->start(state);
          for (int i = 0; i < 8; ++i)
            ASSERT_TRUE(integrator->step(state, 1e-3).accepted);
          bool accepted = true;
          EXPECT_EQ(allocations_of([&]() {
                      for (int i = 0; i < 5; ++i)
                        accepted =
                          integrator->step(state, 1e-3).accepted && accepted;
                    }),
                    0)
            << dim << "D, free " << is_free << ", compliance " << compliance;
          EXPECT_TRUE(accepted);
        }
}

#endif
