// SPDX-License-Identifier: Apache-2.0
// Local coordinates theta of q = q_n o exp(theta), for methods that want a
// linear space: their rate and its linearization.
#pragma once

#include <rivlin/dynamics/configuration_space.h>

namespace rivlin
{
  /// S = (I + ad(x)/2)^-1, regular for all x. It stands behind position
  /// derivatives in the stages of Rosenbrock methods as T(x) does in Newton's
  /// method (doc/theory/lie_groups.md).
  void
  stage_operator(const ConfigurationSpace &space, const Vector &x, MatrixRef S);

  // Without matrices of the size of the space, which may be large.

  /// rate = T(theta)^-1 v = dtheta/dt. `rate` may be v.
  void local_rate(const ConfigurationSpace &space,
                  const Vector &theta,
                  const Vector &v,
                  Vector &rate);

  /// w = (I + ad(x)/2)^-1 w
  void multiply_by_stage_operator(const ConfigurationSpace &space,
                                  const Vector &x,
                                  Vector &w);

  /// Size of the configuration in the i-th direction of the Lie algebra, for
  /// relative errors: |q_i| on R^n, the angle of a rotation (0 to pi), the
  /// distance from the origin for the positions of SE(3).
  double
  size_in_direction(const ConfigurationSpace &space, const Vector &q, int i);
} // namespace rivlin
