// SPDX-License-Identifier: Apache-2.0
// W_vol and its inverse against each other, against differences and limits.
#include <rivlin/solid/volumetric_law.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace
{
  using namespace rivlin;

  const std::vector<VolumetricLaw> laws = {{VolumetricKind::quadratic, 0.2, 1.},
                                           {VolumetricKind::logarithmic,
                                            0.2,
                                            1.},
                                           {VolumetricKind::ogden, 0.2, 0.5},
                                           {VolumetricKind::ogden, 0.2, 1.},
                                           {VolumetricKind::ogden, 0.2, 9.}};

  // Fourth-order differences with h = 1e-4, where derivatives grow by at most
  // 20 each (J = 0.6, beta = 9): truncation (20 h)^4/30 < 1e-12 and roundoff
  // 1e-16/h = 1e-12 of the largest value; 1e-9 relative is safe.
  template <class F>
  double difference(const F &f, double x)
  {
    const double h = 1e-4;
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) /
           (12 * h);
  }

  TEST(VolumetricLaw, PressureAndStiffnessAreDerivatives)
  {
    for (const VolumetricLaw &law : laws)
      for (const double j : {-0.4, -0.1, 0., 1e-3, 0.2, 1.5})
        {
          const auto w   = evaluate_volumetric(law, j);
          const double p = difference(
            [&](double x) { return evaluate_volumetric(law, x).energy; }, j);
          const double slope = difference(
            [&](double x) { return evaluate_volumetric(law, x).pressure; }, j);
          EXPECT_NEAR(w.pressure, p, 1e-9 * (1 + std::abs(p)))
            << int(law.kind) << " at " << j;
          EXPECT_NEAR(w.stiffness, slope, 1e-9 * (1 + std::abs(slope)))
            << int(law.kind) << " at " << j;
        }
  }

  TEST(VolumetricLaw, HasThePrintedForm)
  {
    const double J = 1.3, kappa = 5, beta = 9;
    EXPECT_NEAR(
      evaluate_volumetric({VolumetricKind::quadratic, 0.2, beta}, J - 1).energy,
      kappa / 2 * (J - 1) * (J - 1),
      1e-15);
    EXPECT_NEAR(evaluate_volumetric({VolumetricKind::logarithmic, 0.2, beta},
                                    J - 1)
                  .energy,
                kappa / 4 * (J * J - 1 - 2 * std::log(J)),
                1e-15);
    EXPECT_NEAR(
      evaluate_volumetric({VolumetricKind::ogden, 0.2, beta}, J - 1).energy,
      kappa / (beta * beta) * (beta * std::log(J) + std::pow(J, -beta) - 1),
      1e-15);
  }

  TEST(VolumetricLaw, BulkModulusAndSmallEnergies)
  {
    for (const VolumetricLaw &law : laws)
      {
        EXPECT_NEAR(evaluate_volumetric(law, 0.).stiffness, 5., 1e-14);
        EXPECT_EQ(evaluate_volumetric(law, 0.).energy, 0.);
        EXPECT_EQ(evaluate_volumetric(law, 0.).pressure, 0.);
        // W = kappa/2 j^2 (1 + O(beta j)); 1e-10 * 9.
        for (const double j : {1e-10, -1e-10})
          {
            EXPECT_NEAR(evaluate_volumetric(law, j).energy / (2.5 * j * j),
                        1.,
                        5e-9);
            const auto inverse = invert_volumetric(law, 5 * j);
            EXPECT_NEAR(inverse.energy / (2.5 * j * j), 1., 5e-9);
          }
      }
  }

  TEST(VolumetricLaw, InverseUndoesThePressure)
  {
    for (const VolumetricLaw &law : laws)
      {
        // Up to 0.9 of where the Ogden law turns over.
        const double j_max = law.kind == VolumetricKind::ogden
                               ? std::pow(law.beta + 1, 1 / law.beta) - 1
                               : 5.;
        for (const double j : {-0.95,
                               -0.5,
                               -0.1,
                               -1e-3,
                               -1e-8,
                               0.,
                               1e-12,
                               1e-5,
                               0.05,
                               0.1,
                               0.5 * j_max,
                               0.9 * j_max})
          {
            const auto w       = evaluate_volumetric(law, j);
            const auto inverse = invert_volumetric(law, w.pressure);
            ASSERT_TRUE(inverse.valid);
            // The pressure carries 1e-16 relative; its condition is
            // p / (p' j), at most 10 at 0.9 j_max.
            const double tolerance = 1e-14 * std::abs(j);
            EXPECT_NEAR(inverse.volume_change, j, tolerance)
              << int(law.kind) << ' ' << law.beta;
            EXPECT_NEAR(inverse.compliance * w.stiffness, 1., 1e-12)
              << int(law.kind) << " at " << j;
          }
      }
  }

  TEST(VolumetricLaw, InverseIsTheDerivativeOfTheComplementaryEnergy)
  {
    for (const VolumetricLaw &law : laws)
      for (const double p : {-20., -3., -0.1, 0., 0.1})
        {
          const auto inverse = invert_volumetric(law, p);
          const double j     = difference(
            [&](double x) { return invert_volumetric(law, x).energy; }, p);
          const double c = difference(
            [&](double x) { return invert_volumetric(law, x).volume_change; },
            p);
          EXPECT_NEAR(inverse.volume_change, j, 1e-9)
            << int(law.kind) << " at " << p;
          EXPECT_NEAR(inverse.compliance, c, 1e-9)
            << int(law.kind) << " at " << p;
          const auto w = evaluate_volumetric(law, inverse.volume_change);
          EXPECT_NEAR(inverse.energy,
                      p * inverse.volume_change - w.energy,
                      1e-13 * (1 + std::abs(w.energy)));
        }
  }

  TEST(VolumetricLaw, OgdenHasNoInverseBeyondItsMaximum)
  {
    const VolumetricLaw law{VolumetricKind::ogden, 0.2, 3.};
    // p is largest at J^beta = beta + 1.
    const double j_max = std::pow(4., 1. / 3) - 1;
    const double p_max = evaluate_volumetric(law, j_max).pressure;
    EXPECT_NEAR(evaluate_volumetric(law, j_max).stiffness, 0., 1e-14);
    EXPECT_TRUE(invert_volumetric(law, 0.999999 * p_max).valid);
    EXPECT_LT(invert_volumetric(law, 0.999999 * p_max).volume_change, j_max);
    for (const double p : {1.000001 * p_max, 2 * p_max, 1e300})
      {
        const auto inverse = invert_volumetric(law, p);
        EXPECT_FALSE(inverse.valid);
        EXPECT_TRUE(std::isfinite(inverse.volume_change) &&
                    std::isfinite(inverse.energy));
      }
    EXPECT_FALSE(invert_volumetric(law, std::nan("")).valid);
  }

  TEST(VolumetricLaw, IncompressibleIsTheLimit)
  {
    for (VolumetricLaw law : laws)
      {
        law.inverse_bulk_modulus = 0;
        const auto limit         = invert_volumetric(law, 7.);
        EXPECT_TRUE(limit.valid);
        EXPECT_EQ(limit.volume_change, 0.);
        EXPECT_EQ(limit.compliance, 0.);
        EXPECT_EQ(limit.energy, 0.);
        // U* = p^2/(2 kappa) to first order in 1/kappa.
        law.inverse_bulk_modulus = 1e-12;
        const auto near          = invert_volumetric(law, 7.);
        EXPECT_NEAR(near.volume_change, 7e-12, 1e-20);
        EXPECT_NEAR(near.energy, 49e-12 / 2, 1e-20);
      }
  }

  TEST(VolumetricLaw, HydrostaticCompressionOfAHundredBulkModuli)
  {
    // Far beyond use, but a Newton iterate may come here: still a volume.
    for (const VolumetricLaw &law : laws)
      if (law.kind != VolumetricKind::quadratic)
        {
          const auto inverse = invert_volumetric(law, -500.);
          ASSERT_TRUE(inverse.valid);
          EXPECT_GT(inverse.volume_change, -1.);
          EXPECT_NEAR(evaluate_volumetric(law, inverse.volume_change).pressure,
                      -500.,
                      500 * 1e-11);
        }
  }
} // namespace
