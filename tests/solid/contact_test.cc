// SPDX-License-Identifier: Apache-2.0
// Contact laws are energies, rigid surfaces are distances.
#include <rivlin/base/error.h>
#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/rigid_surface.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    const ContactLaw penalty{ContactMethod::penalty, 0.02, 7};
    const ContactLaw barrier{ContactMethod::barrier, 0.02, 7};

    TEST(ContactLaw, PressureAndStiffnessAreDerivativesOfTheEnergy)
    {
      for (const ContactLaw &law : {penalty, barrier})
        for (double s = -1.37; s < 1.5; s += 0.0713)
          {
            const double g = s * law.distance, h = 1e-5 * law.distance;
            const ContactResponse here  = respond(law, g),
                                  above = respond(law, g + h),
                                  below = respond(law, g - h);
            // Central differences err by h^2/6 of the third derivative, which
            // is largest at the end of the barrier, 1/s^4 = 1.6e5.
            const double scale = law.pressure;
            EXPECT_NEAR((below.energy - above.energy) / (2 * h),
                        here.pressure,
                        1e-5 * (scale + here.pressure))
              << s;
            EXPECT_NEAR((below.pressure - above.pressure) / (2 * h),
                        here.stiffness,
                        1e-4 * (scale / law.distance + here.stiffness))
              << s;
          }
    }

    TEST(ContactLaw, PressureIsContinuousAndPushesOnly)
    {
      for (const ContactLaw &law : {penalty, barrier})
        {
          double last = std::numeric_limits<double>::infinity();
          for (double s = -2; s < 2; s += 1e-3)
            {
              const ContactResponse r = respond(law, s * law.distance);
              EXPECT_GE(r.pressure, 0);
              EXPECT_GE(r.stiffness, 0);
              EXPECT_LE(r.pressure, last);
              last = r.pressure;
            }
          EXPECT_EQ(respond(law, 1.0001 * law.distance).pressure, 0);
          EXPECT_EQ(respond(penalty, 0).pressure, 0);
        }
    }

    TEST(ContactLaw, ReachIsWherePressureBegins)
    {
      for (const ContactLaw &law : {penalty, barrier})
        {
          EXPECT_EQ(respond(law, reach(law)).pressure, 0);
          EXPECT_GT(respond(law, reach(law) - 1e-6 * law.distance).pressure, 0);
        }
    }

    TEST(RigidSurface, ValueAloneIsThatOfTheGap)
    {
      Revolution bead;
      bead.axis  = Vector3(0.6, 0, 0.8);
      bead.point = Vector3(0.1, 0, 0.3);
      bead.profile =
        rounded_profile({{-1, 0.5}, {0, 0.8}, {1, 0.5}}, 0.1, "The bead");
      for (const RigidSurface &surface :
           {RigidSurface(Plane{{0.1, 0, 0.2}, Vector3(0.6, 0, 0.8)}),
            RigidSurface(Cylinder{{0.1, 0, 0.2}, {0.6, 0, 0.8}, 2., true}),
            RigidSurface(Cylinder{{0.1, 0, 0.2}, {0.6, 0, 0.8}, 2., false}),
            RigidSurface(bead)})
        for (int k = 0; k < 20; ++k)
          {
            const Vector3 x(std::sin(k), std::cos(2. * k), std::sin(3. * k));
            EXPECT_EQ(gap_value(surface, x), gap(surface, x).value);
          }
    }

    TEST(ContactLaw, KeepsTheStatedDistanceUpToTheLargestPressure)
    {
      // Where a law reaches its largest pressure, the gap is still inside the
      // stated distance: above -d for the penalty, above 0 for the barrier.
      EXPECT_GT(largest_pressure(penalty), 7 * penalty.pressure);
      EXPECT_GT(largest_pressure(barrier), 8 * barrier.pressure);
      EXPECT_GT(respond(penalty, -penalty.distance).pressure,
                largest_pressure(penalty));
      EXPECT_GT(respond(barrier, 0).pressure, largest_pressure(barrier));
    }

    TEST(ContactLaw, RefusesNumbersThatAreNotPositive)
    {
      EXPECT_THROW(check(ContactLaw{ContactMethod::penalty, 0, 1}), Error);
      EXPECT_THROW(check(ContactLaw{ContactMethod::barrier, 1, -1}), Error);
      EXPECT_THROW(check(ContactLaw{ContactMethod::barrier, std::nan(""), 1}),
                   Error);
      EXPECT_NO_THROW(check(penalty));
    }

    TEST(RigidSurface, DistancesOfPlaneAndCylinder)
    {
      const Vector3 n = Vector3(1, 2, 2) / 3;
      EXPECT_NEAR(gap(Plane{Vector3(1, 0, 0), n}, Vector3(1, 3, 3)).value,
                  4,
                  1e-15);
      const Vector3 x(3, 4, 9);
      EXPECT_NEAR(
        gap(Cylinder{Vector3::Zero(), Vector3::UnitZ(), 7, true}, x).value,
        2,
        1e-15);
      EXPECT_NEAR(
        gap(Cylinder{Vector3::Zero(), Vector3::UnitZ(), 7, false}, x).value,
        -2,
        1e-15);
    }

    TEST(RigidSurface, NormalAndCurvatureAreDerivatives)
    {
      const Vector3 axis = Vector3(1, -2, 3).normalized();
      for (const RigidSurface &surface :
           {RigidSurface(Plane{Vector3(0.1, 0.2, 0.3), axis}),
            RigidSurface(Cylinder{Vector3(1, 0, 0), axis, 2, true}),
            RigidSurface(Cylinder{Vector3(1, 0, 0), axis, 2, false})})
        {
          const Vector3 x(1.5, 2.5, -0.7);
          const Gap here = gap(surface, x);
          const double h = 1e-5;
          EXPECT_NEAR(here.normal.norm(), 1, 1e-14);
          for (int i = 0; i < 3; ++i)
            {
              const Gap up   = gap(surface, x + h * Vector3::Unit(i));
              const Gap down = gap(surface, x - h * Vector3::Unit(i));
              EXPECT_NEAR((up.value - down.value) / (2 * h),
                          here.normal[i],
                          1e-9);
              EXPECT_LT(((up.normal - down.normal) / (2 * h) -
                         here.curvature.col(i))
                          .norm(),
                        1e-9);
            }
        }
    }

    TEST(RigidSurface, AxisOfACylinderAndBadSurfaces)
    {
      const Gap on_axis = gap(Cylinder{}, Vector3(0, 0, 5));
      EXPECT_EQ(on_axis.value, 1);
      EXPECT_TRUE(on_axis.normal.allFinite() && on_axis.curvature.allFinite());
      EXPECT_THROW(check(RigidSurface(Plane{Vector3::Zero(), {1, 1, 0}})),
                   Error);
      EXPECT_THROW(check(RigidSurface(
                     Cylinder{Vector3::Zero(), Vector3::UnitX(), -1, true})),
                   Error);
    }
  } // namespace
} // namespace rivlin
