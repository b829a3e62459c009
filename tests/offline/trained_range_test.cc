// SPDX-License-Identifier: Apache-2.0
// The trained range: whitening, regularization, smallest J, poses.
#include <rivlin/offline/trained_range.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/rotation.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    DiscreteBody body_of(int dim)
    {
      SmallBodyOptions options;
      options.dim       = dim;
      options.n_radial  = 1;
      options.n_angular = 6;
      return make_small_body(options);
    }

    double distance(const TrainedRange &range, const Vector &r)
    {
      return (range.whitening * (r - range.mean)).norm();
    }

    TEST(TrainedRange, WhitenedStatesHaveUnitCovariance)
    {
      const DiscreteBody body = body_of(2);
      Matrix modes            = smooth_modes(body, 5);
      Matrix states           = trial_states(5, 60, 4, 0.1);
      modes.col(2) *= 1e4; // units do not matter
      states.row(2) /= 1e4;
      const TrainedRange range = train_range(body, modes, states, 0);
      const Matrix white = range.whitening * (states.colwise() - range.mean);
      // 1e-9: condition 1e3 of the covariance.
      EXPECT_LT(
        (white * white.transpose() / 60. - Matrix::Identity(5, 5)).norm(),
        1e-9);
      EXPECT_LT(white.rowwise().sum().norm(), 1e-9);
      for (int s = 0; s < 60; ++s)
        EXPECT_LE(distance(range, states.col(s)),
                  range.largest_distance * (1 + 1e-12));
      EXPECT_GT(distance(range, 5 * states.col(7)), range.largest_distance);
    }

    TEST(TrainedRange, DirectionsThatWereNotTrainedAreLeftSoon)
    {
      const DiscreteBody body = body_of(2);
      const Matrix modes      = smooth_modes(body, 3);
      Matrix states           = trial_states(3, 20, 4, 0.1);
      states.row(1).setZero();
      const TrainedRange range = train_range(body, modes, states, 0);
      Vector r                 = states.col(0);
      const double inside      = distance(range, r);
      r[1]                     = 1e-12; // roundoff is not outside
      EXPECT_NEAR(distance(range, r), inside, 1e-6);
      r[1] = 0.05;
      EXPECT_GT(distance(range, r), 10 * range.largest_distance);
    }

    TEST(TrainedRange, SmallestJIsThatOfTheStates)
    {
      const DiscreteBody body = body_of(2);
      Matrix modes            = Matrix::Zero(body.n_displacements(), 1);
      for (int node = 0; node < body.n_nodes; ++node)
        modes(2 * node, 0) = body.coordinates[2 * node];
      const Matrix states = (Matrix(1, 3) << 0.2, -0.25, 0.1).finished();
      // u_0 = r X_0: J = 1 + r.
      EXPECT_NEAR(train_range(body, modes, states, 0).smallest_J, 0.75, 1e-12);
    }

    TEST(TrainedRange, PosesComeFromTranslationAndRotation)
    {
      for (const int dim : {2, 3})
        {
          const DiscreteBody body = body_of(dim);
          const int n_rho         = dim + dim * dim;
          const Matrix modes      = 1e-2 * smooth_modes(body, n_rho + 1);
          const Matrix3 R         = rotation_matrix(rotation_exponential(
            dim == 2 ? Vector3(0, 0, 0.3) : Vector3(0.1, -0.2, 0.3)));
          Matrix states           = Matrix::Zero(n_rho + 1, 2);
          for (int i = 0; i < dim; ++i)
            {
              states(i, 1) = i - 0.5;
              for (int J = 0; J < dim; ++J)
                states(dim + i * dim + J, 1) = R(i, J) - (i == J ? 1 : 0);
            }
          const TrainedRange range = train_range(body, modes, states, 1);
          EXPECT_NEAR(range.lowest_pose(0, 0), -0.5, 1e-15);
          EXPECT_NEAR(range.highest_pose(0, 0), 0, 1e-15);
          EXPECT_NEAR(range.highest_pose(1, 0), 0.5, 1e-15);
          EXPECT_NEAR(range.highest_pose(5, 0), 0.3, 1e-14);
          EXPECT_NEAR(range.lowest_pose(4, 0), dim == 3 ? -0.2 : 0, 1e-14);
        }
    }

    TEST(TrainedRange, OneStateAndNoneAreHandled)
    {
      const DiscreteBody body  = body_of(2);
      const Matrix modes       = smooth_modes(body, 3);
      const Matrix one         = trial_states(3, 1, 4, 0.1);
      const TrainedRange range = train_range(body, modes, one, 0);
      EXPECT_TRUE(range.whitening.allFinite());
      EXPECT_EQ(range.largest_distance, 0);
      EXPECT_THROW(train_range(body, modes, Matrix(3, 0), 0), Error);
      EXPECT_THROW(train_range(body, modes, one, 1), Error);
    }
  } // namespace
} // namespace rivlin
