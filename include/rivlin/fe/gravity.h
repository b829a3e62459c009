// SPDX-License-Identifier: Apache-2.0
// The weight of the material.
#pragma once

#include <rivlin/fe/body_action.h>

#include <functional>
#include <memory>

namespace rivlin
{
  /// Sleeves have their own weight (RigidSleeve).
  template <int dim>
  struct Gravity
  {
    /// Acceleration of gravity, order 1 its rate.
    std::function<dealii::Tensor<1, dim>(double t, int order)> acceleration;

    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
