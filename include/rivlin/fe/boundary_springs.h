// SPDX-License-Identifier: Apache-2.0
// Springs and dampers between a surface and the ground.
#pragma once

#include <rivlin/fe/body_action.h>

#include <array>
#include <memory>
#include <string>

namespace rivlin
{
  /// Tractions -k_i u_i and -c_i v_i per reference area, in fixed directions:
  /// the energy int k_i u_i^2 / 2 dA over the undeformed surface. Statics does
  /// not see the dampers.
  template <int dim>
  struct BoundarySpring
  {
    std::string set;
    std::array<double, dim> stiffness{}; ///< [stress/length]
    std::array<double, dim> viscosity{}; ///< [stress s/length]

    /// Throws Error for an unknown set, a negative constant, and springs
    /// without any constant.
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
