// SPDX-License-Identifier: Apache-2.0
// What the training states cover, to say online when a model leaves it.
#pragma once

#include <rivlin/offline/reduced_response.h>
#include <rivlin/online/reduced_model_data.h>

namespace rivlin
{
  /// Mean, whitening, largest distance, smallest J and poses of the training
  /// states r = (rho, q), columns of `states`; rho holds n_sleeves times
  /// (translation, R - I). Variances are those in the energy metric, and those
  /// below `floor` squared of the largest one count as that: a direction that
  /// was not trained is left soon, but not by roundoff. Error if there is no
  /// state or one inverts a point.
  TrainedRange train_range(const DiscreteBody &body,
                           const Matrix &modes,
                           const Matrix &states,
                           int n_sleeves,
                           double floor = 1e-3);

  /// Pose (translation, rotation vector; zero out of the plane in 2D) of sleeve
  /// number `sleeve` in r.
  Eigen::Matrix<double, 6, 1> pose_of(const Vector &r, int dim, int sleeve);
} // namespace rivlin
