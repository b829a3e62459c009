// SPDX-License-Identifier: Apache-2.0
// Motion of a rigid sleeve, exact at any angle.
#pragma once

#include <rivlin/base/types.h>

#include <array>

namespace rivlin
{
  /// Where a sleeve is, relative to its reference position. In plane strain
  /// only the first two translations and the third rotation are not zero.
  struct SleevePose
  {
    Vector3 translation     = Vector3::Zero(); ///< x [length]
    Vector3 rotation_vector = Vector3::Zero(); ///< axis times angle [rad]
  };

  /// R - I for R = exp(rotation vector), without the cancellation of a small
  /// rotation.
  Matrix3 rotation_minus_identity(const Vector3 &rotation_vector);

  /// u(X) = x + (R - I)(X - centre) of a point X of the sleeve.
  Vector3 sleeve_displacement(const SleevePose &pose,
                              const Vector3 &centre,
                              const Vector3 &X);

  /// The moving sleeve at one instant: u and its time derivatives of order 1 to
  /// 3 (velocity, acceleration, jerk) at any of its points.
  class SleeveMotion
  {
  public:
    /// pose[k] holds the k-th time derivatives of the six channels. Note that
    /// the derivative of a rotation vector is not the angular velocity.
    SleeveMotion(const std::array<SleevePose, 4> &pose, const Vector3 &centre);

    /// The derivative of order 0 to 3 of the displacement of X.
    Vector3 displacement(const Vector3 &X, int order) const;
    /// Its parts: x and R - I, and their derivatives.
    const Vector3 &translation(int order) const;
    const Matrix3 &rotation(int order) const;

  private:
    Vector3 centre;
    std::array<Vector3, 4> translations;
    std::array<Matrix3, 4> rotations; ///< R - I and the derivatives of R
  };
} // namespace rivlin
