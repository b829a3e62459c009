// SPDX-License-Identifier: Apache-2.0
// Displacement gradients of all modes at the quadrature points of a body.
#pragma once

#include <rivlin/online/reduced_force.h>
#include <rivlin/solid/discrete_body.h>

#include <functional>
#include <vector>

namespace rivlin
{
  /// Rows (point, i, J) as (point * dim + i) * dim + J, as in PointForce; one
  /// column per mode.
  using GradientRows =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// Calls `visit(cell, G)` for each cell with the gradients at its points, so
  /// that a large model never holds all of them. `modes` has a row for each
  /// displacement unknown of the body; Error if not.
  void for_each_cell(
    const DiscreteBody &body,
    const Matrix &modes,
    const std::function<void(int cell, const GradientRows &G)> &visit);

  /// The same for some cells, in their order.
  void for_each_cell(
    const DiscreteBody &body,
    const Matrix &modes,
    const std::vector<int> &cells,
    const std::function<void(int cell, const GradientRows &G)> &visit);

  /// Gradients at chosen points, in their order. Points are numbered
  /// cell * basis.n_points + point of the cell.
  GradientRows gradients_at(const DiscreteBody &body,
                            const Matrix &modes,
                            const std::vector<int> &points);

  /// Derivatives dN_a/dX_J of the shape functions in a cell: rows
  /// (point, J) as point * dim + J, one column per node of the cell.
  Matrix shape_gradients(const DiscreteBody &body, int cell);

  /// Whether the body is mixed: forces of its points are isochoric then and
  /// VolumePolynomial holds the rest.
  bool is_mixed(const DiscreteBody &body);

  /// The points with the given weights.
  PointForce point_force(const DiscreteBody &body,
                         const Matrix &modes,
                         const std::vector<int> &points,
                         const Vector &weights);

  /// All points with their quadrature weights: the projected force.
  PointForce galerkin_force(const DiscreteBody &body, const Matrix &modes);
} // namespace rivlin
