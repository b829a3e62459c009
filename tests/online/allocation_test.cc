// SPDX-License-Identifier: Apache-2.0
// After the first call, evaluations and steps allocate no memory.
#include <rivlin/online/reduced_force.h>

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

#endif
