// SPDX-License-Identifier: Apache-2.0
// Non-negative least squares against known solutions and its conditions of
// optimality.
#include <rivlin/offline/non_negative_least_squares.h>

#include <rivlin/base/error.h>

#include "trial_basis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    Vector dense(const NonNegativeSolution &solution, int n)
    {
      Vector x = Vector::Zero(n);
      for (std::size_t k = 0; k < solution.support.size(); ++k)
        x[solution.support[k]] = solution.values[k];
      return x;
    }

    /// x >= 0, A^T (b - A x) <= 0, and = 0 where x > 0, relative to the sizes.
    void expect_optimal(const Matrix &A,
                        const Vector &b,
                        const NonNegativeSolution &solution)
    {
      const Vector x        = dense(solution, static_cast<int>(A.cols()));
      const Vector gradient = A.transpose() * (b - A * x);
      for (int j = 0; j < A.cols(); ++j)
        {
          const double scale = A.col(j).norm() * b.norm();
          EXPECT_GE(x[j], 0);
          EXPECT_LE(gradient[j], 1e-10 * scale);
          EXPECT_GE(x[j] > 0 ? gradient[j] : 0., -1e-10 * scale);
        }
      EXPECT_TRUE(solution.converged);
    }

    TEST(NonNegativeLeastSquares, FindsASmallSolutionByHand)
    {
      // Without the bound x = (3, -1); with it the second is zero and the
      // first a.b / a.a = 5 / 2.
      const Matrix A = (Matrix(2, 2) << 1, 1, 1, 0).finished();
      const Vector b = (Vector(2) << 2, 3).finished();
      const NonNegativeSolution solution = solve_non_negative(A, b);
      ASSERT_EQ(solution.support, (std::vector<int>{0}));
      EXPECT_NEAR(solution.values[0], 2.5, 1e-14);
      EXPECT_NEAR(solution.residual, std::sqrt(0.5 / 13), 1e-14);
      expect_optimal(A, b, solution);
    }

    TEST(NonNegativeLeastSquares, RandomTallProblemsAreOptimal)
    {
      for (unsigned seed = 1; seed <= 20; ++seed)
        {
          const Matrix A = random_numbers(40, 25, seed);
          const Vector b = random_numbers(40, 1, 100 + seed);
          expect_optimal(A, b, solve_non_negative(A, b));
        }
    }

    TEST(NonNegativeLeastSquares, WideProblemsAreSolvedByFewColumns)
    {
      for (unsigned seed = 1; seed <= 5; ++seed)
        {
          const Matrix A                     = random_numbers(30, 400, seed);
          const Vector b                     = A * Vector::Ones(400);
          const NonNegativeSolution solution = solve_non_negative(A, b);
          EXPECT_TRUE(solution.converged);
          EXPECT_LE(solution.residual, 1e-10);
          EXPECT_LE(solution.support.size(), 30u);
          EXPECT_GT(solution.values.minCoeff(), 0);
          EXPECT_LT((A * dense(solution, 400) - b).norm(), 1e-10 * b.norm());
        }
    }

    TEST(NonNegativeLeastSquares, BadlyScaledColumnsDoNotMatter)
    {
      Matrix A = random_numbers(20, 60, 3);
      for (int j = 0; j < 60; ++j)
        A.col(j) *= std::pow(10., j % 13 - 6);
      const Vector b = random_numbers(20, 1, 4);
      expect_optimal(A, b, solve_non_negative(A, b));
    }

    TEST(NonNegativeLeastSquares, DegenerateProblemsEnd)
    {
      // Columns twice, multiples, sums of others and zeros.
      const Matrix basis = random_numbers(12, 6, 9);
      Matrix A(12, 30);
      for (int j = 0; j < 30; ++j)
        A.col(j) = basis * random_numbers(6, 1, 50 + j % 11) * (1 + j % 3);
      A.col(4).setZero();
      A.col(9) = A.col(3) + A.col(7);
      for (unsigned seed = 1; seed <= 10; ++seed)
        {
          const Vector b = random_numbers(12, 1, seed);
          expect_optimal(A, b, solve_non_negative(A, b));
          const Vector exact                 = A * Vector::Ones(30);
          const NonNegativeSolution solution = solve_non_negative(A, exact);
          expect_optimal(A, exact, solution);
          EXPECT_LT(solution.residual, 1e-9);
          EXPECT_LE(solution.support.size(), 6u);
        }
    }

    TEST(NonNegativeLeastSquares, NearlyDependentColumnsKeepTheirAccuracy)
    {
      // Condition 1e4 of the active columns, 1e8 of the normal equations: their
      // error would be 1e-8.
      Matrix A = random_numbers(15, 8, 21);
      for (int j = 1; j < 8; ++j)
        A.col(j) = A.col(0) + 1e-4 * A.col(j);
      const Vector x = Vector::LinSpaced(8, 1, 2);
      NonNegativeOptions options;
      options.tolerance = 1e-15;
      const NonNegativeSolution solution =
        solve_non_negative(A, A * x, options);
      ASSERT_EQ(solution.support.size(), 8u);
      EXPECT_LT((solution.values - x).norm(), 1e-10 * x.norm());
    }

    TEST(NonNegativeLeastSquares, NothingToGainGivesZero)
    {
      const Matrix A = -random_numbers(5, 4, 1).cwiseAbs();
      const NonNegativeSolution solution =
        solve_non_negative(A, Vector::Ones(5));
      EXPECT_TRUE(solution.support.empty());
      EXPECT_TRUE(solution.converged);
      EXPECT_DOUBLE_EQ(solution.residual, 1);
      EXPECT_TRUE(solve_non_negative(A, Vector::Zero(5)).support.empty());
      EXPECT_THROW(solve_non_negative(A, Vector::Ones(4)), Error);
    }

    TEST(NonNegativeLeastSquares, LimitsAndExclusionsAreKept)
    {
      const Matrix A = random_numbers(30, 200, 8);
      const Vector b = A * Vector::Ones(200);
      NonNegativeOptions options;
      options.max_positive                = 7;
      const NonNegativeSolution short_one = solve_non_negative(A, b, options);
      EXPECT_EQ(short_one.support.size(), 7u);
      EXPECT_FALSE(short_one.converged);
      options.max_positive            = 0;
      options.excluded                = solve_non_negative(A, b).support;
      const NonNegativeSolution other = solve_non_negative(A, b, options);
      EXPECT_LE(other.residual, 1e-10);
      for (const int j : options.excluded)
        EXPECT_EQ(std::count(other.support.begin(), other.support.end(), j), 0);
    }
  } // namespace
} // namespace rivlin
