// SPDX-License-Identifier: Apache-2.0
// Prony series at one point: closed forms, order, limits, objectivity, tangent,
// energies.
#include <rivlin/solid/viscosity.h>

#include "materials_under_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace
{
  using namespace rivlin;

  const std::vector<PronyTerm> two_terms = {{0.3, 0.2}, {0.4, 2.}};

  Material neo_hooke()
  {
    Material material{Rubber{NeoHooke{0.5}, {}}, 1.}; // shear modulus 1
    material.viscosity = prony_series(two_terms, LawModuli::long_term);
    return material;
  }

  std::vector<NamedMaterial> viscous_rubbers()
  {
    std::vector<NamedMaterial> all = rubbers_under_test();
    for (auto &[name, material] : all)
      material.viscosity = prony_series(two_terms, LawModuli::long_term);
    return all;
  }

  /// A point that is led along a path; its stresses are isochoric.
  class ViscousPoint
  {
  public:
    explicit ViscousPoint(const Material &point_material)
      : material(point_material)
      , n_terms(static_cast<int>(material.viscosity.terms.size()))
      , variables(n_viscous_variables(3, n_terms), 0.)
    {}

    PointResponse response(const Matrix3 &F,
                           const double h,
                           const Need need = Need::residual) const
    {
      const ViscousStep step(material.viscosity, h);
      double stress[6];
      step.history_stress(3, 1, variables.data(), 0, stress);
      const StressHistory history{step.stress_factor(),
                                  material.viscosity.long_term,
                                  stress};
      return evaluate_point(material, F, 0., need, &history);
    }

    /// Returns the stress P at the end of the step.
    Matrix3 go_to(const Matrix3 &F, const double h)
    {
      const Matrix3 P = response(F, h).P;
      ViscousStep(material.viscosity, h)
        .update(material, F, 3, variables.data());
      return P;
    }

    double stored() const
    {
      return branch_energy(variables.data(), 3, n_terms);
    }
    double lost() const
    {
      return viscous_loss(variables.data(), 3, n_terms);
    }

    Material material;
    int n_terms;
    std::vector<double> variables;
  };

  Matrix3 shear(const double g)
  {
    Matrix3 F = Matrix3::Identity();
    F(0, 1)   = g;
    return F;
  }

  Matrix3 tension(const double l)
  {
    return Vector3(l, 1 / std::sqrt(l), 1 / std::sqrt(l)).asDiagonal();
  }

  /// sum_i factor_i f(time_i).
  double sum_over(const Viscosity &viscosity,
                  const std::function<double(double)> &f)
  {
    double sum = 0;
    for (const PronyTerm &term : viscosity.terms)
      sum += term.factor * f(term.time);
    return sum;
  }

  TEST(Viscosity, StressOfAJumpRelaxesByThePronySeries)
  {
    for (const auto &[name, material] : viscous_rubbers())
      {
        SCOPED_TRACE(name);
        const Matrix3 F = shear(0.7) * tension(1.3);
        const Matrix3 P = evaluate_point(material, F, 0., Need::residual).P;
        ViscousPoint point(material);
        double t = 0;
        // Steps of any length: the stress of the law stands still.
        for (const double h : {0., 0.01, 0.3, 0., 1., 5.})
          {
            t += h;
            const double factor =
              material.viscosity.long_term +
              sum_over(material.viscosity,
                       [t](const double tau) { return std::exp(-t / tau); });
            EXPECT_LT((point.go_to(F, h) - factor * P).norm(), 1e-13 * P.norm())
              << t;
          }
      }
  }

  TEST(Viscosity, SlowRampOfSmallShearIsExact)
  {
    ViscousPoint point(neo_hooke());
    // S_iso is linear in the shear but for its square, 1e-12.
    const double rate = 1e-6;
    double t          = 0;
    for (const double h : {0.02, 0.3, 1., 0.5})
      {
        t += h;
        const double expected =
          rate * (t + sum_over(point.material.viscosity, [t](const double tau) {
                    return tau * (1 - std::exp(-t / tau));
                  }));
        // 1e-9: rounding errors of 1e-16 in a strain of 1e-6.
        EXPECT_NEAR(point.go_to(shear(rate * t), h)(0, 1),
                    expected,
                    1e-9 * expected);
      }
  }

  /// Largest error of the overstress in shear sin(w t) over a period, against
  /// the closed form. In shear g the neo-Hookean S_12 is g + g^3/3, which for
  /// g = sin x is 5/4 sin x - 1/12 sin 3x: two harmonics, each with its own
  /// complex modulus.
  double harmonic_error(const int n_steps)
  {
    ViscousPoint point(neo_hooke());
    const double w = 3, period = 2 * M_PI / w, h = period / n_steps;
    double error = 0;
    for (int k = 1; k <= n_steps; ++k)
      {
        const double t      = k * h;
        const double g      = std::sin(w * t);
        const Matrix3 P     = point.go_to(shear(g), h);
        const auto branches = [&](const double amplitude, const double m) {
          return amplitude *
                 sum_over(point.material.viscosity, [&](const double tau) {
                   const double x = m * w * tau;
                   return (x * x * std::sin(m * w * t) +
                           x * (std::cos(m * w * t) - std::exp(-t / tau))) /
                          (1 + x * x);
                 });
        };
        const double S_12 =
          g + g * g * g / 3 + branches(5. / 4, 1) + branches(-1. / 12, 3);
        error =
          std::max(error, std::abs((shear(g).inverse() * P)(0, 1) - S_12));
      }
    return error;
  }

  TEST(Viscosity, LargeHarmonicShearMeetsTheClosedFormWithOrderTwo)
  {
    const double coarse = harmonic_error(50), fine = harmonic_error(100);
    EXPECT_LT(fine, 2e-3);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
  }

  TEST(Viscosity, SmallHarmonicTensionHasTheComplexModulus)
  {
    const double a = 1e-5;
    for (const double w : {0.5, 5., 50.})
      {
        ViscousPoint point(neo_hooke());
        const int n = 400, n_periods = w < 1 ? 4 : w < 10 ? 12 : 120;
        const double h  = 2 * M_PI / w / n;
        double in_phase = 0, out_of_phase = 0;
        for (int k = 1; k <= n * n_periods; ++k)
          {
            const double x      = w * k * h;
            const Matrix3 F     = tension(1 + a * std::sin(x));
            const Matrix3 sigma = point.go_to(F, h) * F.transpose();
            if (k > n * (n_periods - 1))
              {
                const double s = sigma(0, 0) - sigma(1, 1);
                in_phase += 2. / n * s * std::sin(x) / a;
                out_of_phase += 2. / n * s * std::cos(x) / a;
              }
          }
        const Viscosity &v = point.material.viscosity;
        const double storage =
          3 * (1 + sum_over(v, [w](const double tau) {
                 return w * w * tau * tau / (1 + w * w * tau * tau);
               }));
        const double loss = 3 * sum_over(v, [w](const double tau) {
                              return w * tau / (1 + w * w * tau * tau);
                            });
        // The step is a 400th of the period: (w h)^2/12 = 2e-5; what is left
        // of the start is exp(-12 pi) and less of the slow branch.
        EXPECT_NEAR(in_phase, storage, 2e-4 * storage) << w;
        EXPECT_NEAR(out_of_phase, loss, 2e-3 * loss) << w;
      }
  }

  TEST(Viscosity, FastAndSlowLimitsAreElastic)
  {
    for (const auto &[name, material] : viscous_rubbers())
      for (const auto &[where, F] : deformations_under_test())
        {
          SCOPED_TRACE(name + " at " + where);
          const Need all          = Need::residual_and_tangent;
          const PointResponse law = evaluate_point(material, F, 0., all);
          ViscousPoint point(material);
          point.go_to(shear(0.2), 0.3);
          ViscousPoint virgin(material);
          const double infinity    = std::numeric_limits<double>::infinity();
          const double fast        = material.viscosity.instantaneous();
          const PointResponse slow = point.response(F, infinity, all);
          const PointResponse jump = virgin.response(F, 0, all);
          EXPECT_NEAR(fast, 1 / (1 - 0.7), 1e-14);
          EXPECT_LT((slow.P - law.P).norm(), 1e-13 * (1 + law.P.norm()));
          EXPECT_LT((slow.tangent - law.tangent).norm(),
                    1e-13 * law.tangent.norm());
          EXPECT_LT((jump.P - fast * law.P).norm(),
                    1e-13 * (1 + jump.P.norm()));
          EXPECT_LT((jump.tangent - fast * law.tangent).norm(),
                    1e-13 * jump.tangent.norm());
        }
  }

  TEST(Viscosity, SuperposedRotationTurnsTheStressAlone)
  {
    std::mt19937 random(1);
    for (const auto &[name, material] : viscous_rubbers())
      {
        SCOPED_TRACE(name);
        ViscousPoint still(material), turning(material);
        for (int k = 0; k < 20; ++k)
          {
            const Matrix3 F =
              shear(std::sin(0.4 * k)) * tension(1 + 0.3 * std::sin(0.7 * k));
            const Matrix3 Q = random_rotation(random);
            const Matrix3 P = still.go_to(F, 0.1);
            EXPECT_LT((turning.go_to(Q * F, 0.1) - Q * P).norm(), 1e-10);
          }
        EXPECT_NEAR(still.lost(), turning.lost(), 1e-10);
        EXPECT_NEAR(still.stored(), turning.stored(), 1e-10);
      }
  }

  TEST(Viscosity, AcceptedStateHasTheStressOfTheStep)
  {
    for (const auto &[name, material] : viscous_rubbers())
      {
        ViscousPoint point(material);
        Matrix3 F;
        for (int k = 1; k <= 5; ++k)
          {
            F               = shear(0.1 * k) * tension(1 + 0.05 * k);
            const Matrix3 P = point.go_to(F, 0.1);
            EXPECT_LT((point.response(F, 0).P - P).norm(), 1e-13 * P.norm())
              << name;
          }
      }
  }

  TEST(Viscosity, TangentIsDerivativeOfStress)
  {
    std::mt19937 random(2);
    for (const auto &[name, material] : viscous_rubbers())
      {
        SCOPED_TRACE(name);
        ViscousPoint point(material);
        point.go_to(Matrix3::Identity() + random_matrix(random, 0.2), 0.1);
        point.go_to(Matrix3::Identity() + random_matrix(random, 0.2), 0.3);
        const Matrix3 F = Matrix3::Identity() + random_matrix(random, 0.2);
        const PointResponse r =
          point.response(F, 0.2, Need::residual_and_tangent);
        for (int c = 0; c < 9; ++c)
          {
            // Order 4 with h = 1e-3, see point_response_test.cc.
            const auto at = [&](const double h) -> Matrix3 {
              Matrix3 G = F;
              G(c / 3, c % 3) += h;
              return point.response(G, 0.2).P;
            };
            const double h = 1e-3;
            const Matrix3 column =
              (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
            for (int k = 0; k < 9; ++k)
              EXPECT_NEAR(r.tangent(k, c),
                          column(k / 3, k % 3),
                          1e-7 * r.tangent.norm());
          }
        EXPECT_EQ(r.tangent, r.tangent.transpose());
      }
  }

  /// Work of P along a path from the undeformed state, minus the energy of the
  /// long-term law.
  struct Balance
  {
    double overstress_work = 0;
    double largest_energy  = 0;
  };
  Balance lead(ViscousPoint &point,
               const std::function<Matrix3(double)> &path,
               const double h,
               const int n)
  {
    Balance balance;
    double work = 0;
    Matrix3 F_n = Matrix3::Identity(), P_n = Matrix3::Zero();
    for (int k = 1; k <= n; ++k)
      {
        const Matrix3 F = path(double(k) / n), P = point.go_to(F, h);
        work += (P + P_n).cwiseProduct(F - F_n).sum() / 2;
        const double energy =
          point.material.viscosity.long_term *
          evaluate_point(point.material, F, 0., Need::energy).energy;
        balance.overstress_work = work - energy;
        balance.largest_energy  = std::max(balance.largest_energy, work);
        F_n                     = F;
        P_n                     = P;
      }
    return balance;
  }

  TEST(Viscosity, EnergyBalanceCloses)
  {
    for (const auto &[name, material] : viscous_rubbers())
      {
        ViscousPoint point(material);
        const Balance balance = lead(
          point,
          [](const double s) -> Matrix3 {
            return shear(std::sin(9 * s)) * tension(1 + 0.4 * std::sin(5 * s));
          },
          0.01,
          200);
        EXPECT_NEAR(point.stored() + point.lost(),
                    balance.overstress_work,
                    1e-3 * balance.largest_energy)
          << name;
        EXPECT_GT(point.lost(), 0.01 * balance.largest_energy) << name;
      }
  }

  TEST(Viscosity, FastLoadingDissipatesNothing)
  {
    for (const auto &[name, material] : viscous_rubbers())
      for (const Matrix3 &F : {shear(1.), tension(1.8), tension(0.6)})
        {
          ViscousPoint point(material);
          lead(
            point,
            [&](const double s) -> Matrix3 {
              return Matrix3::Identity() + s * (F - Matrix3::Identity());
            },
            1e-9,
            400);
          const double elastic =
            (material.viscosity.instantaneous() - 1) *
            evaluate_point(material, F, 0., Need::energy).energy;
          // The work is summed by the trapezoidal rule in 400 steps.
          EXPECT_NEAR(point.stored(), elastic, 1e-5 * elastic) << name;
          EXPECT_NEAR(point.lost(), 0, 1e-3 * elastic) << name;
        }
  }

  TEST(Viscosity, ClosedCyclesDissipate)
  {
    // Closed paths of random Fourier series, principal stretches between about
    // 0.5 and 2, from slow to fast; repeated until they are periodic.
    std::mt19937 random(3);
    for (const auto &[name, material] : viscous_rubbers())
      for (const double period : {0.1, 1., 10.})
        {
          const Matrix3 A = random_matrix(random, 0.25),
                        B = random_matrix(random, 0.25);
          const auto path = [&](const double s) -> Matrix3 {
            const double x = 2 * M_PI * s;
            return Matrix3::Identity() + std::sin(x) * A +
                   (1 - std::cos(2 * x)) / 2 * B;
          };
          ViscousPoint point(material);
          const int n = 200;
          double last = 0;
          for (int cycle = 0; cycle < 5; ++cycle)
            {
              last = point.lost();
              lead(point, path, period / n, n);
            }
          EXPECT_GT(point.lost() - last, 0) << name << ", period " << period;
        }
  }
} // namespace
