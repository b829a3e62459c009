// SPDX-License-Identifier: Apache-2.0
// Displacement of a surface by components and away from an axis.
#pragma once

#include <rivlin/dynamics/channel.h>

#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

#include <array>

namespace rivlin
{
  /// u(X, t) = d(t) + r(t) e_r(X), with e_r away from the z axis through the
  /// centre: the same displacement of all nodes and a change of their radius
  /// (calibration of a sleeve).
  template <int dim>
  class PrescribedField
  {
  public:
    std::array<Channel, dim> displacement;
    Channel radial;
    dealii::Point<dim> centre;

    /// Time derivative of the given order, up to 3. Throws Error where e_r is
    /// not defined but needed.
    dealii::Tensor<1, dim>
    operator()(const dealii::Point<dim> &X, double t, int order) const;
  };
} // namespace rivlin
