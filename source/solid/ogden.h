// SPDX-License-Identifier: Apache-2.0
// The isochoric Ogden energy, by the spectral decomposition of C.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/point_response.h>

namespace rivlin
{
  /// Energy, P and tangent of the isochoric Ogden energy at F = I + D, J > 0.
  struct OgdenResponse
  {
    double energy = 0;
    Matrix3 P;
    Matrix9 tangent;
  };

  void evaluate_ogden(const Ogden &law,
                      const Matrix3 &D,
                      Need need,
                      OgdenResponse &response);
} // namespace rivlin
