// SPDX-License-Identifier: Apache-2.0
// Products of small matrices whose rows are padded to full registers: the
// place where an element kernel spends its time.
#pragma once

#include "lanes.h"

namespace rivlin
{
  /// Rows of all arrays are padded with zeros to a multiple of this.
  constexpr int row_padding = 8;

  constexpr int padded(int n)
  {
    return (n + row_padding - 1) / row_padding * row_padding;
  }

  template <int width>
  [[gnu::always_inline]] inline Lanes<width> load(const double *aligned)
  {
    return *reinterpret_cast<const Lanes<width> *>(aligned);
  }

  template <int width>
  [[gnu::always_inline]] inline void store(double *aligned,
                                           const Lanes<width> &x)
  {
    *reinterpret_cast<Lanes<width> *>(aligned) = x;
  }

  /// Z[a][b] = sum_k X[k][a] Y[k][b] for n_rows x (n_columns * width) entries,
  /// held in registers over the sum.
  template <int width, int n_rows, int n_columns>
  [[gnu::always_inline]] inline void product_block(int n_terms,
                                                   const double *X,
                                                   int X_stride,
                                                   const double *Y,
                                                   int Y_stride,
                                                   double *Z,
                                                   int Z_stride)
  {
    Lanes<width> sum[n_rows][n_columns];
#pragma GCC unroll 8
    for (int a = 0; a < n_rows; ++a)
#pragma GCC unroll 8
      for (int b = 0; b < n_columns; ++b)
        sum[a][b] = Lanes<width>{};
    for (int k = 0; k < n_terms; ++k)
      {
        Lanes<width> y[n_columns];
#pragma GCC unroll 8
        for (int b = 0; b < n_columns; ++b)
          y[b] = load<width>(Y + k * Y_stride + b * width);
#pragma GCC unroll 8
        for (int a = 0; a < n_rows; ++a)
#pragma GCC unroll 8
          for (int b = 0; b < n_columns; ++b)
            sum[a][b] += X[k * X_stride + a] * y[b];
      }
#pragma GCC unroll 8
    for (int a = 0; a < n_rows; ++a)
#pragma GCC unroll 8
      for (int b = 0; b < n_columns; ++b)
        store<width>(Z + a * Z_stride + b * width, sum[a][b]);
  }

  /// Z = X^T Y with rows of Z up to n_rows (rounded up to a multiple of 4; X is
  /// padded) and padded columns from first_column on. Blocks are chosen to fill
  /// the 32 registers of AVX-512 or the 16 of AVX2.
  template <int width>
  [[gnu::always_inline]] inline void transposed_product(int n_terms,
                                                        int first_row,
                                                        int end_row,
                                                        int first_column,
                                                        const double *X,
                                                        int X_stride,
                                                        const double *Y,
                                                        int Y_stride,
                                                        double *Z,
                                                        int Z_stride)
  {
    constexpr int wide = width == 8 ? 4 : 2;
    for (int a = first_row; a < end_row; a += 4)
      {
        int b = first_column;
        for (; b + wide * width <= Y_stride; b += wide * width)
          product_block<width, 4, wide>(n_terms,
                                        X + a,
                                        X_stride,
                                        Y + b,
                                        Y_stride,
                                        Z + a * Z_stride + b,
                                        Z_stride);
        if (wide == 4 && b + 2 * width <= Y_stride)
          {
            product_block<width, 4, 2>(n_terms,
                                       X + a,
                                       X_stride,
                                       Y + b,
                                       Y_stride,
                                       Z + a * Z_stride + b,
                                       Z_stride);
            b += 2 * width;
          }
        if (b < Y_stride)
          product_block<width, 4, 1>(n_terms,
                                     X + a,
                                     X_stride,
                                     Y + b,
                                     Y_stride,
                                     Z + a * Z_stride + b,
                                     Z_stride);
      }
  }
} // namespace rivlin
