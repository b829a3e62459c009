// SPDX-License-Identifier: Apache-2.0
// Time derivatives of the incompressibility constraint int psi (J - 1).
#pragma once

#include <rivlin/spaces/discretization.h>

#include <vector>

namespace rivlin
{
  /// Add int psi DJ(u)[v], the constraint at the velocity level, to the
  /// pressure entries of `result`; that is B v. The caller sums over the ranks.
  template <int dim>
  void add_volume_rate(const Discretization<dim> &discretization,
                       const std::vector<const Material *> &materials,
                       const DofVector &u,
                       const DofVector &v,
                       DofVector &result);

  /// Add int psi D2J(u)[v, v], which is (dB/dt) v.
  template <int dim>
  void add_volume_curvature(const Discretization<dim> &discretization,
                            const std::vector<const Material *> &materials,
                            const DofVector &u,
                            const DofVector &v,
                            DofVector &result);
} // namespace rivlin
