// SPDX-License-Identifier: Apache-2.0
// Derived quantities for output.
#include <rivlin/solid/stress_measures.h>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <cmath>

namespace rivlin
{
  Matrix3 cauchy_stress(const Matrix3 &P, const Matrix3 &F)
  {
    return P * F.transpose() / F.determinant();
  }

  double von_mises_stress(const Matrix3 &sigma)
  {
    const Matrix3 deviator = sigma - sigma.trace() / 3 * Matrix3::Identity();
    return std::sqrt(1.5) * deviator.norm();
  }

  Vector3 principal_stretches(const Matrix3 &F)
  {
    // Singular values of F, not roots of eigenvalues of C: a stretch of 1e-9
    // would be lost in C. Sorted by the decomposition.
    return Eigen::JacobiSVD<Matrix3>(F).singularValues();
  }
} // namespace rivlin
