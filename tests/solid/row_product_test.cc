// SPDX-License-Identifier: Apache-2.0
// Products with rows against Eigen's.
#include <rivlin/solid/row_product.h>

#include <rivlin/base/types.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

TEST(RowProduct, IsTheProductForAnyShape)
{
  // Shapes with and without a rest behind four rows and eight columns; 1e-15:
  // a sum of up to 53 numbers of order one in another order.
  for (const int n_rows : {1, 3, 4, 9, 216})
    for (const int n_columns : {1, 7, 8, 52, 53})
      {
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
          A(n_rows, n_columns);
        Vector x(n_columns), y(n_rows);
        for (int k = 0; k < n_columns; ++k)
          {
            x[k] = std::cos(3. * k);
            for (int i = 0; i < n_rows; ++i)
              A(i, k) = std::sin(1. + i * n_columns + k);
          }
        multiply_rows(n_rows, n_columns, A.data(), x.data(), y.data());
        EXPECT_LT((y - A * x).cwiseAbs().maxCoeff(), 1e-15 * (5 + n_columns))
          << n_rows << " x " << n_columns;
      }
}
