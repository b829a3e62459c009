// SPDX-License-Identifier: Apache-2.0
// Dead loads on the boundary: forces per undeformed area in fixed directions.
#pragma once

#include <rivlin/fe/body_action.h>

#include <functional>
#include <memory>
#include <string>

namespace rivlin
{
  /// Force per reference area, by place, outer normal and time.
  template <int dim>
  struct Traction
  {
    std::string set;
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X,
                                         const dealii::Tensor<1, dim> &normal,
                                         double t)>
      traction;
    /// Its time derivative; empty: unknown, taken by differences.
    decltype(traction) rate = {};

    /// Throws Error for an unknown set.
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
