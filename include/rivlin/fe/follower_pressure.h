// SPDX-License-Identifier: Apache-2.0
// Pressure that stays normal to the deformed surface.
#pragma once

#include <rivlin/fe/body_action.h>

#include <functional>
#include <memory>
#include <string>

namespace rivlin
{
  /// Positive pushes against the surface.
  struct FollowerPressure
  {
    std::string set;
    std::function<double(double t)> pressure;
    /// Its time derivative; empty: unknown, taken by differences.
    decltype(pressure) rate = {};

    /// Throws Error for an unknown set.
    template <int dim>
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
