// SPDX-License-Identifier: Apache-2.0
// The products of volume training for a block of points, in vector registers.
#pragma once

#pragma GCC diagnostic ignored "-Wpsabi"

namespace rivlin
{
  /// Points side by side, so that they fill registers; small enough for the
  /// gradients of sixty modes to stay in the cache of a core.
  constexpr int volume_block_points = 32;
  constexpr int volume_lanes        = 4;

  typedef double VolumeLane
    __attribute__((vector_size(volume_lanes * sizeof(double)), may_alias));

  struct VolumeBlock
  {
    int N             = 0;
    int n_padded      = 0;       ///< pressure modes, up to full registers
    const double *G   = nullptr; ///< [i * dim + J][mode][point]
    const double *wl  = nullptr; ///< weight times l: [point][pressure mode]
    double *products  = nullptr; ///< scratch: [mode][point]
    double *linear    = nullptr; ///< [k][pressure mode]
    double *quadratic = nullptr; ///< [packed (k, l)][pressure mode]
    double *cubic     = nullptr; ///< [packed (k, l, m)][pressure mode]
  };

  /// out[column][i] += sum over the points of products[column] wl[i].
  [[gnu::always_inline]] inline void
  add_products(const VolumeBlock &block, int n_columns, double *out)
  {
    constexpr int P = volume_block_points, W = volume_lanes, tile = 4;
    const int n      = block.n_padded;
    const double *x0 = block.products;
    for (int i = 0; i < n; i += W)
      {
        int column = 0;
        for (; column + tile <= n_columns; column += tile)
          {
            const double *x      = x0 + column * P;
            VolumeLane sum[tile] = {};
            for (int q = 0; q < P; ++q)
              {
                const VolumeLane w =
                  *reinterpret_cast<const VolumeLane *>(block.wl + q * n + i);
                for (int t = 0; t < tile; ++t)
                  sum[t] += w * x[t * P + q];
              }
            for (int t = 0; t < tile; ++t)
              *reinterpret_cast<VolumeLane *>(out + (column + t) * n + i) +=
                sum[t];
          }
        for (; column < n_columns; ++column)
          {
            VolumeLane sum = {};
            for (int q = 0; q < P; ++q)
              sum +=
                *reinterpret_cast<const VolumeLane *>(block.wl + q * n + i) *
                x0[column * P + q];
            *reinterpret_cast<VolumeLane *>(out + column * n + i) += sum;
          }
      }
  }

  [[gnu::always_inline]] inline const VolumeLane &
  gradient(const VolumeBlock &block, int component, int mode, int v)
  {
    return reinterpret_cast<const VolumeLane *>(
      block.G + (component * block.N + mode) * volume_block_points)[v];
  }

  /// det(I + A) - 1 = tr A + A_00 A_11 - A_01 A_10.
  [[gnu::always_inline]] inline void add_volume_2d(const VolumeBlock &block)
  {
    constexpr int V = volume_block_points / volume_lanes;
    auto *x         = reinterpret_cast<VolumeLane *>(block.products);
    for (int k = 0; k < block.N; ++k)
      for (int v = 0; v < V; ++v)
        x[k * V + v] = gradient(block, 0, k, v) + gradient(block, 3, k, v);
    add_products(block, block.N, block.linear);
    for (int k = 0; k < block.N; ++k)
      {
        for (int v = 0; v < V; ++v)
          {
            const VolumeLane a = gradient(block, 0, k, v),
                             b = gradient(block, 1, k, v),
                             c = gradient(block, 2, k, v),
                             d = gradient(block, 3, k, v);
            for (int l = 0; l < k; ++l)
              x[l * V + v] =
                a * gradient(block, 3, l, v) + d * gradient(block, 0, l, v) -
                b * gradient(block, 2, l, v) - c * gradient(block, 1, l, v);
            x[k * V + v] = a * d - b * c;
          }
        add_products(block,
                     k + 1,
                     block.quadratic + k * (k + 1) / 2 * block.n_padded);
      }
  }

  /// det(I + A) - 1 = tr A + tr cof A + cof A : A / 3 with the cofactor as a
  /// symmetric bilinear form of two modes.
  [[gnu::always_inline]] inline void add_volume_3d(const VolumeBlock &block)
  {
    constexpr int V = volume_block_points / volume_lanes;
    const int n     = block.n_padded;
    auto *x         = reinterpret_cast<VolumeLane *>(block.products);
    for (int k = 0; k < block.N; ++k)
      for (int v = 0; v < V; ++v)
        x[k * V + v] = gradient(block, 0, k, v) + gradient(block, 4, k, v) +
                       gradient(block, 8, k, v);
    add_products(block, block.N, block.linear);

    VolumeLane trace[V];
    for (int k = 0; k < block.N; ++k)
      for (int l = 0; l <= k; ++l)
        {
          const double pairs = k == l ? 1 : 2;
          for (int v = 0; v < V; ++v)
            {
              VolumeLane A[9], B[9], C[9];
              for (int c = 0; c < 9; ++c)
                {
                  A[c] = gradient(block, c, k, v);
                  B[c] = gradient(block, c, l, v);
                }
              // pairs * C(A, B), where C(A, A) = cof A.
              for (int i = 0; i < 3; ++i)
                for (int J = 0; J < 3; ++J)
                  {
                    const int a = (i + 1) % 3 * 3, b = (i + 2) % 3 * 3,
                              c = (J + 1) % 3, d = (J + 2) % 3;
                    C[3 * i + J] = 0.5 * pairs *
                                   (A[a + c] * B[b + d] - A[a + d] * B[b + c] +
                                    B[a + c] * A[b + d] - B[a + d] * A[b + c]);
                  }
              trace[v] = C[0] + C[4] + C[8];
              // Permutations of (k, l, m) over those of (k, l), times 1/3: one
              // if m < l; for m = l see below.
              for (int m = 0; m < l; ++m)
                {
                  VolumeLane sum = C[0] * gradient(block, 0, m, v);
                  for (int c = 1; c < 9; ++c)
                    sum += C[c] * gradient(block, c, m, v);
                  x[m * V + v] = sum;
                }
              // k > l = m: 3 permutations, pairs = 2; k = l = m: 1 and 1.
              VolumeLane last = C[0] * B[0];
              for (int c = 1; c < 9; ++c)
                last += C[c] * B[c];
              x[l * V + v] = last * (k == l ? 1. / 3 : 0.5);
            }
          const long triple =
            static_cast<long>(k) * (k + 1) * (k + 2) / 6 + l * (l + 1) / 2;
          add_products(block, l + 1, block.cubic + triple * n);
          for (int v = 0; v < V; ++v)
            x[v] = trace[v];
          add_products(block, 1, block.quadratic + (k * (k + 1) / 2 + l) * n);
        }
  }
} // namespace rivlin
