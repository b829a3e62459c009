// SPDX-License-Identifier: Apache-2.0
// What is shown to people: true stress, von Mises stress, principal stretches.
#pragma once

#include <rivlin/base/types.h>

namespace rivlin
{
  /// sigma = P F^T / J, the force per deformed area [stress]. det F > 0.
  Matrix3 cauchy_stress(const Matrix3 &P, const Matrix3 &F);

  /// sqrt(3/2 s:s) with s the deviator of the symmetric stress sigma; the
  /// tensile stress in uniaxial tension [stress].
  double von_mises_stress(const Matrix3 &sigma);

  /// Square roots of the eigenvalues of F^T F, largest first.
  Vector3 principal_stretches(const Matrix3 &F);
} // namespace rivlin
