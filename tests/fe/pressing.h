// SPDX-License-Identifier: Apache-2.0
// What tests of contact share: supports that press, and the closed form of a
// block under pressure.
#pragma once

#include "static_solution.h"

namespace rivlin
{
  /// Holds one component of a set, or moves it by `amount` until t = 1.
  template <int dim>
  Support<dim> one_component(const std::string &set,
                             const int component,
                             const double amount)
  {
    Support<dim> support = fixed<dim>(set);
    support.components.fill(false);
    support.components[component] = true;
    if (amount != 0)
      support.displacement =
        [=](const dealii::Point<dim> &, const double t, int) {
          dealii::Tensor<1, dim> u;
          u[component] = amount * t;
          return u;
        };
    return support;
  }

  /// Nominal stress of incompressible Mooney-Rivlin rubber with the stretch
  /// l: plane strain 2 (c10 + c01) (l - l^-3), uniaxial 2 (c10 + c01/l)
  /// (l - l^-2).
  inline double nominal_stress(const int dim, const double l)
  {
    return dim == 2 ? 2 * (c10 + c01) * (l - std::pow(l, -3))
                    : 2 * (c10 + c01 / l) * (l - std::pow(l, -2));
  }
} // namespace rivlin
