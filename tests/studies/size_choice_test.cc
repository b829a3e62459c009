// SPDX-License-Identifier: Apache-2.0
// The search for sizes on errors that are known formulas.
#include <rivlin/studies/size_choice.h>

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// An error that falls with the modes, is large with few pressures and with
    /// many, and grows with the tolerance of the cubature.
    Candidate synthetic(const ModelSizes &sizes, const double wish)
    {
      Candidate candidate;
      candidate.sizes  = sizes;
      candidate.points = static_cast<int>(
        sizes.modes * (8 + 2 * std::log(1 / sizes.cubature_tolerance)));
      const double n    = sizes.modes;
      const double m    = sizes.pressures;
      const double best = 0.35 * n;
      const double pressures =
        m == 0 ? 1 : 1 + 10 * std::pow(std::log(m / best), 2);
      candidate.reaction =
        0.5 * std::exp(-n / 8) * pressures + 0.05 * sizes.cubature_tolerance;
      candidate.displacement = 4 * candidate.reaction;
      candidate.over_wish    = candidate.reaction / wish;
      candidate.operations =
        operation_count(3, sizes.modes + 12, sizes.pressures, candidate.points);
      return candidate;
    }

    double no_limit(int)
    {
      return 0;
    }
  } // namespace

  TEST(SizeChoice, TheCheapestOfTheModelsThatMeetTheWishIsTaken)
  {
    for (const double wish : {0.05, 0.005, 0.001})
      {
        const SizeChoice choice = choose_sizes({100, 90, std::min(wish, 1e-2)},
                                               no_limit,
                                               [&](const ModelSizes &sizes) {
                                                 return synthetic(sizes, wish);
                                               });
        EXPECT_TRUE(choice.best.meets()) << wish;
        for (const Candidate &other : choice.tried)
          {
            EXPECT_TRUE(!other.meets() ||
                        choice.best.operations <= other.operations);
          }
        // exp(-n/8)/2 = wish tells how many modes it takes at least; the search
        // may take a sixth more, half a step of its ladder.
        const double least = 8 * std::log(0.5 / wish);
        EXPECT_GE(choice.best.sizes.modes, std::floor(least));
        EXPECT_LE(choice.best.sizes.modes, std::max(6., 1.2 * least + 2));
        // As coarse a cubature as the wish allows: one step more would not do.
        EXPECT_GT(choice.best.sizes.cubature_tolerance, std::min(wish, 1e-2));
        EXPECT_LT(choice.tried.size(), 50u);
      }
  }

  TEST(SizeChoice, ADisplacementFormHasNoPressures)
  {
    const SizeChoice choice =
      choose_sizes({100, 0, 1e-2}, no_limit, [&](const ModelSizes &sizes) {
        EXPECT_EQ(sizes.pressures, 0);
        return synthetic(sizes, 0.01);
      });
    EXPECT_TRUE(choice.best.meets());
  }

  TEST(SizeChoice, WhatComesNearestIsTakenIfNothingMeetsTheWish)
  {
    const SizeChoice choice =
      choose_sizes({20, 15, 1e-3}, no_limit, [&](const ModelSizes &sizes) {
        return synthetic(sizes, 1e-6);
      });
    EXPECT_FALSE(choice.best.meets());
    EXPECT_EQ(choice.best.sizes.modes, 20);
    for (const Candidate &other : choice.tried)
      EXPECT_LE(choice.best.over_wish, other.over_wish);
  }

  TEST(SizeChoice, ModesThatCannotDoAreNotTried)
  {
    int fewest              = 1000;
    const SizeChoice choice = choose_sizes(
      {100, 90, 1e-2},
      [](const int n) { return n < 20 ? 2. : 0.5; },
      [&](const ModelSizes &sizes) {
        fewest = std::min(fewest, sizes.modes);
        return synthetic(sizes, 0.05);
      });
    EXPECT_TRUE(choice.best.meets());
    EXPECT_GE(fewest, 20);
  }

  TEST(SizeChoice, AModelThatFailsIsNoChoice)
  {
    const SizeChoice choice =
      choose_sizes({60, 50, 1e-2}, no_limit, [&](const ModelSizes &sizes) {
        Candidate candidate = synthetic(sizes, 0.01);
        // Locks, or ends before its time.
        if (sizes.pressures > sizes.modes / 2 || sizes.modes < 30)
          candidate.reaction = candidate.displacement = candidate.over_wish =
            std::numeric_limits<double>::infinity();
        return candidate;
      });
    EXPECT_TRUE(choice.best.meets());
    EXPECT_GE(choice.best.sizes.modes, 30);
  }

  TEST(SizeChoice, PressuresAreChosenByTheDisplacementError)
  {
    const SizeChoice choice =
      choose_pressures({40, 0, 1e-3}, 40, [&](const ModelSizes &sizes) {
        EXPECT_EQ(sizes.modes, 40);
        EXPECT_EQ(sizes.cubature_tolerance, 1e-3);
        return synthetic(sizes, 1);
      });
    // The best is 14: those of the ladder beside it are 13 and 16.
    EXPECT_EQ(choice.best.sizes.pressures, 13);
    EXPECT_GE(choice.tried.size(), 8u);
    // A few pressures are all that some snapshots have.
    EXPECT_EQ(choose_pressures({40, 0, 1e-3},
                               3,
                               [&](const ModelSizes &sizes) {
                                 return synthetic(sizes, 1);
                               })
                .best.sizes.pressures,
              3);
  }

  TEST(SizeChoice, OperationsGrowWithEverySize)
  {
    const double reference = operation_count(3, 52, 12, 281);
    EXPECT_GT(operation_count(3, 53, 12, 281), reference);
    EXPECT_GT(operation_count(3, 52, 13, 281), reference);
    EXPECT_GT(operation_count(3, 52, 12, 282), reference);
    // Measured: 590 and 1742 microseconds per evaluation with 52 and with 72
    // coordinates, 12 and 20 pressures, 281 and 521 points.
    EXPECT_NEAR(operation_count(3, 72, 20, 521) / reference, 1742. / 590, 0.8);
  }
} // namespace rivlin
