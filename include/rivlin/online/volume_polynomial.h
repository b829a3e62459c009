// SPDX-License-Identifier: Apache-2.0
// The change of volume seen by each pressure mode, exact as a polynomial.
#pragma once

#include <rivlin/base/types.h>

namespace rivlin
{
  /// c_i(r) = int l_i (J - 1) for u = sum_k r_k u_k: linear, quadratic and (in
  /// 3D) cubic in r,
  ///   c_i = L_ik r_k + Q_ikl r_k r_l + T_iklm r_k r_l r_m,  k >= l >= m,
  /// where only the sorted indices are stored, off-diagonal ones with all their
  /// permutations added up. Columns of `quadratic` run over (k, l) as
  /// k (k+1)/2 + l, those of `cubic` over (k, l, m) as
  /// k (k+1)(k+2)/6 + l (l+1)/2 + m.
  struct VolumePolynomial
  {
    Matrix linear;    ///< n_pressure x N
    Matrix quadratic; ///< n_pressure x N (N+1)/2
    Matrix cubic;     ///< n_pressure x N (N+1)(N+2)/6; empty in 2D

    int n_pressures() const
    {
      return static_cast<int>(linear.rows());
    }
    int n_coordinates() const
    {
      return static_cast<int>(linear.cols());
    }
  };

  /// What c and its derivatives share of the cubic part at r. With the
  /// symmetric tensor S of it, T_iklm r_k r_l r_m = S_i(r, r, r), these are the
  /// entries of 3 S_i(r, ., .) in the order of `quadratic`, and like them with
  /// both of (k, l) and (l, k) added up. As S_i(r, r, r) and its derivatives 3
  /// S_i(r, r, .) and 6 S_i(r, ., .) follow from it, the many cubic
  /// coefficients are read once per r. Empty in 2D.
  struct VolumeSums
  {
    Matrix pairs;
  };
  void
  contract(const VolumePolynomial &volume, const Vector &r, VolumeSums &sums);

  /// c(r), B = dc/dr, H = sum_i p_i d2c_i/dr2, which is added, and
  /// v^T d2c_i/dr2 v for each i, which is what the second time derivative of c
  /// has besides B r''; `sums` are those of r. No allocation; results have the
  /// right size on entry.
  void evaluate(const VolumePolynomial &volume,
                const VolumeSums &sums,
                const Vector &r,
                Vector &c);
  void jacobian(const VolumePolynomial &volume,
                const VolumeSums &sums,
                const Vector &r,
                MatrixRef B);
  void add_hessian(const VolumePolynomial &volume,
                   const VolumeSums &sums,
                   const Vector &p,
                   MatrixRef H);
  void curvature(const VolumePolynomial &volume,
                 const VolumeSums &sums,
                 const Vector &v,
                 Vector &result);

  /// The same with sums of their own, for single calls.
  void evaluate(const VolumePolynomial &volume, const Vector &r, Vector &c);
  void jacobian(const VolumePolynomial &volume, const Vector &r, MatrixRef B);
  void add_hessian(const VolumePolynomial &volume,
                   const Vector &r,
                   const Vector &p,
                   MatrixRef H);
  void curvature(const VolumePolynomial &volume,
                 const Vector &r,
                 const Vector &v,
                 Vector &result);

  /// Throws Error if shapes do not fit or a number is not finite.
  void check(const VolumePolynomial &volume);
} // namespace rivlin
