// SPDX-License-Identifier: Apache-2.0
// Moduli, and that wrong constants are refused by name.
#include <rivlin/solid/material.h>

#include <rivlin/base/error.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace
{
  using namespace rivlin;

  Material rubber(IsochoricLaw law, VolumetricLaw volumetric = {})
  {
    return {Rubber{law, volumetric}, 1.};
  }

  void expect_refused(const Material &material, const std::string &message)
  {
    try
      {
        check(material);
        FAIL() << "accepted; expected: " << message;
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << error.what();
      }
  }

  TEST(Material, ModuliOfTheUndeformedState)
  {
    EXPECT_DOUBLE_EQ(initial_shear_modulus(rubber(NeoHooke{0.5})), 1.);
    EXPECT_DOUBLE_EQ(initial_shear_modulus(rubber(MooneyRivlin{0.4, 0.1})), 1.);
    EXPECT_DOUBLE_EQ(initial_shear_modulus(rubber(
                       Polynomial{{{1, 0, 0.3}, {0, 1, 0.1}, {2, 0, -7.}}})),
                     0.8);
    EXPECT_DOUBLE_EQ(
      initial_shear_modulus(rubber(Ogden{{{0.7, 3.}, {0.2, -2.}}})), 0.9);
    EXPECT_TRUE(std::isinf(initial_bulk_modulus(rubber(NeoHooke{0.5}))));
    EXPECT_DOUBLE_EQ(initial_bulk_modulus(rubber(
                       NeoHooke{0.5}, {VolumetricKind::ogden, 0.25, 2.})),
                     4.);
    // E = 9 K mu / (3 K + mu), nu = (3 K - 2 mu)/(2 (3 K + mu)) for K = 2, mu
    // = 1.
    const Material steel{saint_venant_kirchhoff(18. / 7, 2. / 7), 1.},
      linear{hooke(18. / 7, 2. / 7), 1.};
    EXPECT_NEAR(initial_shear_modulus(steel), 1., 1e-15);
    EXPECT_NEAR(initial_bulk_modulus(steel), 2., 1e-14);
    EXPECT_NEAR(initial_bulk_modulus(linear), 2., 1e-14);
    EXPECT_TRUE(has_pressure(rubber(NeoHooke{0.5})));
    EXPECT_FALSE(has_pressure(steel));
    EXPECT_TRUE(is_incompressible(rubber(NeoHooke{0.5})));
    EXPECT_FALSE(is_incompressible(
      rubber(NeoHooke{0.5}, {VolumetricKind::quadratic, 1e-9, 2.})));
    EXPECT_FALSE(is_incompressible(steel));
  }

  TEST(Material, GoodConstantsAreAccepted)
  {
    EXPECT_NO_THROW(check(rubber(NeoHooke{0.5})));
    EXPECT_NO_THROW(check(rubber(MooneyRivlin{0.4, 0.})));
    EXPECT_NO_THROW(
      check(rubber(Polynomial{{{1, 0, 0.5}, {2, 0, -0.05}, {3, 0, 0.01}}})));
    EXPECT_NO_THROW(check(rubber(Ogden{{{0.7, 3.}, {-0.1, -2.}}},
                                 {VolumetricKind::ogden, 0.1, 9.})));
    EXPECT_NO_THROW(check({saint_venant_kirchhoff(2.1e5, 0.3), 7.8e-9}));
    EXPECT_NO_THROW(check({hooke(2.1e5, -0.2), 0.}));
  }

  TEST(Material, WrongConstantsAreRefusedByNameAndValue)
  {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_refused(rubber(NeoHooke{-0.5}), "c10 = -0.5");
    expect_refused(rubber(NeoHooke{nan}), "c10 = nan");
    expect_refused(rubber(NeoHooke{0.}), "initial shear modulus = 0");
    expect_refused(rubber(MooneyRivlin{0.4, -0.1}), "c01 = -0.1");
    expect_refused(rubber(Polynomial{}), "initial shear modulus = 0");
    expect_refused(rubber(Polynomial{{{1, 0, -0.5}, {2, 0, 1.}}}),
                   "initial shear modulus = -1");
    expect_refused(rubber(Polynomial{{{1, 0, 0.5}, {2, 1, nan}}}),
                   "c_2,1 = nan");
    expect_refused(rubber(Polynomial{{{1, 0, 0.5}, {0, 0, 1.}}}),
                   "sum of the exponents of c_0,0 = 0");
    expect_refused(rubber(Polynomial{{{-1, 2, 0.5}}}),
                   "first exponent of c_-1,2 = -1");
    expect_refused(rubber(Ogden{{{0.7, 3.}, {0.1, 0.}}}), "alpha_2 = 0");
    expect_refused(rubber(Ogden{{{0.7, 3.}, {-0.9, 2.}}}),
                   "initial shear modulus = -0.2");
    expect_refused(rubber(Ogden{{{nan, 3.}}}), "mu_1 = nan");
    expect_refused(rubber(NeoHooke{0.5}, {VolumetricKind::quadratic, -0.1, 2.}),
                   "1 / bulk modulus = -0.1");
    expect_refused(rubber(NeoHooke{0.5}, {VolumetricKind::ogden, 0.1, 0.}),
                   "beta = 0");
    expect_refused({SaintVenantKirchhoff{-1., 1.}, 1.},
                   "bulk modulus lambda + 2 mu / 3 = -0.333333");
    expect_refused({Hooke{1., 0.}, 1.}, "initial shear modulus = 0");
    expect_refused({Hooke{1., nan}, 1.}, "mu = nan");
    expect_refused({hooke(1., 0.3), -2.}, "density = -2");
  }

  TEST(Material, EngineeringConstantsAreChecked)
  {
    for (const double nu : {0.5, 0.7, -1., std::nan("")})
      {
        EXPECT_THROW(hooke(1., nu), Error) << nu;
        EXPECT_THROW(saint_venant_kirchhoff(1., nu), Error) << nu;
      }
    EXPECT_THROW(hooke(0., 0.3), Error);
    try
      {
        hooke(1., 0.5);
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find("Poisson's ratio = 0.5"),
                  std::string::npos)
          << error.what();
      }
  }
} // namespace
