// SPDX-License-Identifier: Apache-2.0
// Coulomb friction at a point: derivatives, limits, energies.
#include <rivlin/base/error.h>
#include <rivlin/solid/friction_law.h>

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    const ContactLaw normal_law{ContactMethod::penalty, 0.2, 7};
    const FrictionLaw law{0.4, 0.05, 7};
    const Cylinder roller{Vector3(0.2, 0, 0), Vector3::UnitZ(), 2, false};

    FrictionResponse
    at(const RigidSurface &surface, const Vector3 &y, const Vector3 &anchor)
    {
      const Gap here = gap(surface, y);
      return respond(law, here, respond(normal_law, here.value), y - anchor);
    }

    TEST(FrictionLaw, StiffnessIsDerivativeOfTheTraction)
    {
      // About 0.1 inside the surface; the spring is 0.01 or 0.1 long, or turned
      // out of the surface.
      const Vector3 y(0.2 + 1.9 * std::cos(0.6), 1.9 * std::sin(0.6), 0.3);
      for (const RigidSurface &surface :
           {RigidSurface(roller),
            RigidSurface(Plane{y + Vector3(0.1, 0, 0), Vector3::UnitX()})})
        for (const Vector3 &moved : {Vector3(0.003, -0.004, 0.005),
                                     Vector3(-0.06, 0.09, 0.05),
                                     Vector3(0.2, 0.05, -0.1)})
          {
            const Vector3 anchor        = y - moved;
            const FrictionResponse here = at(surface, y, anchor);
            EXPECT_NEAR(here.traction.dot(gap(surface, y).normal), 0, 1e-14);
            EXPECT_EQ(here.slips, moved.norm() > 0.05);
            const double h = 1e-6;
            for (int i = 0; i < 3; ++i)
              {
                const Vector3 change =
                  (at(surface, y + h * Vector3::Unit(i), anchor).traction -
                   at(surface, y - h * Vector3::Unit(i), anchor).traction) /
                  (2 * h);
                EXPECT_LT((change + here.K.col(i)).norm(),
                          1e-7 * here.K.norm());
              }
          }
    }

    TEST(FrictionLaw, SticksUpToTheLimitAndSlipsAtIt)
    {
      const Plane plane{Vector3::Zero(), Vector3::UnitZ()};
      const Vector3 y(0, 0, -0.1);
      const double p     = respond(normal_law, -0.1).pressure;
      const double limit = law.coefficient * p;
      const double reach = limit / law.stiffness();
      const Vector3 e    = Vector3(3, -4, 0) / 5;
      const auto pulled  = [&](const double length) {
        return at(plane, y, y - length * e);
      };
      EXPECT_FALSE(pulled(0.999 * reach).slips);
      EXPECT_LT((pulled(0.999 * reach).traction + 0.999 * limit * e).norm(),
                1e-13);
      EXPECT_TRUE(pulled(1.001 * reach).slips);
      EXPECT_LT((pulled(3 * reach).traction + limit * e).norm(), 1e-13);
      // Work of the path = energy of the spring + dissipation = force x path.
      const FrictionResponse far = pulled(3 * reach);
      EXPECT_NEAR(far.energy + far.dissipated,
                  0.5 * limit * reach + 2 * reach * limit,
                  1e-13);
      // From the new anchor the same traction and energy, and nothing lost.
      const FrictionResponse again = at(plane, y, y + far.anchor);
      EXPECT_LT((again.traction - far.traction).norm(), 1e-13);
      EXPECT_NEAR(again.energy, far.energy, 1e-13);
      EXPECT_NEAR(again.dissipated, 0, 1e-13);
      // At the scale of pressure the spring is as long as stated.
      EXPECT_NEAR(law.coefficient * law.pressure / law.stiffness(),
                  law.elastic_slip,
                  1e-15);
    }

    TEST(FrictionLaw, NothingWithoutPressure)
    {
      const Plane plane{Vector3::Zero(), Vector3::UnitZ()};
      const FrictionResponse apart =
        at(plane, Vector3(1, 1, 0.01), Vector3::Zero());
      EXPECT_EQ(apart.traction.norm(), 0);
      EXPECT_EQ(apart.K.norm(), 0);
      EXPECT_EQ(apart.anchor.norm(), 0);
      EXPECT_EQ(apart.dissipated, 0);
    }

    TEST(FrictionLaw, RefusesNegativeCoefficients)
    {
      EXPECT_NO_THROW(check(FrictionLaw{}));
      EXPECT_NO_THROW(check(law));
      EXPECT_THROW(check(FrictionLaw{-0.1, 1, 1}), Error);
      EXPECT_THROW(check(FrictionLaw{std::nan(""), 1, 1}), Error);
      EXPECT_THROW(check(FrictionLaw{0.1, 0, 1}), Error);
    }
  } // namespace
} // namespace rivlin
