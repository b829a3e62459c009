// SPDX-License-Identifier: Apache-2.0
// The vector and matrix types that cross the borders between rooms.
#pragma once

#include <Eigen/Core>

namespace rivlin
{
  using Vector  = Eigen::VectorXd;
  using Matrix  = Eigen::MatrixXd;
  using Vector3 = Eigen::Vector3d;
  using Matrix3 = Eigen::Matrix3d;

  /// A matrix to write into, wherever it is stored.
  using MatrixRef = Eigen::Ref<Matrix>;
} // namespace rivlin
