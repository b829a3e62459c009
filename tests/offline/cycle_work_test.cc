// SPDX-License-Identifier: Apache-2.0
// Which force models give back over a closed cycle what they took.
#include <rivlin/offline/cycle_work.h>

#include "offline/trained_ring.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    const TrainedRing &ring()
    {
      static const TrainedRing the_ring;
      return the_ring;
    }

    TEST(CycleWork, PointsWithWeightsConserveEnergy)
    {
      for (const ForceModel &model :
           {force_model("Galerkin"), force_model("cubature")})
        {
          const CycleWork cycle = work_over_cycle(ring().with(model));
          EXPECT_TRUE(cycle.finished);
          EXPECT_LT(std::abs(cycle.spurious), 1e-6);
        }
    }

    ForceOptions blend_of_all(const double beta)
    {
      ForceOptions options;
      options.n_nearest = 60;
      options.beta      = beta;
      return options;
    }

    TEST(CycleWork, EnergyTpwlConservesEnergyWhereItIsSmooth)
    {
      // A small curve on which the nearest state stays the same; all states
      // count, so that none drops out.
      for (const double beta : {3., 25.})
        {
          const ForceOptions options = blend_of_all(beta);
          const CycleWork energies =
            work_over_cycle(ring().with(force_model("energy TPWL"), options),
                            120,
                            0.05);
          EXPECT_TRUE(energies.finished);
          EXPECT_LT(std::abs(energies.spurious), 1e-6);
          const CycleWork forces =
            work_over_cycle(ring().with(force_model("TPWL"), options),
                            120,
                            0.05);
          EXPECT_TRUE(forces.finished);
          EXPECT_GT(std::abs(forces.spurious), 1e-6);
        }
    }

    TEST(CycleWork, EnergyTpwlLosesOnlyWhatTheRuleMisses)
    {
      // Where the nearest state changes the force jumps, but the energy does
      // not: the trapezoidal rule has an error that falls with the steps. What
      // forces that are no gradient make stays.
      const ReducedModelData energies =
        ring().with(force_model("energy TPWL"), blend_of_all(25));
      const ReducedModelData forces =
        ring().with(force_model("TPWL"), blend_of_all(25));
      EXPECT_LT(std::abs(work_over_cycle(energies, 960).spurious),
                std::abs(work_over_cycle(energies, 120).spurious) / 4);
      EXPECT_LT(std::abs(work_over_cycle(energies, 960).spurious), 5e-5);
      const double coarse = work_over_cycle(forces, 120).spurious,
                   fine   = work_over_cycle(forces, 480).spurious;
      EXPECT_GT(std::abs(fine), 1e-3);
      EXPECT_NEAR(coarse / fine, 1, 0.01);
    }

    TEST(CycleWork, ForcesThatAreNoGradientMakeEnergy)
    {
      for (const ForceModel &model : {force_model("TPWL"),
                                      force_model("condensed TPWL"),
                                      force_model("DEIM"),
                                      force_model("unassembled DEIM")})
        {
          const CycleWork cycle = work_over_cycle(ring().with(model));
          EXPECT_TRUE(cycle.finished);
          EXPECT_GT(std::abs(cycle.spurious), 1e-3) << model.name;
        }
    }

    TEST(CycleWork, ARangeOnOneSideIsRespected)
    {
      // Poses between 1 and 2 mm only: at fraction 1 the curve stays there.
      ReducedModelData data = ring().with(force_model("Galerkin"));
      data.range.lowest_pose.setZero();
      data.range.highest_pose.setZero();
      data.range.lowest_pose(0, 0)  = 1;
      data.range.highest_pose(0, 0) = 2;
      const CycleWork cycle         = work_over_cycle(data, 60, 1);
      EXPECT_TRUE(cycle.finished);
      EXPECT_LT(std::abs(cycle.spurious), 1e-12);
    }

    TEST(CycleWork, SaysThatStaticsFailed)
    {
      ReducedModelData data = ring().with(force_model("Galerkin"));
      data.range.lowest_pose *= 20; // through the outer wall
      data.range.highest_pose *= 20;
      const CycleWork cycle = work_over_cycle(data);
      EXPECT_FALSE(cycle.finished);
      EXPECT_TRUE(std::isnan(cycle.spurious));
    }
  } // namespace
} // namespace rivlin
