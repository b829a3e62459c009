// SPDX-License-Identifier: Apache-2.0
// Empirical cubature: accuracy promised by the tolerance, positive weights,
// volume, conservation of energy, independence of the second set.
#include <rivlin/offline/cubature.h>

#include <rivlin/base/error.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    double mean_square_root(const Vector &errors)
    {
      return errors.norm() / std::sqrt(double(errors.size()));
    }

    struct Training
    {
      DiscreteBody body;
      Matrix modes, states, unseen;

      explicit Training(int dim = 2)
      {
        SmallBodyOptions options;
        options.dim       = dim;
        options.n_radial  = dim == 2 ? 3 : 2;
        options.n_angular = dim == 2 ? 16 : 6;
        body              = make_small_body(options);
        modes             = smooth_modes(body, 6);
        // Units and scales of coordinates differ as they do in practice.
        modes.col(1) *= 1e3;
        modes.col(4) *= 1e-2;
        states = trial_states(6, 40, 1, 0.2);
        unseen = trial_states(6, 20, 2, 0.2);
        for (Matrix *some : {&states, &unseen})
          {
            some->row(1) *= 1e-3;
            some->row(4) *= 1e2;
          }
      }
    };

    TEST(Cubature, ErrorsAreWhatTheTolerancePromises)
    {
      for (const int dim : {2, 3})
        {
          const Training t(dim);
          std::size_t n_points = 0;
          for (const double tolerance : {0.03, 0.01})
            {
              CompressionOptions options;
              options.tolerance = tolerance;
              const CubatureRows rows =
                compress_contributions(t.body, t.modes, t.states, options);
              EXPECT_LE(rows.compression_error, tolerance);
              const Cubature cubature = train_cubature(t.body, t.modes, rows);
              EXPECT_LT(cubature.residual, 1e-10);
              EXPECT_LE(cubature.points.size(), std::size_t(rows.rows.rows()));
              EXPECT_GT(cubature.points.size(), n_points);
              n_points = cubature.points.size();
              EXPECT_LT(n_points, std::size_t(t.body.n_points()) / 3);
              const double error = mean_square_root(
                force_errors(t.body, t.modes, t.states, cubature.force));
              // 1.3: the Frobenius norm is estimated to 10 % by the test rows.
              EXPECT_LT(error, 1.3 * cubature.error_bound);
              // An average, so a factor of two; other states of the same kind
              // are as likely as the training states.
              EXPECT_LT(error, 2 * cubature.expected_error);
              EXPECT_LT(mean_square_root(force_errors(
                          t.body, t.modes, t.unseen, cubature.force)),
                        3 * cubature.expected_error);
              // 2 tolerances: few points have factors x of some ten.
              EXPECT_LT(cubature.expected_error, 2 * tolerance);
            }
        }
    }

    TEST(Cubature, WeightsArePositiveAndSumUpToTheVolume)
    {
      const Training t;
      const CubatureRows rows =
        compress_contributions(t.body, t.modes, t.states);
      const Cubature cubature = train_cubature(t.body, t.modes, rows);
      EXPECT_GT(cubature.force.weights.minCoeff(), 0);
      const double volume =
        Eigen::Map<const Vector>(t.body.weights.data(), t.body.n_points())
          .sum();
      // 1e-9: the rows are met to 1e-10.
      EXPECT_NEAR(cubature.force.weights.sum() / volume, 1, 1e-9);
      EXPECT_NEAR(cubature.volume_error, 0, 1e-9);
      EXPECT_TRUE(cubature.force.isochoric);
    }

    TEST(Cubature, ForceIsTheGradientOfItsEnergy)
    {
      const Training t;
      const Cubature cubature =
        train_cubature(t.body,
                       t.modes,
                       compress_contributions(t.body, t.modes, t.states));
      const Vector r = t.states.col(3), d = t.states.col(5);
      const double h = 1e-5;
      ForceEvaluation at, plus, minus;
      evaluate(cubature.force, r, Need::residual_and_tangent, at);
      evaluate(cubature.force, r + h * d, Need::energy, plus);
      evaluate(cubature.force, r - h * d, Need::energy, minus);
      // 1e-8: h^2 of the central difference, roundoff 1e-16 / h.
      EXPECT_NEAR((plus.energy - minus.energy) / (2 * h) / at.force.dot(d),
                  1,
                  1e-8);
      EXPECT_LT((at.tangent - at.tangent.transpose()).norm(),
                1e-14 * at.tangent.norm());
    }

    TEST(Cubature, SecondSetSharesNoPoint)
    {
      const Training t;
      CompressionOptions options;
      options.tolerance = 0.02;
      const CubatureRows rows =
        compress_contributions(t.body, t.modes, t.states, options);
      const Cubature first = train_cubature(t.body, t.modes, rows);
      CubatureOptions other;
      other.excluded        = first.points;
      const Cubature second = train_cubature(t.body, t.modes, rows, other);
      for (const int point : second.points)
        EXPECT_EQ(std::count(first.points.begin(), first.points.end(), point),
                  0);
      EXPECT_LT(second.residual, 1e-10);
      EXPECT_LT(mean_square_root(
                  force_errors(t.body, t.modes, t.unseen, second.force)),
                3 * second.expected_error);
    }

    TEST(Cubature, LimitOfPointsIsKept)
    {
      const Training t;
      const CubatureRows rows =
        compress_contributions(t.body, t.modes, t.states);
      CubatureOptions options;
      options.max_points = 9;
      const Cubature few = train_cubature(t.body, t.modes, rows, options);
      EXPECT_EQ(few.points.size(), 9u);
      EXPECT_EQ(few.force.n_points(), 9);
      EXPECT_GT(few.residual, 1e-6);
    }

    TEST(Cubature, SmallSketchGrowsUntilItSuffices)
    {
      const Training t;
      CompressionOptions small, large;
      small.n_sketch = 3;
      const CubatureRows a =
        compress_contributions(t.body, t.modes, t.states, small);
      const CubatureRows b =
        compress_contributions(t.body, t.modes, t.states, large);
      EXPECT_LE(a.compression_error, small.tolerance);
      EXPECT_LT(std::abs(a.rows.rows() - b.rows.rows()), b.rows.rows() / 4);
      // Orthonormal rows besides that of the volume; 1e-6: singular values of
      // 1e-5 from squares.
      const Matrix span = a.rows.topRows(a.rows.rows() - 1);
      EXPECT_LT((span * span.transpose() -
                 Matrix::Identity(span.rows(), span.rows()))
                  .norm(),
                1e-6);
    }

    TEST(Cubature, UselessTrainingIsRefused)
    {
      const Training t;
      EXPECT_THROW(compress_contributions(t.body, t.modes, Matrix::Zero(6, 3)),
                   Error);
      CompressionOptions options;
      options.tolerance = 0;
      EXPECT_THROW(compress_contributions(t.body, t.modes, t.states, options),
                   Error);
      CubatureRows rows;
      rows.rows   = Matrix::Ones(1, 3);
      rows.target = Vector::Ones(1);
      EXPECT_THROW(train_cubature(t.body, t.modes, rows), Error);
    }
  } // namespace
} // namespace rivlin
