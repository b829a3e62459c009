// SPDX-License-Identifier: Apache-2.0
// Thin QR factorization of a set of columns that grows and shrinks.
#pragma once

#include <rivlin/base/types.h>

#include <cmath>

namespace rivlin
{
  /// Daniel, Gragg, Kaufman and Stewart, Mathematics of Computation 30 (1976).
  class UpdatedQr
  {
  public:
    /// At most `rows` columns of length `rows`.
    explicit UpdatedQr(int rows)
      : Q(rows, rows)
      , R(Matrix::Zero(rows, rows))
    {}

    int n_columns() const
    {
      return n;
    }

    /// Appends a column, orthogonalized twice. False, and nothing changes, if
    /// it depends on the others up to `tolerance` of its length.
    bool append(const Vector &column, double tolerance)
    {
      if (n == Q.rows())
        return false;
      const double length = column.norm();
      const auto basis    = Q.leftCols(n);
      Vector c            = basis.transpose() * column;
      Vector rest         = column - basis * c;
      const Vector again  = basis.transpose() * rest;
      rest -= basis * again;
      c += again;
      const double left = rest.norm();
      if (!(left > tolerance * length))
        return false;
      R.col(n).head(n) = c;
      R(n, n)          = left;
      Q.col(n)         = rest / left;
      ++n;
      return true;
    }

    /// Removes a column by Givens rotations.
    void remove(int column)
    {
      for (int j = column + 1; j < n; ++j)
        R.col(j - 1).head(j + 1) = R.col(j).head(j + 1);
      --n;
      for (int j = column; j < n; ++j)
        {
          const double length = std::hypot(R(j, j), R(j + 1, j));
          const double c = R(j, j) / length, s = R(j + 1, j) / length;
          for (int k = j; k < n; ++k)
            {
              const double upper = R(j, k), lower = R(j + 1, k);
              R(j, k)     = c * upper + s * lower;
              R(j + 1, k) = c * lower - s * upper;
            }
          R(j + 1, j)          = 0;
          const Vector rotated = c * Q.col(j) + s * Q.col(j + 1);
          Q.col(j + 1)         = c * Q.col(j + 1) - s * Q.col(j);
          Q.col(j)             = rotated;
        }
    }

    /// The least-squares solution for b.
    Vector solve(const Vector &b) const
    {
      Vector x = Q.leftCols(n).transpose() * b;
      R.topLeftCorner(n, n).triangularView<Eigen::Upper>().solveInPlace(x);
      return x;
    }

  private:
    Matrix Q, R;
    int n = 0;
  };
} // namespace rivlin
