// SPDX-License-Identifier: Apache-2.0
// The other laws of the point kernel, and the choice among all of them.
#pragma once

#include "inline_visit.h"
#include "point_kernel.h"
#include "point_kernel_invariants.h"

namespace rivlin
{
  /// Laws that are functions of the invariants.
  template <int width, int dim, InvariantLaw Law>
  [[gnu::always_inline]] inline void
  evaluate_isochoric(const Law &law,
                     const VolumetricLanes<width> &volume,
                     Need need,
                     PointLanes<width> &x)
  {
    evaluate_invariants<width, dim>(law, volume, need, x);
  }

  /// Ogden's law point by point: eigenvectors do not come in lanes.
  template <int width, int dim>
  [[gnu::always_inline]] inline void
  evaluate_isochoric(const Ogden &law,
                     const VolumetricLanes<width> &volume,
                     Need need,
                     PointLanes<width> &x)
  {
    OgdenResponse response;
    Matrix3 D;
    for (int l = 0; l < width; ++l)
      {
        for (int c = 0; c < 9; ++c)
          D.coeffRef(c / 3, c % 3) = get_lane<width>(x.D[c], l);
        evaluate_ogden(law, D, need, response);
        set_lane<width>(x.energy,
                        l,
                        get_lane<width>(x.energy, l) + response.energy);
        if (need == Need::energy)
          continue;
        for (int c = 0; c < 9; ++c)
          set_lane<width>(x.P[c], l, response.P.coeff(c / 3, c % 3));
        if (need == Need::residual_and_tangent)
          for (int r = 0; r < 9; ++r)
            for (int c = r; c < 9; ++c)
              set_lane<width>(x.tangent[packed(r, c)],
                              l,
                              response.tangent.coeff(r, c));
      }
    if (need == Need::energy)
      return;
    for (int c = 0; c < 9; ++c)
      x.P[c] += volume.pressure * x.cofactor[c];
    if (need != Need::residual_and_tangent)
      return;
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            {
              const int r = 3 * i + J, c = 3 * k + L;
              x.tangent[packed(r, c)] +=
                volume.pressure * cofactor_derivative<width>(x.F, i, J, k, L) +
                volume.stiffness * x.cofactor[r] * x.cofactor[c];
            }
  }

  /// P = F S, S = lambda tr E 1 + 2 mu E, and
  /// A_iJkL = d_ik S_JL + lambda F_iJ F_kL + mu (F_iL F_kJ + b_ik d_JL).
  template <int width, int dim>
  [[gnu::always_inline]] inline void evaluate_law(
    const SaintVenantKirchhoff &law, bool, Need need, PointLanes<width> &x)
  {
    using T        = Lanes<width>;
    const T(&D)[9] = x.D;
    const T(&F)[9] = x.F;
    T E[9];
    for (int I = 0; I < 3; ++I)
      for (int J = 0; J < 3; ++J)
        E[3 * I + J] = 0.5 * (D[3 * I + J] + D[3 * J + I] + D[I] * D[J] +
                              D[3 + I] * D[3 + J] + D[6 + I] * D[6 + J]);
    const T trace = E[0] + E[4] + E[8];
    T square      = T{};
    T S[9];
    for (int c = 0; c < 9; ++c)
      {
        square += E[c] * E[c];
        S[c] = 2. * law.mu * E[c];
        if (c % 4 == 0)
          S[c] += law.lambda * trace;
      }
    x.energy = law.mu * square + 0.5 * law.lambda * trace * trace;
    if (need == Need::energy)
      return;
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        x.P[3 * i + J] =
          F[3 * i] * S[J] + F[3 * i + 1] * S[3 + J] + F[3 * i + 2] * S[6 + J];
    if (need != Need::residual_and_tangent)
      return;
    for (int i = 0; i < dim; ++i)
      for (int k = i; k < dim; ++k)
        {
          const T b =
            law.mu * (F[3 * i] * F[3 * k] + F[3 * i + 1] * F[3 * k + 1] +
                      F[3 * i + 2] * F[3 * k + 2]);
          for (int J = 0; J < dim; ++J)
            for (int L = (k == i ? J : 0); L < dim; ++L)
              {
                T value = law.lambda * F[3 * i + J] * F[3 * k + L] +
                          law.mu * F[3 * i + L] * F[3 * k + J];
                if (i == k)
                  value += S[3 * J + L];
                if (J == L)
                  value += b;
                x.tangent[packed(3 * i + J, 3 * k + L)] = value;
              }
        }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void
  evaluate_law(const Hooke &law, bool, Need need, PointLanes<width> &x)
  {
    using T        = Lanes<width>;
    const T(&D)[9] = x.D;
    const T trace  = D[0] + D[4] + D[8];
    T square       = T{};
    for (int i = 0; i < 3; ++i)
      for (int J = 0; J < 3; ++J)
        {
          const T strain = 0.5 * (D[3 * i + J] + D[3 * J + i]);
          square += strain * strain;
          x.P[3 * i + J] = 2. * law.mu * strain;
          if (i == J)
            x.P[3 * i + J] += law.lambda * trace;
        }
    x.energy = law.mu * square + 0.5 * law.lambda * trace * trace;
    if (need != Need::residual_and_tangent)
      return;
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            x.tangent[packed(3 * i + J, 3 * k + L)] =
              T{} + ((i == J && k == L ? law.lambda : 0.) +
                     (i == k && J == L ? law.mu : 0.) +
                     (i == L && J == k ? law.mu : 0.));
  }

  template <int width, int dim>
  struct IsochoricVisitor
  {
    const VolumetricLanes<width> &volume;
    Need need;
    PointLanes<width> &x;

    template <class Law>
    [[gnu::always_inline]] void operator()(const Law &law) const
    {
      evaluate_isochoric<width, dim>(law, volume, need, x);
    }
  };

  /// P = factor P_iso + F S + pressure H and its derivative, where P and
  /// tangent are those of the isochoric law so far.
  template <int width, int dim>
  [[gnu::always_inline]] inline void
  add_history(const HistoryLanes<width> &history,
              const VolumetricLanes<width> &volume,
              Need need,
              PointLanes<width> &x)
  {
    using T             = Lanes<width>;
    const double factor = history.stress_factor;
    constexpr int at[9] = {0, 3, 5, 3, 1, 4, 5, 4, 2};
    const T(&F)[9]      = x.F;
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        {
          const int c = 3 * i + J;
          T value     = factor * x.P[c] + volume.pressure * x.cofactor[c];
          for (int K = 0; K < 3; ++K)
            if (K < dim)
              value += F[3 * i + K] * history.S[at[3 * K + J]];
          x.P[c] = value;
        }
    if (need != Need::residual_and_tangent)
      return;
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int k = i; k < dim; ++k)
          for (int L = (k == i ? J : 0); L < dim; ++L)
            {
              const int r = 3 * i + J, c = 3 * k + L;
              T value = factor * x.tangent[packed(r, c)] +
                        volume.stiffness * x.cofactor[r] * x.cofactor[c];
              if (i != k && J != L)
                value +=
                  volume.pressure * cofactor_derivative<width>(F, i, J, k, L);
              if (i == k)
                value += history.S[at[3 * J + L]];
              x.tangent[packed(r, c)] = value;
            }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void evaluate_law(const Rubber &law,
                                                  bool mixed,
                                                  Need need,
                                                  const NoHistory &,
                                                  PointLanes<width> &x)
  {
    const VolumetricLanes<width> volume =
      evaluate_volume<width>(law.volumetric, mixed, x);
    if (x.valid)
      inline_visit(IsochoricVisitor<width, dim>{volume, need, x},
                   law.isochoric);
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void
  evaluate_law(const Rubber &law,
               bool mixed,
               Need need,
               const HistoryLanes<width> &history,
               PointLanes<width> &x)
  {
    const VolumetricLanes<width> volume =
      evaluate_volume<width>(law.volumetric, mixed, x);
    if (!x.valid)
      return;
    const Lanes<width> volumetric_energy = x.energy;
    x.energy                             = Lanes<width>{};
    const VolumetricLanes<width> none{Lanes<width>{}, Lanes<width>{}};
    inline_visit(IsochoricVisitor<width, dim>{none, need, x}, law.isochoric);
    x.energy = volumetric_energy + history.energy_factor * x.energy;
    if (need != Need::energy)
      add_history<width, dim>(history, volume, need, x);
  }

  template <int width, int dim, class History>
  struct LawVisitor
  {
    bool mixed;
    Need need;
    const History &history;
    PointLanes<width> &x;

    template <class Law>
    [[gnu::always_inline]] void operator()(const Law &law) const
    {
      if constexpr (!Law::accepts_any_volume)
        x.valid = volumes_are_positive<width>(x.volume_change);
      if (!x.valid)
        return;
      if constexpr (Law::has_pressure)
        evaluate_law<width, dim>(law, mixed, need, history, x);
      else
        evaluate_law<width, dim>(law, mixed, need, x);
    }
  };

  /// The response of all points from x.D and, in the mixed form, x.p, with a
  /// HistoryLanes or NoHistory. In plane strain (dim = 2) the out-of-plane
  /// entries of x.D are zero. x.valid becomes false if any of the points is
  /// invalid, and then only J - 1 means something.
  template <int width, int dim, class History = NoHistory>
  [[gnu::always_inline]] inline void
  evaluate_points(const Material &material,
                  bool mixed,
                  Need need,
                  PointLanes<width> &x,
                  const History &history = {})
  {
    compute_kinematics<width>(x);
    x.energy = x.volume_gap = x.compliance = Lanes<width>{};
    x.valid                                = true;
    inline_visit(LawVisitor<width, dim, History>{mixed, need, history, x},
                 material.law);
    x.valid = x.valid && is_finite<width>(x.energy);
  }
} // namespace rivlin
