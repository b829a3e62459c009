// SPDX-License-Identifier: Apache-2.0
// Ogden, Proc. R. Soc. Lond. A 326 (1972) 565. In the frame of the principal
// directions N_a, with x_a the eigenvalues of C, xbar_a = J^(-2/3) x_a and
// s = alpha/2, the second Piola-Kirchhoff stress is diagonal:
//   S_a = sum 2 mu/alpha (xbar_a^s - T/3) / x_a,   T = sum_b xbar_b^s.
#include "ogden.h"

#include "accurate_differences.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// (x_a^r - x_b^r)/(x_a - x_b), exact to roundoff also for x_a = x_b, where
    /// it is the derivative r x^(r-1).
    double divided_difference(double r, double x_a, double x_b)
    {
      const double d = (x_a - x_b) / x_b;
      return std::pow(x_b, r - 1) *
             (d == 0 ? r : std::expm1(r * std::log1p(d)) / d);
    }
  } // namespace

  void evaluate_ogden(const Ogden &law,
                      const Matrix3 &D,
                      Need need,
                      OgdenResponse &response)
  {
    // The eigenvalues of C - I keep their digits near the undeformed state.
    const Matrix3 C_minus_I = D + D.transpose() + D.transpose() * D;
    const Eigen::SelfAdjointEigenSolver<Matrix3> spectral(C_minus_I);
    const Matrix3 &N = spectral.eigenvectors();
    const Vector3 x  = spectral.eigenvalues().array() + 1;
    Vector3 log_x;
    for (int a = 0; a < 3; ++a)
      log_x[a] = std::log1p(spectral.eigenvalues()[a]);
    const double log_J23  = log_x.sum() / 3; // ln J^(2/3)
    const Vector3 log_bar = log_x.array() - log_J23;

    response.energy  = 0;
    Vector3 S        = Vector3::Zero();
    Matrix3 dS       = Matrix3::Zero(); // dS_a / dx_b
    Vector3 quotient = Vector3::Zero(); // (S_a - S_b)/(x_a - x_b), at 3 - a - b
    for (const Ogden::Term &term : law.terms)
      {
        const double s = term.alpha / 2;
        Vector3 power; // xbar_a^s - 1
        for (int a = 0; a < 3; ++a)
          {
            power[a] = std::expm1(s * log_bar[a]);
            // The logarithms of isochoric stretches add up to zero, so that
            // their linear part may be left out: what remains is positive.
            response.energy += 2 * term.mu / (term.alpha * term.alpha) *
                               expm1_minus_identity(s * log_bar[a]);
          }
        if (need == Need::energy)
          continue;
        const double k    = 2 * term.mu / term.alpha;
        const double mean = power.mean(); // T/3 - 1
        for (int a = 0; a < 3; ++a)
          S[a] += k * (power[a] - mean) / x[a];
        if (need != Need::residual_and_tangent)
          continue;
        const double third = 1 + mean; // T/3
        for (int a = 0; a < 3; ++a)
          {
            for (int b = 0; b < 3; ++b)
              dS(a, b) +=
                k * s / 3 * (third - 2 - power[a] - power[b]) / (x[a] * x[b]);
            dS(a, a) += k * ((s - 1) * (1 + power[a]) + third) / (x[a] * x[a]);
            const int b = (a + 1) % 3;
            quotient[3 - a - b] +=
              k *
              (std::exp(-s * log_J23) * divided_difference(s - 1, x[a], x[b]) +
               third / (x[a] * x[b]));
          }
      }
    if (need == Need::energy)
      return;

    const Matrix3 f = N + D * N; // F N
    response.P      = f * S.asDiagonal() * N.transpose();
    if (need != Need::residual_and_tangent)
      return;

    // In the principal frame dC_ab = f_ka df_kb + f_kb df_ka and
    //   dS_aa = sum_b dS(a,b) dC_bb,   dS_ab = quotient dC_ab for a != b.
    Matrix9 principal = Matrix9::Zero();
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            {
              double value = 2 * dS(a, b) * f(i, a) * f(k, b);
              if (a != b)
                value += quotient[3 - a - b] * f(i, b) * f(k, a);
              else
                for (int c = 0; c < 3; ++c)
                  if (c != a)
                    value += quotient[3 - a - c] * f(i, c) * f(k, c);
              principal(3 * i + a, 3 * k + b) =
                value + (a == b && i == k ? S[a] : 0.);
            }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        response.tangent.block<3, 3>(3 * i, 3 * k) =
          N * principal.block<3, 3>(3 * i, 3 * k) * N.transpose();
  }
} // namespace rivlin
