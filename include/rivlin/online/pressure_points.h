// SPDX-License-Identifier: Apache-2.0
// How much volume the rubber of a reduced model gives up under its pressures,
// where the volumetric law is not quadratic.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/volumetric_law.h>

#include <vector>

namespace rivlin
{
  /// The part of the complementary energy that is not quadratic in the
  /// pressure: sum_q w_q N(l_q . p), N(p) = U*(p) - p^2/(2 kappa), over points
  /// with positive weights, all of the full model or few of them. It belongs to
  /// the constraint c(r) - C p - dN/dp = 0, in which C is exact; see
  /// doc/theory/online.md.
  struct PressurePoints
  {
    std::vector<VolumetricLaw> laws;
    std::vector<int> law_of_point;
    /// l_q: a row for each point, a column for each pressure mode.
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      modes;
    Vector weights; ///< w_q; thickness included in 2D

    int n_points() const
    {
      return static_cast<int>(law_of_point.size());
    }
  };

  /// Jhat - 1, its derivative and U* without their parts of the lowest order,
  /// p/kappa, 1/kappa and p^2/(2 kappa).
  InverseVolumetricResponse nonlinear_volume(const VolumetricLaw &law,
                                             double pressure);

  struct PressureResponse
  {
    double energy = 0;
    Vector volume;     ///< dN/dp
    Matrix compliance; ///< d2N/dp2, if asked for
    /// Where no volume balances the pressure; see InverseVolumetricResponse.
    bool valid = true;
  };

  void evaluate(const PressurePoints &points,
                const Vector &p,
                bool with_compliance,
                PressureResponse &result);

  /// Throws Error naming what is wrong.
  void check(const PressurePoints &points, int n_pressures);
} // namespace rivlin
