// SPDX-License-Identifier: Apache-2.0
// The one implementation of all material laws, for one point or for several
// points at once. It is inlined into its callers so that each of them compiles
// it for its own instruction set; that is also why it knows no Eigen.
//
// Derivatives of the invariants, with H = cof F = dJ/dF, X = dH/dF,
// I1 = F:F, I2 = H:H, M = I1 F - F C = (dI2/dF)/2, a = J^(-2/3):
//   dI1bar  = a (2 F - 2/3 I1/J H)
//   d2I1bar = a (2 1 - 4/3 /J (F x H + H x F) + 10/9 I1/J^2 H x H - 2/3 I1/J X)
//   dI2bar  = a^2 (2 M - 4/3 I2/J H)
//   d2I2bar = a^2 (2 dM - 8/3 /J (M x H + H x M) + 28/9 I2/J^2 H x H - 4/3 I2/J
//   X) dM_iJkL = 2 F_iJ F_kL - F_iL F_kJ - b_ik d_JL - d_ik C_JL + I1 d_ik d_JL
#pragma once

#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

#include "lanes.h"
#include "ogden.h"

#include <cmath>
#include <limits>

namespace rivlin
{
  /// Place of the pair (row, column), row <= column, of a symmetric 9 x 9
  /// matrix.
  constexpr int packed(int row, int column)
  {
    return row * 9 - row * (row - 1) / 2 + column - row;
  }

  /// Points in lanes: displacement gradient D = F - I in, response out. Only
  /// components with indices below dim are written, P and tangent only if
  /// needed.
  template <int width>
  struct PointLanes
  {
    Lanes<width> D[9];
    Lanes<width> p;
    Lanes<width> F[9];
    Lanes<width> cofactor[9];
    Lanes<width> volume_change; ///< J - 1
    Lanes<width> energy;
    Lanes<width> P[9];
    Lanes<width> tangent[45];
    Lanes<width> volume_gap;
    Lanes<width> compliance;
    bool valid;
  };

  /// W_vol by its value and derivatives; in the mixed form p takes their place.
  template <int width>
  struct VolumetricLanes
  {
    Lanes<width> pressure;
    Lanes<width> stiffness;
  };

  /// Elastic points: kernels without history are compiled without any of it.
  struct NoHistory
  {};

  /// StressHistory of the points; components below n_symmetric(dim).
  template <int width>
  struct HistoryLanes
  {
    double stress_factor, energy_factor;
    Lanes<width> S[6];
  };

  template <int width>
  [[gnu::always_inline]] inline void compute_kinematics(PointLanes<width> &x)
  {
    const Lanes<width>(&D)[9] = x.D;
    Lanes<width>(&F)[9]       = x.F;
    Lanes<width>(&H)[9]       = x.cofactor;
    for (int c = 0; c < 9; ++c)
      F[c] = D[c];
    F[0] += 1.;
    F[4] += 1.;
    F[8] += 1.;
    H[0] = F[4] * F[8] - F[5] * F[7];
    H[1] = F[5] * F[6] - F[3] * F[8];
    H[2] = F[3] * F[7] - F[4] * F[6];
    H[3] = F[2] * F[7] - F[1] * F[8];
    H[4] = F[0] * F[8] - F[2] * F[6];
    H[5] = F[1] * F[6] - F[0] * F[7];
    H[6] = F[1] * F[5] - F[2] * F[4];
    H[7] = F[2] * F[3] - F[0] * F[5];
    H[8] = F[0] * F[4] - F[1] * F[3];
    // J - 1 = tr D + minors of D + det D: the one of J does not drown it.
    const Lanes<width> m0 = D[4] * D[8] - D[5] * D[7];
    const Lanes<width> m1 = D[5] * D[6] - D[3] * D[8];
    const Lanes<width> m2 = D[3] * D[7] - D[4] * D[6];
    x.volume_change =
      D[0] + D[4] + D[8] +
      (m0 + (D[0] * D[8] - D[2] * D[6]) + (D[0] * D[4] - D[1] * D[3])) +
      (D[0] * m0 + D[1] * m1 + D[2] * m2);
  }

  /// True if 0 < J < infinity in every lane.
  template <int width>
  [[gnu::always_inline]] inline bool
  volumes_are_positive(const Lanes<width> &volume_change)
  {
    bool valid = true;
    for (int l = 0; l < width; ++l)
      {
        const double J = 1 + get_lane<width>(volume_change, l);
        valid = valid && J > 0 && J < std::numeric_limits<double>::infinity();
      }
    return valid;
  }

  template <int width>
  [[gnu::always_inline]] inline bool is_finite(const Lanes<width> &x)
  {
    bool finite = true;
    for (int l = 0; l < width; ++l)
      finite = finite && std::isfinite(get_lane<width>(x, l));
    return finite;
  }

  /// Entry (3 i + J, 3 k + L) of X = d cof F / dF = eps_ikm eps_JLN F_mN.
  template <int width>
  [[gnu::always_inline]] inline Lanes<width>
  cofactor_derivative(const Lanes<width> (&F)[9], int i, int J, int k, int L)
  {
    if (i == k || J == L)
      return Lanes<width>{};
    const int m         = 3 - i - k;
    const int N         = 3 - J - L;
    const bool positive = ((k - i + 3) % 3 == 1) == ((L - J + 3) % 3 == 1);
    return positive ? F[3 * m + N] : -F[3 * m + N];
  }

  /// The volumetric part of energy, pressure and constraint.
  template <int width>
  [[gnu::always_inline]] inline VolumetricLanes<width>
  evaluate_volume(const VolumetricLaw &law, bool mixed, PointLanes<width> &x)
  {
    VolumetricLanes<width> result{x.p, Lanes<width>{}};
    for (int l = 0; l < width; ++l)
      {
        const double j = get_lane<width>(x.volume_change, l);
        if (mixed)
          {
            const double p     = get_lane<width>(x.p, l);
            const auto inverse = invert_volumetric(law, p);
            x.valid            = x.valid && inverse.valid;
            set_lane<width>(x.energy, l, p * j - inverse.energy);
            set_lane<width>(x.volume_gap, l, j - inverse.volume_change);
            set_lane<width>(x.compliance, l, inverse.compliance);
          }
        else
          {
            const auto w = evaluate_volumetric(law, j);
            set_lane<width>(x.energy, l, w.energy);
            set_lane<width>(result.pressure, l, w.pressure);
            set_lane<width>(result.stiffness, l, w.stiffness);
          }
      }
    return result;
  }
} // namespace rivlin
