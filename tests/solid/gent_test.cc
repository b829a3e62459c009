// SPDX-License-Identifier: Apache-2.0
// Gent's law: closed forms of incompressible rubber, its limits, refusals.
#include <rivlin/base/error.h>
#include <rivlin/solid/law_description.h>
#include <rivlin/solid/point_response.h>

#include "materials_under_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace
{
  using namespace rivlin;

  constexpr double mu = 0.8, Jm = 20;

  Material rubber(const IsochoricLaw &law)
  {
    return {Rubber{law, {}}, 1.};
  }

  /// Nominal stress along the first direction, of stretches whose product is
  /// one; the pressure frees the third direction.
  double stress(const Material &material, const Vector3 &stretches)
  {
    const Matrix3 F = stretches.asDiagonal();
    const auto r    = evaluate_point(material, F, 0., Need::residual);
    const double p  = -r.P(2, 2) / r.cofactor(2, 2);
    return evaluate_point(material, F, p, Need::residual).P(0, 0);
  }

  // The stress of neo-Hooke with the shear modulus mu/(1 - (I1 - 3)/Jm):
  // doc/theory/materials.md. Up to 97 % of Jm; the condition of the quotient is
  // 1/(1 - 0.97), so that 1e-16 becomes 1e-14.
  TEST(Gent, ClosedFormsOfThreeTests)
  {
    const Material gent = rubber(Gent{mu, Jm});
    const auto modulus  = [](const double I1) {
      return mu * Jm / (Jm - (I1 - 3));
    };
    for (const double l : {0.3, 0.9, 1.1, 2., 4., 4.7})
      {
        SCOPED_TRACE(l);
        const double I1       = l * l + 2 / l;
        const double expected = modulus(I1) * (l - 1 / (l * l));
        EXPECT_NEAR(stress(gent, {l, 1 / std::sqrt(l), 1 / std::sqrt(l)}),
                    expected,
                    1e-13 * (1 + std::abs(expected)));
      }
    for (const double l : {0.6, 1.1, 2., 3.35})
      {
        SCOPED_TRACE(l);
        const double I1       = 2 * l * l + std::pow(l, -4);
        const double expected = modulus(I1) * (l - std::pow(l, -5));
        EXPECT_NEAR(stress(gent, {l, l, 1 / (l * l)}),
                    expected,
                    1e-13 * (1 + std::abs(expected)));
      }
    for (const double l : {0.3, 1.1, 2., 4.6})
      {
        SCOPED_TRACE(l);
        const double I1       = l * l + 1 + 1 / (l * l);
        const double expected = modulus(I1) * (l - std::pow(l, -3));
        EXPECT_NEAR(stress(gent, {l, 1, 1 / l}),
                    expected,
                    1e-13 * (1 + std::abs(expected)));
      }
  }

  TEST(Gent, EnergyInSimpleShear)
  {
    // I1 - 3 = g^2.
    const double g = 3;
    Matrix3 F      = Matrix3::Identity();
    F(0, 1)        = g;
    const auto r = evaluate_point(rubber(Gent{mu, Jm}), F, 0., Need::residual);
    EXPECT_NEAR(r.energy, -mu * Jm / 2 * std::log(1 - g * g / Jm), 1e-14);
    EXPECT_NEAR(r.P(0, 1), mu * g / (1 - g * g / Jm), 1e-14);
  }

  // W = mu/2 (x + x^2/(2 Jm) + ...): at Jm = 1e12 and x < 10 the next term is
  // 1e-11 of the first, in the tangent with a factor of two.
  TEST(Gent, LongChainsAreNeoHooke)
  {
    const Material gent = rubber(Gent{mu, 1e12}),
                   neo  = rubber(NeoHooke{mu / 2});
    for (const auto &[where, F] : deformations_under_test())
      {
        SCOPED_TRACE(where);
        const auto a = evaluate_point(gent, F, 0.3, Need::residual_and_tangent);
        const auto b = evaluate_point(neo, F, 0.3, Need::residual_and_tangent);
        EXPECT_NEAR(a.energy, b.energy, 1e-10 * (1 + std::abs(b.energy)));
        EXPECT_LT((a.P - b.P).norm(), 1e-10 * (1 + b.P.norm()));
        EXPECT_LT((a.tangent - b.tangent).norm(),
                  1e-10 * (1 + b.tangent.norm()));
      }
  }

  // The series of W up to the third power of x is a polynomial; what is left is
  // mu/2 x^4/(4 Jm^3) and smaller.
  TEST(Gent, SeriesIsYeoh)
  {
    const Material gent = rubber(Gent{mu, Jm});
    const Material yeoh = rubber(Polynomial{
      {{1, 0, mu / 2}, {2, 0, mu / (4 * Jm)}, {3, 0, mu / (6 * Jm * Jm)}}});
    for (const double g : {0.1, 0.2, 0.4})
      {
        Matrix3 F         = Matrix3::Identity();
        F(0, 1)           = g;
        const double x    = g * g;
        const double rest = evaluate_point(gent, F, 0., Need::energy).energy -
                            evaluate_point(yeoh, F, 0., Need::energy).energy;
        const double expected = mu / 8 * std::pow(x, 4) / std::pow(Jm, 3);
        // The term after it is smaller by 4 x/(5 Jm) < 1 %.
        EXPECT_NEAR(rest, expected, 0.01 * expected + 1e-17);
      }
  }

  // l^2 + 2/l - 3 = 20 at l = 4.7514: 4.75 is a stretch, 4.76 is none.
  TEST(Gent, LockedPointsAreInvalid)
  {
    const auto at = [](const double l) {
      const Matrix3 F =
        Vector3(l, 1 / std::sqrt(l), 1 / std::sqrt(l)).asDiagonal();
      return evaluate_point(rubber(Gent{mu, Jm}),
                            F,
                            0.,
                            Need::residual_and_tangent);
    };
    EXPECT_TRUE(at(4.75).valid);
    for (const double l : {4.76, 6., 1e3})
      {
        EXPECT_FALSE(at(l).valid) << l;
        EXPECT_EQ(at(l).energy, std::numeric_limits<double>::infinity()) << l;
        EXPECT_NEAR(at(l).J, 1, 1e-12) << l;
        EXPECT_STREQ(invalid_point_text(at(l).J),
                     "strained beyond its material law");
      }
    // Exactly where 1 - (I1 - 3)/Jm = 0: simple shear of 2 with Jm = 4.
    Matrix3 F = Matrix3::Identity();
    F(0, 1)   = 2;
    EXPECT_FALSE(
      evaluate_point(rubber(Gent{mu, 4}), F, 0., Need::energy).valid);
  }

  TEST(Gent, ConstantsAreCheckedByName)
  {
    const auto refusal = [](const double shear_modulus, const double limit) {
      LawConstants constants;
      constants.numbers = {{"Shear modulus", shear_modulus}, {"Jm", limit}};
      try
        {
          check(Material{law_description("Gent").make(constants, {}), 1.});
        }
      catch (const Error &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    EXPECT_EQ(refusal(mu, Jm), "");
    for (const double limit :
         {0., -3., std::nan(""), std::numeric_limits<double>::infinity()})
      EXPECT_NE(refusal(mu, limit).find("Jm = "), std::string::npos) << limit;
    EXPECT_NE(refusal(mu, -3).find(
                "Jm = -3, but it must be positive and finite"),
              std::string::npos);
    EXPECT_NE(refusal(0, Jm).find("mu = 0, but it must be positive"),
              std::string::npos);
    EXPECT_DOUBLE_EQ(initial_shear_modulus(rubber(Gent{mu, Jm})), mu);
    EXPECT_EQ(describe(rubber(Gent{mu, Jm})),
              "Gent (mu = 0.8, Jm = 20), quadratic volume, bulk modulus inf");
  }
} // namespace
