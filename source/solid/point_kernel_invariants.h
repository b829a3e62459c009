// SPDX-License-Identifier: Apache-2.0
// Rubber whose energy is a function of the invariants I1bar and I2bar; part of
// the point kernel, where the formulas are listed.
#pragma once

#include "point_kernel.h"

namespace rivlin
{
  /// Derivatives of W with respect to I1bar (1) and I2bar (2).
  template <int width>
  struct InvariantDerivatives
  {
    Lanes<width> W1, W2, W11, W12, W22;
  };

  template <int width>
  [[gnu::always_inline]] inline Lanes<width>
  natural_power(const Lanes<width> &x, int exponent)
  {
    Lanes<width> y = Lanes<width>{} + 1.;
    for (int k = 0; k < exponent; ++k)
      y *= x;
    return y;
  }

  /// Adds the energy; x = I1bar - 3, y = I2bar - 3.
  template <int width>
  [[gnu::always_inline]] inline void
  evaluate_polynomial(const Polynomial &law,
                      const Lanes<width> &x,
                      const Lanes<width> &y,
                      Lanes<width> &energy,
                      InvariantDerivatives<width> &w)
  {
    w = InvariantDerivatives<width>{};
    for (const Polynomial::Term &term : law.terms)
      {
        const int i = term.i, j = term.j;
        const Lanes<width> xi = natural_power<width>(x, i);
        const Lanes<width> yj = natural_power<width>(y, j);
        energy += term.c * xi * yj;
        if (i > 0)
          {
            const Lanes<width> dx = double(i) * natural_power<width>(x, i - 1);
            w.W1 += term.c * dx * yj;
            if (j > 0)
              w.W12 +=
                term.c * dx * (double(j) * natural_power<width>(y, j - 1));
            if (i > 1)
              w.W11 += term.c * double(i * (i - 1)) *
                       natural_power<width>(x, i - 2) * yj;
          }
        if (j > 0)
          w.W2 += term.c * xi * (double(j) * natural_power<width>(y, j - 1));
        if (j > 1)
          w.W22 +=
            term.c * double(j * (j - 1)) * xi * natural_power<width>(y, j - 2);
      }
  }

  enum class InvariantLaw
  {
    neo_hooke,
    mooney_rivlin,
    polynomial
  };

  /// Adds the isochoric energy to x.energy and writes P and the tangent,
  /// including the volumetric part.
  template <int width, int dim, InvariantLaw kind, class Law>
  [[gnu::always_inline]] inline void
  evaluate_invariants(const Law &law,
                      const VolumetricLanes<width> &volume,
                      Need need,
                      PointLanes<width> &x)
  {
    using T                         = Lanes<width>;
    constexpr bool second_invariant = kind != InvariantLaw::neo_hooke;
    const T(&D)[9]                  = x.D;
    const T(&F)[9]                  = x.F;
    const T(&H)[9]                  = x.cofactor;

    // C - I = 2 E; I1 - 3 = 2 tr E, I2 - 3 = 4 tr E + 4 II(E).
    T E2[9];
    for (int I = 0; I < 3; ++I)
      for (int J = I; J < 3; ++J)
        E2[3 * I + J] = E2[3 * J + I] =
          D[3 * I + J] + D[3 * J + I] +
          (D[I] * D[J] + D[3 + I] * D[3 + J] + D[6 + I] * D[6 + J]);
    const T trace  = E2[0] + E2[4] + E2[8];
    const T minors = E2[0] * E2[4] + E2[4] * E2[8] + E2[0] * E2[8] -
                     (E2[1] * E2[1] + E2[2] * E2[2] + E2[5] * E2[5]);
    T a_minus_1 = T{};
    for (int l = 0; l < width; ++l)
      {
        const double log_J = std::log1p(get_lane<width>(x.volume_change, l));
        set_lane<width>(a_minus_1, l, std::expm1(-2. / 3 * log_J));
      }
    const T a             = a_minus_1 + 1.;
    const T a2            = a * a;
    const T I1            = trace + 3.;
    const T I2            = 2. * trace + minors + 3.;
    const T I1bar_minus_3 = 3. * a_minus_1 + a * trace;
    const T I2bar_minus_3 =
      3. * a_minus_1 * (a_minus_1 + 2.) + a2 * (2. * trace + minors);

    InvariantDerivatives<width> w{};
    if constexpr (kind == InvariantLaw::polynomial)
      evaluate_polynomial<width>(
        law, I1bar_minus_3, I2bar_minus_3, x.energy, w);
    else
      {
        w.W1 = T{} + law.c10;
        x.energy += law.c10 * I1bar_minus_3;
        if constexpr (second_invariant)
          {
            w.W2 = T{} + law.c01;
            x.energy += law.c01 * I2bar_minus_3;
          }
      }
    if (need == Need::energy)
      return;

    const T inverse_J = 1. / (x.volume_change + 1.);
    const T alpha     = 2. * a * w.W1;
    const T beta      = 2. * a2 * w.W2;
    // Coefficient of H in P, which is also the one of X in the tangent.
    T pressure = volume.pressure - alpha * I1 * inverse_J * (1. / 3);
    if constexpr (second_invariant)
      pressure -= beta * I2 * inverse_J * (2. / 3);

    T M[9];
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          x.P[c]      = alpha * F[c] + pressure * H[c];
          if constexpr (second_invariant)
            {
              // I1 F - F C = (I1 - 1) F - F 2E
              M[c] = (I1 - 1.) * F[c] -
                     (F[3 * i] * E2[J] + F[3 * i + 1] * E2[3 + J] +
                      F[3 * i + 2] * E2[6 + J]);
              x.P[c] += beta * M[c];
            }
        }
    if (need != Need::residual_and_tangent)
      return;

    T b[9]; // F F^T
    T Q[9]; // what is multiplied with H from both sides
    const T Q_F = alpha * inverse_J * (-2. / 3);
    const T Q_M = beta * inverse_J * (-4. / 3);
    T Q_H       = alpha * I1 * (5. / 9);
    if constexpr (second_invariant)
      Q_H += beta * I2 * (14. / 9);
    Q_H = 0.5 * (Q_H * inverse_J * inverse_J + volume.stiffness);
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          Q[c]        = Q_F * F[c] + Q_H * H[c];
          if constexpr (second_invariant)
            {
              Q[c] += Q_M * M[c];
              b[c] = F[3 * i] * F[3 * J] + F[3 * i + 1] * F[3 * J + 1] +
                     F[3 * i + 2] * F[3 * J + 2];
            }
        }
    T identity = alpha;
    if constexpr (second_invariant)
      identity += beta * (I1 - 1.);

    // Gradients of the invariants, for the outer products of a polynomial.
    T g1[9], g2[9];
    if constexpr (kind == InvariantLaw::polynomial)
      for (int i = 0; i < dim; ++i)
        for (int J = 0; J < dim; ++J)
          {
            const int c = 3 * i + J;
            g1[c]       = 2. * a * (F[c] - (1. / 3) * I1 * inverse_J * H[c]);
            g2[c]       = 2. * a2 * (M[c] - (2. / 3) * I2 * inverse_J * H[c]);
          }

    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            {
              const int r = 3 * i + J, c = 3 * k + L;
              T value = Q[r] * H[c] + H[r] * Q[c];
              if (i != k && J != L)
                value += pressure * cofactor_derivative<width>(F, i, J, k, L);
              if (i == k && J == L)
                value += identity;
              if constexpr (second_invariant)
                {
                  T dM = 2. * F[r] * F[c] - F[3 * i + L] * F[3 * k + J];
                  if (J == L)
                    dM -= b[3 * i + k];
                  if (i == k)
                    dM -= E2[3 * J + L];
                  value += beta * dM;
                }
              if constexpr (kind == InvariantLaw::polynomial)
                value += w.W11 * g1[r] * g1[c] + w.W22 * g2[r] * g2[c] +
                         w.W12 * (g1[r] * g2[c] + g2[r] * g1[c]);
              x.tangent[packed(r, c)] = value;
            }
  }
} // namespace rivlin
