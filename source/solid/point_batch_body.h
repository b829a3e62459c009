// SPDX-License-Identifier: Apache-2.0
// The bodies of the batch functions, inlined into one function per instruction
// set.
#pragma once

#include <rivlin/solid/point_batch.h>

#include "point_kernel_laws.h"
#include "small_products.h"

#include <limits>

namespace rivlin
{
  template <int width, int dim>
  [[gnu::always_inline]] inline void
  evaluate_batch_body(const Material &material,
                      const PointBatch &batch,
                      Need need,
                      PointBatchSum &sum)
  {
    constexpr int n = dim * dim;
    PointLanes<width> x;
    sum.min_J =
      batch.n_points > 0 ? std::numeric_limits<double>::infinity() : 1.;
    for (int first = 0; first < batch.n_points; first += width)
      {
        const int n_lanes =
          batch.n_points - first < width ? batch.n_points - first : width;
        for (int c = 0; c < 9; ++c)
          x.D[c] = Lanes<width>{};
        x.p = Lanes<width>{};
        for (int l = 0; l < n_lanes; ++l)
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              set_lane<width>(
                x.D[3 * i + J],
                l,
                batch.displacement[(first + l) * n + i * dim + J]);
        evaluate_points<width, dim>(material, batch.isochoric, need, x);
        for (int l = 0; l < n_lanes; ++l)
          {
            const double J = 1 + get_lane<width>(x.volume_change, l);
            // In this form a NaN is taken over.
            if (!(J >= sum.min_J))
              sum.min_J = J;
          }
        if (!x.valid)
          {
            sum.valid = false;
            return;
          }
        for (int l = 0; l < n_lanes; ++l)
          {
            const int q         = first + l;
            const double weight = batch.weights ? batch.weights[q] : 1.;
            sum.energy += weight * get_lane<width>(x.energy, l);
            if (need == Need::energy)
              continue;
            for (int i = 0; i < dim; ++i)
              for (int J = 0; J < dim; ++J)
                batch.P[q * n + i * dim + J] =
                  weight * get_lane<width>(x.P[3 * i + J], l);
            if (need != Need::residual_and_tangent)
              continue;
            double *A = batch.tangent + std::size_t(q) * n * n;
            for (int r = 0; r < n; ++r)
              for (int c = r; c < n; ++c)
                A[r * n + c] = A[c * n + r] =
                  weight *
                  get_lane<width>(x.tangent[packed(3 * (r / dim) + r % dim,
                                                   3 * (c / dim) + c % dim)],
                                  l);
          }
      }
  }

  /// Blocks are taken in portions that stay in the first cache.
  constexpr int congruence_rows = 64;

  /// Parts of the scratch memory: padded rows of G and A G, and the product.
  template <int width>
  [[gnu::always_inline]] inline void add_congruence_body(int n_blocks,
                                                         int m,
                                                         int n,
                                                         const double *A,
                                                         const double *G,
                                                         double *scratch,
                                                         double *K)
  {
    const int stride        = padded(n);
    const int n_per_portion = congruence_rows / m > 0 ? congruence_rows / m : 1;
    double *X               = scratch;
    double *Y               = X + n_per_portion * m * stride;
    double *Z               = Y + n_per_portion * m * stride;
    for (int r = 0; r < n_per_portion * m; ++r)
      for (int c = n; c < stride; ++c)
        X[r * stride + c] = 0;
    for (int first = 0; first < n_blocks; first += n_per_portion)
      {
        const int n_here =
          n_blocks - first < n_per_portion ? n_blocks - first : n_per_portion;
        for (int r = 0; r < n_here * m; ++r)
          {
            const double *row = G + (std::size_t(first) * m + r) * n;
            for (int c = 0; c < n; ++c)
              X[r * stride + c] = row[c];
          }
        for (int k = 0; k < n_here; ++k)
          {
            const double *block = A + std::size_t(first + k) * m * m;
            for (int r = 0; r < m; ++r)
              for (int b = 0; b < stride; b += width)
                {
                  Lanes<width> sum{};
                  for (int s = 0; s < m; ++s)
                    sum += block[r * m + s] *
                           load<width>(X + (k * m + s) * stride + b);
                  store<width>(Y + (k * m + r) * stride + b, sum);
                }
          }
        // Only columns from the diagonal block on: K is symmetric.
        for (int a = 0; a < n; a += row_padding)
          transposed_product<width>(n_here * m,
                                    a,
                                    a + row_padding < n ? a + row_padding : n,
                                    a,
                                    X,
                                    stride,
                                    Y,
                                    stride,
                                    Z,
                                    stride);
        for (int a = 0; a < n; ++a)
          for (int b = a; b < n; ++b)
            K[a * n + b] += Z[a * stride + b];
      }
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < a; ++b)
        K[a * n + b] = K[b * n + a];
  }
} // namespace rivlin
