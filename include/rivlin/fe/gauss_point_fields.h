// SPDX-License-Identifier: Apache-2.0
// Stress, stretch and J where they are known: at the Gauss points.
#pragma once

#include <rivlin/fe/fe_model.h>

#include <utility>

namespace rivlin
{
  /// Columns of GaussPointFields: the Cauchy stress (column by column of the
  /// 3 x 3 matrix), the largest principal stretch, J.
  constexpr int n_gauss_point_fields = 11;
  constexpr int stretch_field        = 9;
  constexpr int volume_field         = 10;
  using GaussPointFields =
    Eigen::Matrix<double, Eigen::Dynamic, n_gauss_point_fields>;

  /// Deformation gradient and pressure at Gauss point q of cell c; `dofs` are
  /// displacements and pressures.
  template <int dim>
  std::pair<Matrix3, double> gauss_point_state(const Discretization<dim> &space,
                                               int c,
                                               int q,
                                               const DofVector &dofs);

  /// Rows are the points of cell c.
  template <int dim>
  void evaluate_gauss_points(const FEModel<dim> &model,
                             int c,
                             const BodyState &at,
                             GaussPointFields &at_points);

  /// Values at the 2^dim vertices of a cell from those at its Gauss points:
  /// the linear (Q1) fit by least squares, 2^dim x n_points. Values at nodes
  /// themselves would be wrong where it matters: stresses are least accurate
  /// there and singular at bonded edges.
  template <int dim>
  Matrix linear_fit(const Discretization<dim> &space);
} // namespace rivlin
