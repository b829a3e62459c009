// SPDX-License-Identifier: Apache-2.0
// The rotation group: exponential map, its tangent operator, quaternions.
#pragma once

#include <rivlin/base/types.h>

namespace rivlin
{
  /// (w, x, y, z) of a unit quaternion.
  using Quaternion = Eigen::Vector4d;

  /// The matrix of the cross product: skew(a) b = a x b.
  Matrix3 skew(const Vector3 &a);

  Quaternion quaternion_product(const Quaternion &a, const Quaternion &b);
  Quaternion conjugate(const Quaternion &a);

  /// Rotation matrices at the border; R must be orthogonal with det R = 1.
  Matrix3 rotation_matrix(const Quaternion &p);
  Quaternion quaternion(const Matrix3 &R);

  /// exp of the rotation vector psi, and the rotation vector of length <= pi of
  /// a quaternion: accurate for all angles, since |sin| and |cos| of the half
  /// angle are never small together.
  Quaternion rotation_exponential(const Vector3 &psi);
  Vector3 rotation_logarithm(const Quaternion &p);

  /// T(psi) of Omega = T(psi) dpsi/dt (Bruls, Cardona and Arnold 2012, eq. 26),
  ///   T = I - S_2 skew(psi) + S_3 skew(psi)^2,
  /// and its inverse, which exists for |psi| < 2 pi.
  Matrix3 rotation_tangent(const Vector3 &psi);
  Matrix3 rotation_tangent_inverse(const Vector3 &psi);

  /// First and second derivative of T at psi along the directions u and s.
  Matrix3 rotation_tangent_derivative(const Vector3 &psi, const Vector3 &u);
  Matrix3 rotation_tangent_derivative(const Vector3 &psi,
                                      const Vector3 &u,
                                      const Vector3 &s);
} // namespace rivlin
