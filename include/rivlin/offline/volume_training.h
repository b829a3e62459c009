// SPDX-License-Identifier: Apache-2.0
// The exact polynomial of the change of volume from the modes of a body.
#pragma once

#include <rivlin/online/volume_polynomial.h>
#include <rivlin/solid/discrete_body.h>

namespace rivlin
{
  /// c_i(r) = int l_i (J - 1) over the cells with pressure, at u = modes r, for
  /// the columns l_i of `pressure_modes` (n_pressures rows). Nothing is
  /// approximated besides the quadrature of the full model. Error if sizes do
  /// not fit or the body is not mixed. The cost grows with N^3 n_points in 3D.
  VolumePolynomial train_volume(const DiscreteBody &body,
                                const Matrix &modes,
                                const Matrix &pressure_modes);
} // namespace rivlin
