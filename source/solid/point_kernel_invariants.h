// SPDX-License-Identifier: Apache-2.0
// Rubber whose energy is a function of the invariants I1bar and I2bar; part of
// the point kernel, where the formulas are listed.
#pragma once

#include "point_kernel.h"

namespace rivlin
{
  /// What P and the tangent of such a law are made of.
  template <int width>
  struct Invariants
  {
    using T = Lanes<width>;

    T E2[9];                        ///< C - I
    T a, a2;                        ///< J^(-2/3), J^(-4/3)
    T I1, I2;                       ///< of C
    T I1bar_minus_3, I2bar_minus_3; ///< arguments of W
    T inverse_J;
    InvariantDerivatives<T> w;
    T alpha, beta; ///< 2 a W1, 2 a^2 W2
    T pressure;    ///< coefficient of H in P and of X in the tangent
    T M[9];        ///< I1 F - F C
  };

  /// C - I = 2 E; I1 - 3 = 2 tr E, I2 - 3 = 4 tr E + 4 II(E).
  template <int width>
  [[gnu::always_inline]] inline void
  compute_invariants(const PointLanes<width> &x, Invariants<width> &y)
  {
    using T        = Lanes<width>;
    const T(&D)[9] = x.D;
    T(&E2)[9]      = y.E2;
    for (int I = 0; I < 3; ++I)
      for (int J = I; J < 3; ++J)
        E2[3 * I + J] = E2[3 * J + I] =
          D[3 * I + J] + D[3 * J + I] +
          (D[I] * D[J] + D[3 + I] * D[3 + J] + D[6 + I] * D[6 + J]);
    const T trace  = E2[0] + E2[4] + E2[8];
    const T minors = E2[0] * E2[4] + E2[4] * E2[8] + E2[0] * E2[8] -
                     (E2[1] * E2[1] + E2[2] * E2[2] + E2[5] * E2[5]);
    T a_minus_1;
    apply_to_lanes(
      x.volume_change,
      [](const double j) { return std::expm1(-2. / 3 * std::log1p(j)); },
      a_minus_1);
    y.a             = a_minus_1 + 1.;
    y.a2            = y.a * y.a;
    y.I1            = trace + 3.;
    y.I2            = 2. * trace + minors + 3.;
    y.I1bar_minus_3 = 3. * a_minus_1 + y.a * trace;
    y.I2bar_minus_3 =
      3. * a_minus_1 * (a_minus_1 + 2.) + y.a2 * (2. * trace + minors);
  }

  /// P including the volumetric part, and what the tangent needs of it.
  template <int width, int dim, class Law>
  [[gnu::always_inline]] inline void
  compute_invariant_stress(const VolumetricLanes<width> &volume,
                           PointLanes<width> &x,
                           Invariants<width> &y)
  {
    using T        = Lanes<width>;
    const T(&F)[9] = x.F;
    const T(&H)[9] = x.cofactor;
    y.inverse_J    = 1. / (x.volume_change + 1.);
    y.alpha        = 2. * y.a * y.w.W1;
    y.beta         = 2. * y.a2 * y.w.W2;
    y.pressure     = volume.pressure - y.alpha * y.I1 * y.inverse_J * (1. / 3);
    if constexpr (Law::second_invariant)
      y.pressure -= y.beta * y.I2 * y.inverse_J * (2. / 3);
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          x.P[c]      = y.alpha * F[c] + y.pressure * H[c];
          if constexpr (Law::second_invariant)
            {
              // I1 F - F C = (I1 - 1) F - F 2E
              y.M[c] = (y.I1 - 1.) * F[c] -
                       (F[3 * i] * y.E2[J] + F[3 * i + 1] * y.E2[3 + J] +
                        F[3 * i + 2] * y.E2[6 + J]);
              x.P[c] += y.beta * y.M[c];
            }
        }
  }

  /// Adds the outer products of the gradients of the invariants, which a law
  /// with second derivatives has.
  template <int width, int dim, class Law>
  [[gnu::always_inline]] inline void
  add_invariant_curvature(const Invariants<width> &y, PointLanes<width> &x)
  {
    using T        = Lanes<width>;
    const T(&F)[9] = x.F;
    const T(&H)[9] = x.cofactor;
    T g1[9], g2[9];
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          g1[c] = 2. * y.a * (F[c] - (1. / 3) * y.I1 * y.inverse_J * H[c]);
          if constexpr (Law::second_invariant)
            g2[c] = 2. * y.a2 * (y.M[c] - (2. / 3) * y.I2 * y.inverse_J * H[c]);
        }
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            {
              const int r = 3 * i + J, c = 3 * k + L;
              T &value = x.tangent[packed(r, c)];
              if constexpr (Law::second_invariant)
                value += y.w.W11 * g1[r] * g1[c] + y.w.W22 * g2[r] * g2[c] +
                         y.w.W12 * (g1[r] * g2[c] + g2[r] * g1[c]);
              else
                value += y.w.W11 * g1[r] * g1[c];
            }
  }

  template <int width, int dim, class Law>
  [[gnu::always_inline]] inline void
  compute_invariant_tangent(const VolumetricLanes<width> &volume,
                            const Invariants<width> &y,
                            PointLanes<width> &x)
  {
    using T        = Lanes<width>;
    const T(&F)[9] = x.F;
    const T(&H)[9] = x.cofactor;
    T b[9]; // F F^T
    T Q[9]; // what is multiplied with H from both sides
    const T Q_F = y.alpha * y.inverse_J * (-2. / 3);
    const T Q_M = y.beta * y.inverse_J * (-4. / 3);
    T Q_H       = y.alpha * y.I1 * (5. / 9);
    if constexpr (Law::second_invariant)
      Q_H += y.beta * y.I2 * (14. / 9);
    Q_H = 0.5 * (Q_H * y.inverse_J * y.inverse_J + volume.stiffness);
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          Q[c]        = Q_F * F[c] + Q_H * H[c];
          if constexpr (Law::second_invariant)
            {
              Q[c] += Q_M * y.M[c];
              b[c] = F[3 * i] * F[3 * J] + F[3 * i + 1] * F[3 * J + 1] +
                     F[3 * i + 2] * F[3 * J + 2];
            }
        }
    T identity = y.alpha;
    if constexpr (Law::second_invariant)
      identity += y.beta * (y.I1 - 1.);

    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            {
              const int r = 3 * i + J, c = 3 * k + L;
              T value = Q[r] * H[c] + H[r] * Q[c];
              if (i != k && J != L)
                value += y.pressure * cofactor_derivative<width>(F, i, J, k, L);
              if (i == k && J == L)
                value += identity;
              if constexpr (Law::second_invariant)
                {
                  T dM = 2. * F[r] * F[c] - F[3 * i + L] * F[3 * k + J];
                  if (J == L)
                    dM -= b[3 * i + k];
                  if (i == k)
                    dM -= y.E2[3 * J + L];
                  value += y.beta * dM;
                }
              x.tangent[packed(r, c)] = value;
            }
    if constexpr (!Law::is_linear)
      add_invariant_curvature<width, dim, Law>(y, x);
  }

  /// Adds the isochoric energy to x.energy and writes P and the tangent,
  /// including the volumetric part.
  template <int width, int dim, class Law>
  [[gnu::always_inline]] inline void
  evaluate_invariants(const Law &law,
                      const VolumetricLanes<width> &volume,
                      Need need,
                      PointLanes<width> &x)
  {
    Invariants<width> y;
    compute_invariants<width>(x, y);
    law.add_energy(y.I1bar_minus_3, y.I2bar_minus_3, x.energy, y.w);
    if (need == Need::energy)
      return;
    compute_invariant_stress<width, dim, Law>(volume, x, y);
    if (need == Need::residual_and_tangent)
      compute_invariant_tangent<width, dim, Law>(volume, y, x);
  }
} // namespace rivlin
