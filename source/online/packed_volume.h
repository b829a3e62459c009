// SPDX-License-Identifier: Apache-2.0
// The volume polynomial without its derivatives by all coordinates: what a
// residual needs, in one walk over the coefficients.
#pragma once

#include <rivlin/online/volume_polynomial.h>
#include <rivlin/solid/aligned_vector.h>

namespace rivlin
{
  /// With x = (1, r) the polynomial is a form, c_i = sum T_iklm x_k x_l x_m
  /// over k >= l >= m (in 2D T_ikl x_k x_l, k >= l). With X the products of x
  /// in this order, c = T X, and (dc/dr)^T p is the gradient of (T^T p) . X:
  /// both need each coefficient once.
  class PackedVolume
  {
  public:
    explicit PackedVolume(const VolumePolynomial &volume);

    /// c(r) and g = B(r)^T p; the results have the right sizes. Allocates
    /// nothing.
    void evaluate(const Vector &r, const Vector &p, Vector &c, Vector &g);

  private:
    int n, m;               ///< coordinates, pressures
    bool is_cubic;          ///< 3D
    int n_terms;            ///< padded
    AlignedVector T;        ///< [pressure][term]
    AlignedVector x;        ///< 1, r
    AlignedVector X;        ///< products of x
    AlignedVector Tp;       ///< T^T p
    AlignedVector sums;     ///< [pressure][lane]
    AlignedVector gradient; ///< by x
  };
} // namespace rivlin
