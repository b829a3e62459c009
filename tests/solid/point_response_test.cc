// SPDX-License-Identifier: Apache-2.0
// Stress and tangent as derivatives, symmetries, closed forms, limits.
#include <rivlin/solid/point_response.h>

#include <rivlin/base/error.h>

#include "materials_under_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace
{
  using namespace rivlin;

  // Central difference of order 4 with step h: the truncation error is h^4/30
  // of the fifth derivative, the roundoff 1.5 eps/h of the value. h = 1e-3
  // gives about 3e-14 * (fifth derivative) and 3e-13, both far below 1e-7 even
  // where the stretch is 0.4 and derivatives grow by 1/0.4 each.
  template <class T>
  T difference(const std::function<T(double)> &f, double h = 1e-3)
  {
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
  }

  using Evaluate = std::function<PointResponse(const Matrix3 &, Need)>;

  void expect_consistent(const Evaluate &evaluate, const Matrix3 &F)
  {
    const PointResponse r = evaluate(F, Need::residual_and_tangent);
    ASSERT_TRUE(r.valid);
    // Moduli are of size one: stresses below that are compared absolutely.
    const double stress_size  = std::max(1., r.P.norm());
    const double tangent_size = std::max(1., r.tangent.norm());
    for (int c = 0; c < 9; ++c)
      {
        Matrix3 direction       = Matrix3::Zero();
        direction(c / 3, c % 3) = 1;
        const double stress     = difference<double>([&](double h) {
          return evaluate(F + h * direction, Need::energy).energy;
        });
        EXPECT_NEAR(r.P(c / 3, c % 3), stress, 1e-7 * stress_size);
        const Matrix3 column = difference<Matrix3>([&](double h) -> Matrix3 {
          return evaluate(F + h * direction, Need::residual).P;
        });
        for (int k = 0; k < 9; ++k)
          EXPECT_NEAR(r.tangent(k, c),
                      column(k / 3, k % 3),
                      1e-7 * tangent_size)
            << "entry " << k << ", " << c;
        const double cofactor = difference<double>([&](double h) {
          return evaluate(F + h * direction, Need::energy).J;
        });
        EXPECT_NEAR(r.cofactor(c / 3, c % 3),
                    cofactor,
                    1e-7 * std::max(1., r.cofactor.norm()));
      }
  }

  TEST(PointResponse, StressAndTangentAreDerivativesInDisplacementForm)
  {
    for (const auto &[name, material] : materials_under_test())
      for (const auto &[where, F] : deformations_under_test())
        {
          SCOPED_TRACE(name + " at " + where);
          expect_consistent(
            [&m = material](const Matrix3 &G, Need need) {
              return evaluate_point(m, G, need);
            },
            F);
        }
  }

  TEST(PointResponse, StressAndTangentAreDerivativesInMixedForm)
  {
    for (const auto &[name, material] : rubbers_under_test())
      for (const auto &[where, F] : deformations_under_test())
        {
          SCOPED_TRACE(name + " at " + where);
          const double p = -0.7;
          expect_consistent(
            [&m = material, p](const Matrix3 &G, Need need) {
              return evaluate_point(m, G, p, need);
            },
            F);
          const PointResponse r =
            evaluate_point(material, F, p, Need::residual);
          const auto with = [&m = material, &G = F, p](double h) {
            return evaluate_point(m, G, p + h, Need::residual);
          };
          EXPECT_NEAR(r.volume_gap,
                      difference<double>(
                        [&](double h) { return with(h).energy; }),
                      1e-9);
          EXPECT_NEAR(-r.compliance,
                      difference<double>(
                        [&](double h) { return with(h).volume_gap; }),
                      1e-9);
          const Matrix3 dP =
            difference<Matrix3>([&](double h) -> Matrix3 { return with(h).P; });
          EXPECT_LT((dP - r.cofactor).norm(),
                    1e-9 * std::max(1., r.cofactor.norm()));
        }
  }

  TEST(PointResponse, TangentIsSymmetric)
  {
    // The kernel computes one triangle and mirrors it, so that this says
    // something only together with the difference test of all 81 entries.
    std::mt19937 random(3);
    const Matrix3 F = Matrix3::Identity() + random_matrix(random, 0.3);
    for (const auto &[name, material] : materials_under_test())
      {
        const Matrix9 A =
          evaluate_point(material, F, Need::residual_and_tangent).tangent;
        EXPECT_EQ((A - A.transpose()).norm(), 0.) << name;
        EXPECT_GT(A.norm(), 1.) << name;
      }
  }

  // The energy of a hyperelastic law does not see rotations. The linear strain
  // of Hooke's law does: for F = R it is sym(R) - I, of second order in the
  // angle, which is what "small strain" means. So Hooke is checked to change.
  TEST(PointResponse, EnergyDoesNotSeeRotations)
  {
    std::mt19937 random(11);
    for (const auto &[name, material] : materials_under_test())
      for (const auto &[where, F] : deformations_under_test())
        {
          const Matrix3 Q = random_rotation(random);
          const double W  = evaluate_point(material, F, Need::energy).energy;
          const double left =
            evaluate_point(material, Q * F, Need::energy).energy;
          const double right =
            evaluate_point(material, F * Q, Need::energy).energy;
          // 1e-12 of moduli and energies of size one: F carries 1e-16, the
          // large stretches amplify it by powers up to l^6.
          const double tolerance = 1e-12 * std::max(1., W);
          if (std::holds_alternative<Hooke>(material.law))
            {
              const double change = std::abs(left - W);
              EXPECT_TRUE(where != "moderate" || change > 1e-3) << change;
            }
          else
            {
              EXPECT_NEAR(left, W, tolerance) << name << " at " << where;
              EXPECT_NEAR(right, W, tolerance) << name << " at " << where;
            }
        }
  }

  void expect_same(const IsochoricLaw &one, const IsochoricLaw &other)
  {
    for (const auto &[where, F] : deformations_under_test())
      {
        SCOPED_TRACE(where);
        const auto a = evaluate_point({Rubber{one, {}}, 1.},
                                      F,
                                      0.3,
                                      Need::residual_and_tangent);
        const auto b = evaluate_point({Rubber{other, {}}, 1.},
                                      F,
                                      0.3,
                                      Need::residual_and_tangent);
        // Roundoff of powers and of an eigenvalue decomposition; the condition
        // grows with (largest/smallest stretch)^2 = 36.
        EXPECT_NEAR(a.energy, b.energy, 1e-14 * (1 + std::abs(b.energy)) * 10);
        EXPECT_LT((a.P - b.P).norm(), 1e-13 * (1 + b.P.norm()));
        EXPECT_LT((a.tangent - b.tangent).norm(),
                  1e-13 * (1 + b.tangent.norm()));
      }
  }

  TEST(Ogden, AlphaTwoIsNeoHooke)
  {
    expect_same(Ogden{{{0.8, 2.}}}, NeoHooke{0.4});
  }

  TEST(Ogden, AlphaTwoAndMinusTwoIsMooneyRivlin)
  {
    expect_same(Ogden{{{0.8, 2.}, {0.2, -2.}}}, MooneyRivlin{0.4, 0.1});
  }

  TEST(Polynomial, FirstTermsAreMooneyRivlin)
  {
    expect_same(Polynomial{{{1, 0, 0.4}, {0, 1, 0.1}}}, MooneyRivlin{0.4, 0.1});
  }

  // For small D the energy is mu dev(eps):dev(eps). At |D| = 1e-7 the next
  // order is 1e-7 of it; a formula that subtracts 3 from an invariant has an
  // error of 1e-16/1e-14 = 1e-2.
  TEST(PointResponse, SmallEnergiesKeepTheirDigits)
  {
    std::mt19937 random(5);
    const Matrix3 D   = random_matrix(random, 1e-7);
    const Matrix3 F   = Matrix3::Identity() + D;
    const Matrix3 E   = F - Matrix3::Identity(); // what F really holds
    const Matrix3 eps = 0.5 * (E + E.transpose());
    const double tr   = eps.trace();
    for (const auto &[name, material] : materials_under_test())
      {
        const double mu    = initial_shear_modulus(material);
        const double kappa = initial_bulk_modulus(material);
        const double W =
          mu * (eps.squaredNorm() - tr * tr / 3) + kappa / 2 * tr * tr;
        EXPECT_NEAR(evaluate_point(material, F, Need::energy).energy / W,
                    1.,
                    1e-6)
          << name;
      }
  }

  // Moduli of the undeformed state: A = lambda 1x1 + 2 mu sym, lambda = kappa -
  // 2 mu / 3, and no stress.
  TEST(PointResponse, UndeformedStateHasTheMaterialModuli)
  {
    for (const auto &[name, material] : materials_under_test())
      {
        const double mu     = initial_shear_modulus(material);
        const double lambda = initial_bulk_modulus(material) - 2 * mu / 3;
        const auto r        = evaluate_point(material,
                                      Matrix3::Identity(),
                                      Need::residual_and_tangent);
        EXPECT_EQ(r.energy, 0.) << name;
        EXPECT_LT(r.P.norm(), 1e-15) << name;
        EXPECT_NEAR(r.tangent(0, 0), lambda + 2 * mu, 1e-14 * 10) << name;
        EXPECT_NEAR(r.tangent(0, 4), lambda, 1e-14 * 10) << name;
        EXPECT_NEAR(r.tangent(1, 1), mu, 1e-14 * 10) << name;
        EXPECT_NEAR(r.tangent(1, 3), mu, 1e-14 * 10) << name;
      }
  }

  const Material incompressible{Rubber{MooneyRivlin{0.4, 0.1}, {}}, 1.};

  TEST(MooneyRivlin, UniaxialTension)
  {
    // Nominal stress 2 (1 - l^-3)(c10 l + c01); p makes the sides free.
    const double l = 2;
    const Matrix3 F =
      Vector3(l, 1 / std::sqrt(l), 1 / std::sqrt(l)).asDiagonal();
    const auto r   = evaluate_point(incompressible, F, 0., Need::residual);
    const double p = -r.P(1, 1) / r.cofactor(1, 1);
    const auto s   = evaluate_point(incompressible, F, p, Need::residual);
    EXPECT_NEAR(s.P(0, 0), 1.575, 1e-14);
    EXPECT_NEAR(s.P(2, 2), 0., 1e-15);
    EXPECT_NEAR(s.volume_gap, 0., 1e-15);
  }

  TEST(MooneyRivlin, EquibiaxialTension)
  {
    const double l  = 1.5;
    const Matrix3 F = Vector3(l, l, 1 / (l * l)).asDiagonal();
    const auto r    = evaluate_point(incompressible, F, 0., Need::residual);
    const double p  = -r.P(2, 2) / r.cofactor(2, 2);
    const auto s    = evaluate_point(incompressible, F, p, Need::residual);
    const double expected = 2 * (l - std::pow(l, -5)) * (0.4 + 0.1 * l * l);
    EXPECT_NEAR(expected, 1.710391, 5e-7);
    EXPECT_NEAR(s.P(0, 0), expected, 1e-14);
    EXPECT_NEAR(s.P(1, 1), expected, 1e-14);
  }

  TEST(MooneyRivlin, SimpleShear)
  {
    // tau = mu g, s11 - s33 = 2 c10 g^2, s22 - s33 = -2 c01 g^2; J = 1, so that
    // the Cauchy stress is P F^T.
    const double g = 0.7;
    Matrix3 F      = Matrix3::Identity();
    F(0, 1)        = g;
    const Matrix3 s =
      evaluate_point(incompressible, F, 0.2, Need::residual).P * F.transpose();
    EXPECT_NEAR(s(0, 1), 1. * g, 1e-14);
    EXPECT_NEAR(s(0, 0) - s(2, 2), 2 * 0.4 * g * g, 1e-14);
    EXPECT_NEAR(s(1, 1) - s(2, 2), -2 * 0.1 * g * g, 1e-14);
  }

  TEST(PointResponse, InvertedPointsAreFlaggedNotThrown)
  {
    Matrix3 turned_inside_out = Vector3(1, 1, -1).asDiagonal();
    Matrix3 flat              = Vector3(1, 1, 0).asDiagonal();
    Matrix3 not_a_number      = Matrix3::Identity();
    not_a_number(1, 2)        = std::numeric_limits<double>::quiet_NaN();
    Matrix3 infinite          = Matrix3::Identity();
    infinite(0, 0)            = std::numeric_limits<double>::infinity();
    for (const auto &[name, material] : materials_under_test())
      {
        const bool small_strain = std::holds_alternative<Hooke>(material.law);
        for (const Matrix3 &F : {turned_inside_out, flat})
          {
            const auto r =
              evaluate_point(material, F, Need::residual_and_tangent);
            EXPECT_EQ(r.valid, small_strain) << name;
            EXPECT_EQ(std::isinf(r.energy), !small_strain) << name;
          }
        for (const Matrix3 &F : {not_a_number, infinite})
          {
            const auto r =
              evaluate_point(material, F, Need::residual_and_tangent);
            EXPECT_FALSE(r.valid) << name;
            EXPECT_TRUE(std::isinf(r.energy)) << name;
          }
      }
  }

  TEST(PointResponse, PressureWithoutVolumeIsFlagged)
  {
    const Material m{Rubber{NeoHooke{0.5}, {VolumetricKind::ogden, 1., 2.}},
                     1.};
    EXPECT_FALSE(
      evaluate_point(m, Matrix3::Identity(), 10., Need::residual).valid);
    EXPECT_TRUE(
      evaluate_point(m, Matrix3::Identity(), -10., Need::residual).valid);
  }

  TEST(PointResponse, IncompressibleRubberNeedsThePressure)
  {
    try
      {
        evaluate_point(incompressible, Matrix3::Identity(), Need::energy);
        FAIL() << "no Error";
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find("mixed element"),
                  std::string::npos);
      }
  }

  TEST(PointResponse, MaterialsWithoutPressureIgnoreIt)
  {
    std::mt19937 random(8);
    const Matrix3 F = Matrix3::Identity() + random_matrix(random, 0.1);
    const Material steel{saint_venant_kirchhoff(2.5, 0.3), 1.};
    const auto a = evaluate_point(steel, F, 3., Need::residual_and_tangent);
    const auto b = evaluate_point(steel, F, Need::residual_and_tangent);
    EXPECT_EQ(a.energy, b.energy);
    EXPECT_EQ((a.P - b.P).norm(), 0.);
    EXPECT_EQ(a.volume_gap, 0.);
    EXPECT_EQ(a.compliance, 0.);
  }
} // namespace
