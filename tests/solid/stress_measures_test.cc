// SPDX-License-Identifier: Apache-2.0
// Output quantities in states where they are known.
#include <rivlin/solid/stress_measures.h>

#include <rivlin/solid/point_response.h>

#include "materials_under_test.h"

#include <gtest/gtest.h>

namespace
{
  using namespace rivlin;

  TEST(StressMeasures, VonMisesInTensionAndShear)
  {
    Matrix3 tension = Matrix3::Zero(), shear = Matrix3::Zero();
    tension(0, 0) = 3;
    shear(0, 1) = shear(1, 0) = 2;
    EXPECT_NEAR(von_mises_stress(tension), 3., 1e-15);
    EXPECT_NEAR(von_mises_stress(tension - 5 * Matrix3::Identity()), 3., 1e-14);
    EXPECT_NEAR(von_mises_stress(shear), 2 * std::sqrt(3.), 1e-15);
  }

  TEST(StressMeasures, CauchyStressIsSymmetricAndIsForcePerDeformedArea)
  {
    std::mt19937 random(2);
    const Matrix3 F = Matrix3::Identity() + random_matrix(random, 0.3);
    for (const auto &[name, material] : rubbers_under_test())
      {
        const Matrix3 sigma =
          cauchy_stress(evaluate_point(material, F, Need::residual).P, F);
        EXPECT_LT((sigma - sigma.transpose()).norm(),
                  1e-14 * (1 + sigma.norm()))
          << name;
      }
    // A bar of unit section under the force 3, section shrunk to 0.5 * 0.8.
    Matrix3 P = Matrix3::Zero();
    P(0, 0)   = 3;
    EXPECT_NEAR(cauchy_stress(P, Vector3(2, 0.5, 0.8).asDiagonal())(0, 0),
                3 / 0.4,
                1e-14);
  }

  TEST(StressMeasures, PrincipalStretchesComeLargestFirst)
  {
    std::mt19937 random(4);
    const Vector3 stretches =
      principal_stretches(rotated_stretch(random, {0.5, 2., 1.1}));
    EXPECT_LT((stretches - Vector3(2., 1.1, 0.5)).norm(), 1e-14);
  }
} // namespace
