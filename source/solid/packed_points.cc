// SPDX-License-Identifier: Apache-2.0
// One walk over the points, in the registers of the processor at hand.
#include <rivlin/solid/packed_points.h>

#include <rivlin/solid/element_kernel.h>

#include "point_kernel_laws.h"
#include "small_products.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace rivlin
{
  namespace
  {
    struct Walk
    {
      const Material &material;
      bool isochoric;
      int n_columns;
      const PackedPoints::Run &run;
      const double *r;
      double *sums; ///< [column][lane]
      PointBatchSum &total;
    };

    /// `width` lanes of a block of eight, from `first_lane` on.
    template <int width, int dim>
    [[gnu::always_inline]] inline void
    add_lanes(const Walk &walk, const int block, const int first_lane)
    {
      constexpr int n = dim * dim, n_lanes = PackedPoints::n_lanes;
      const double *G = walk.run.gradients +
                        std::size_t(block) * walk.n_columns * n * n_lanes +
                        first_lane;
      PointLanes<width> x;
      Lanes<width> D[n];
#pragma GCC unroll 9
      for (int c = 0; c < n; ++c)
        D[c] = Lanes<width>{};
      for (int k = 0; k < walk.n_columns; ++k)
#pragma GCC unroll 9
        for (int c = 0; c < n; ++c)
          D[c] += walk.r[k] * load<width>(G + (k * n + c) * n_lanes);
      for (int c = 0; c < 9; ++c)
        x.D[c] = Lanes<width>{};
      for (int c = 0; c < n; ++c)
        x.D[3 * (c / dim) + c % dim] = D[c];
      x.p = Lanes<width>{};
      evaluate_points<width, dim>(walk.material,
                                  walk.isochoric,
                                  Need::residual,
                                  x);
      const int n_points =
        std::min(width, walk.run.n_points - block * n_lanes - first_lane);
      for (int l = 0; l < n_points; ++l)
        {
          const double J = 1 + get_lane<width>(x.volume_change, l);
          // In this form a NaN is taken over.
          if (!(J >= walk.total.min_J))
            walk.total.min_J = J;
        }
      if (!x.valid)
        {
          walk.total.valid = false;
          return;
        }
      const Lanes<width> weight =
        load<width>(walk.run.weights + block * n_lanes + first_lane);
      const Lanes<width> energy = weight * x.energy;
      for (int l = 0; l < n_points; ++l)
        walk.total.energy += get_lane<width>(energy, l);
      Lanes<width> P[n];
      for (int c = 0; c < n; ++c)
        P[c] = weight * x.P[3 * (c / dim) + c % dim];
      for (int k = 0; k < walk.n_columns; ++k)
        {
          double *sum_of_k = walk.sums + k * n_lanes + first_lane;
          Lanes<width> sum = load<width>(sum_of_k);
#pragma GCC unroll 9
          for (int c = 0; c < n; ++c)
            sum += P[c] * load<width>(G + (k * n + c) * n_lanes);
          store<width>(sum_of_k, sum);
        }
    }

    template <int width, int dim>
    [[gnu::always_inline]] inline void add_run(const Walk &walk)
    {
      constexpr int n_lanes = PackedPoints::n_lanes;
      for (int block = 0; block * n_lanes < walk.run.n_points; ++block)
        for (int lane = 0;
             lane < n_lanes && block * n_lanes + lane < walk.run.n_points &&
             walk.total.valid;
             lane += width)
          add_lanes<width, dim>(walk, block, lane);
    }

    void add_baseline(const Walk &walk, const int dim)
    {
      dim == 2 ? add_run<2, 2>(walk) : add_run<2, 3>(walk);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void add_avx2(const Walk &walk, const int dim)
    {
      dim == 2 ? add_run<4, 2>(walk) : add_run<4, 3>(walk);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    add_avx512(const Walk &walk, const int dim)
    {
      dim == 2 ? add_run<8, 2>(walk) : add_run<8, 3>(walk);
    }
#endif

    void add(const Walk &walk, const int dim)
    {
#ifdef __x86_64__
      const InstructionSet instructions = best_instruction_set();
      if (instructions == InstructionSet::avx512)
        return add_avx512(walk, dim);
      if (instructions == InstructionSet::avx2)
        return add_avx2(walk, dim);
#endif
      add_baseline(walk, dim);
    }
  } // namespace

  PackedPoints::PackedPoints(const int dimension,
                             const bool isochoric_only,
                             std::vector<Material> point_materials,
                             const std::vector<int> &material_of_point,
                             const double *point_gradients,
                             const int columns,
                             const double *point_weights)
    : dim(dimension)
    , isochoric(isochoric_only)
    , n_columns(columns)
    , materials(std::move(point_materials))
    , sums(std::size_t(columns) * n_lanes)
  {
    const int n = static_cast<int>(material_of_point.size()), m = dim * dim;
    std::vector<int> first_blocks;
    int n_blocks = 0;
    for (int first = 0; first < n;)
      {
        int end = first + 1;
        while (end < n && material_of_point[end] == material_of_point[first])
          ++end;
        runs.push_back(
          {material_of_point[first], end - first, nullptr, nullptr});
        first_blocks.push_back(n_blocks);
        n_blocks += (end - first + n_lanes - 1) / n_lanes;
        first = end;
      }
    gradients.assign(std::size_t(n_blocks) * n_columns * m * n_lanes, 0.);
    weights.assign(std::size_t(n_blocks) * n_lanes, 0.);
    int point = 0;
    for (std::size_t k = 0; k < runs.size(); ++k)
      {
        const std::size_t block_size = std::size_t(n_columns) * m * n_lanes;
        double *G = gradients.data() + first_blocks[k] * block_size;
        double *w = weights.data() + std::size_t(first_blocks[k]) * n_lanes;
        runs[k].gradients = G;
        runs[k].weights   = w;
        for (int p = 0; p < runs[k].n_points; ++p, ++point)
          {
            w[p] = point_weights[point];
            for (int c = 0; c < m; ++c)
              for (int column = 0; column < n_columns; ++column)
                G[p / n_lanes * block_size + (column * m + c) * n_lanes +
                  p % n_lanes] =
                  point_gradients[(std::size_t(point) * m + c) * n_columns +
                                  column];
          }
      }
  }

  PointBatchSum PackedPoints::force(const double *r, double *result)
  {
    PointBatchSum total;
    total.min_J = is_empty() ? 1. : std::numeric_limits<double>::infinity();
    std::fill(sums.begin(), sums.end(), 0.);
    for (const Run &run : runs)
      if (total.valid)
        add({materials[run.material],
             isochoric,
             n_columns,
             run,
             r,
             sums.data(),
             total},
            dim);
    for (int k = 0; k < n_columns; ++k)
      {
        const double *s = sums.data() + std::size_t(k) * n_lanes;
        result[k] =
          ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
      }
    return total;
  }
} // namespace rivlin
