// SPDX-License-Identifier: Apache-2.0
// Coordinates y of a neighbourhood of the identity of a Lie group.
#pragma once

#include <rivlin/dynamics/configuration_space.h>

namespace rivlin
{
  /// mu(y) of q = q_n o mu(y) (Bruls et al. 2012, eqs. 65 and 80).
  enum class CoordinateMap
  {
    exponential, ///< mu = exp: rotation vectors psi
    conformal    ///< rotations by c = 4 tan(|psi|/4) psi/|psi|, the conformal
                 ///< rotation vector (Wiener-Milenkovic parameters); groups
                 ///< without SE(3) only
  };

  /// Throws Error if the map is not defined for all factors.
  void require_map(CoordinateMap map, const ConfigurationSpace &space);

  /// w of mu(y) = exp(w).
  void coordinate_exponent(CoordinateMap map,
                           const ConfigurationSpace &space,
                           const Vector &y,
                           Vector &w);

  /// T of v = T(y) dy/dt (eq. 82 for the conformal rotation vector), and its
  /// derivative at y along `direction`.
  void coordinate_tangent(CoordinateMap map,
                          const ConfigurationSpace &space,
                          const Vector &y,
                          MatrixRef T);
  void coordinate_tangent_derivative(CoordinateMap map,
                                     const ConfigurationSpace &space,
                                     const Vector &y,
                                     const Vector &direction,
                                     MatrixRef T_derivative);
} // namespace rivlin
