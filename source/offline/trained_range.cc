// SPDX-License-Identifier: Apache-2.0
// Statistics of the training states.
#include <rivlin/offline/trained_range.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/dynamics/rotation.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <string>

namespace rivlin
{
  Eigen::Matrix<double, 6, 1> pose_of(const Vector &r, int dim, int sleeve)
  {
    const int first                  = sleeve * (dim + dim * dim);
    Eigen::Matrix<double, 6, 1> pose = Eigen::Matrix<double, 6, 1>::Zero();
    Matrix3 R                        = Matrix3::Identity();
    for (int i = 0; i < dim; ++i)
      {
        pose[i] = r[first + i];
        for (int J = 0; J < dim; ++J)
          R(i, J) += r[first + dim + i * dim + J];
      }
    pose.tail<3>() = rotation_logarithm(quaternion(R));
    return pose;
  }

  TrainedRange train_range(const DiscreteBody &body,
                           const Matrix &modes,
                           const Matrix &states,
                           int n_sleeves,
                           double floor)
  {
    const int N   = static_cast<int>(modes.cols());
    const int n   = static_cast<int>(states.cols());
    const int dim = body.dim();
    if (n == 0 || n_sleeves * (dim + dim * dim) > N)
      throw Error("Trained range: " + number_text(n) + " states with " +
                  number_text(N) + " coordinates do not describe " +
                  number_text(n_sleeves) +
                  " sleeves. Give training states of this model.");
    const ReducedResponses responses =
      galerkin_responses(body, modes, states, Need::energy);
    require_valid(responses);

    TrainedRange range;
    range.smallest_J          = responses.smallest_J.minCoeff();
    range.mean                = states.rowwise().mean();
    const EnergyMetric metric = energy_metric(body, modes);
    const Matrix images       = metric.root * (states.colwise() - range.mean);
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(
      images * images.transpose() / double(n));
    // With one state, or equal ones, the state's own size is all there is.
    double largest = eigen.eigenvalues()[N - 1];
    if (!(largest > 0))
      largest = std::max((metric.root * range.mean).squaredNorm(),
                         1e-12 * unit_strain_energy(body));
    range.whitening = eigen.eigenvalues()
                        .cwiseMax(floor * floor * largest)
                        .cwiseSqrt()
                        .cwiseInverse()
                        .asDiagonal() *
                      eigen.eigenvectors().transpose() * metric.root;
    range.largest_distance = (range.whitening * (states.colwise() - range.mean))
                               .colwise()
                               .norm()
                               .maxCoeff();
    range.lowest_pose.resize(6, n_sleeves);
    range.highest_pose.resize(6, n_sleeves);
    for (int k = 0; k < n_sleeves; ++k)
      {
        Matrix poses(6, n);
        for (int s = 0; s < n; ++s)
          poses.col(s) = pose_of(states.col(s), dim, k);
        range.lowest_pose.col(k)  = poses.rowwise().minCoeff();
        range.highest_pose.col(k) = poses.rowwise().maxCoeff();
      }
    return range;
  }
} // namespace rivlin
