// SPDX-License-Identifier: Apache-2.0
// Seconds go to the section they were spent in; memory is what was touched.
#include <rivlin/base/timer.h>

#include <gtest/gtest.h>

#include <vector>

namespace
{
  using namespace rivlin;

  // Ten ticks of a coarse clock (1 ms).
  constexpr double work = 0.01;

  void spend_cpu_seconds()
  {
    const StopWatch watch;
    while (watch.elapsed().cpu < work) {}
  }

  TEST(Timer, CountsTheSecondsOfEachSection)
  {
    Timer timer;
    for (int i = 0; i < 2; ++i)
      {
        const auto outer = timer.section("outer");
        {
          const auto busy = timer.section("busy");
          spend_cpu_seconds();
        }
        const auto idle = timer.section("idle");
      }
    ASSERT_EQ(timer.entries().size(), 3u);
    EXPECT_EQ(timer.entries()[0].name, "outer");
    EXPECT_EQ(timer.entries()[1].name, "busy");
    EXPECT_EQ(timer.entries()[1].n_calls, 2);
    EXPECT_GE(timer.seconds("busy").cpu, 2 * work);
    EXPECT_GE(timer.seconds("busy").wall, 2 * work);
    EXPECT_GE(timer.seconds("outer").cpu, timer.seconds("busy").cpu);
    EXPECT_LT(timer.seconds("idle").cpu, work);
    EXPECT_GE(timer.total().cpu, timer.seconds("outer").cpu);
  }

  TEST(Timer, HasNoSecondsForUnknownSections)
  {
    const Timer timer;
    EXPECT_EQ(timer.seconds("never").wall, 0);
    EXPECT_EQ(timer.seconds("never").cpu, 0);
    EXPECT_TRUE(timer.entries().empty());
  }

  TEST(PeakMemory, SeesWhatWasTouched)
  {
    const std::vector<char> touched(100'000'000, 'x');
    EXPECT_EQ(touched.back(), 'x');
    EXPECT_GE(peak_memory(), 100'000'000);
    EXPECT_LT(peak_memory(), 10'000'000'000);
  }
} // namespace
