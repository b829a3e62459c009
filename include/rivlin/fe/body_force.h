// SPDX-License-Identifier: Apache-2.0
// Forces per undeformed volume.
#pragma once

#include <rivlin/fe/body_action.h>

#include <functional>
#include <memory>

namespace rivlin
{
  /// By place and time; the rate is taken by differences.
  template <int dim>
  struct BodyForce
  {
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t)>
      force;

    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
