// SPDX-License-Identifier: Apache-2.0
// Sparse non-negative solutions of wide linear systems.
#pragma once

#include <rivlin/base/types.h>

#include <vector>

namespace rivlin
{
  struct NonNegativeOptions
  {
    /// Stop when |A x - b| <= tolerance |b|.
    double tolerance = 1e-10;
    /// Stop at this number of positive entries; 0: no limit.
    int max_positive = 0;
    /// Columns that stay zero, for instance those of another solution.
    std::vector<int> excluded;
  };

  struct NonNegativeSolution
  {
    std::vector<int> support; ///< columns with positive x, ascending
    Vector values;            ///< x of the support
    double residual  = 0;     ///< |A x - b| / |b|
    int n_iterations = 0;
    /// The tolerance was met, or x is the minimizer of |A x - b|. False: the
    /// limit on positive entries or on iterations came first.
    bool converged = false;
  };

  /// Minimizes |A x - b| over x >= 0 by the active sets of Lawson and Hanson
  /// (Solving Least Squares Problems, 1974, chapter 23), which stops early with
  /// few positive entries. The QR factorization of the active columns is
  /// updated, never the normal equations, which would square the condition
  /// number. A may have many more columns than rows; each iteration costs one
  /// product with A. Error if sizes do not fit.
  NonNegativeSolution solve_non_negative(
    const Matrix &A, const Vector &b, const NonNegativeOptions &options = {});
} // namespace rivlin
