// SPDX-License-Identifier: Apache-2.0
// Four rows at a time, so that sums do not wait for each other.
#include <rivlin/solid/row_product.h>

#include <rivlin/solid/element_kernel.h>

#include "lanes.h"

#include <cstddef>
#include <cstring>

namespace rivlin
{
  namespace
  {
    struct RowProduct
    {
      int n_rows, n_columns;
      const double *A, *x;
      double *y;
    };

    template <int width>
    [[gnu::always_inline]] inline Lanes<width> load_anywhere(const double *from)
    {
      Lanes<width> result;
      std::memcpy(&result, from, sizeof(result));
      return result;
    }

    template <int width, int n_rows>
    [[gnu::always_inline]] inline void multiply_some(const RowProduct &p,
                                                     const int first)
    {
      const std::size_t n = p.n_columns;
      const double *A     = p.A + first * n;
      Lanes<width> sums[n_rows];
#pragma GCC unroll 4
      for (int i = 0; i < n_rows; ++i)
        sums[i] = Lanes<width>{};
      std::size_t k = 0;
      for (; k + width <= n; k += width)
        {
          const Lanes<width> x = load_anywhere<width>(p.x + k);
#pragma GCC unroll 4
          for (int i = 0; i < n_rows; ++i)
            sums[i] += load_anywhere<width>(A + i * n + k) * x;
        }
#pragma GCC unroll 4
      for (int i = 0; i < n_rows; ++i)
        {
          double sum = 0;
          for (std::size_t rest = k; rest < n; ++rest)
            sum += A[i * n + rest] * p.x[rest];
#pragma GCC unroll 8
          for (int l = 0; l < width; ++l)
            sum += get_lane<width>(sums[i], l);
          p.y[first + i] = sum;
        }
    }

    template <int width>
    [[gnu::always_inline]] inline void multiply_all(const RowProduct &p)
    {
      int row = 0;
      for (; row + 4 <= p.n_rows; row += 4)
        multiply_some<width, 4>(p, row);
      for (; row < p.n_rows; ++row)
        multiply_some<width, 1>(p, row);
    }

    void multiply_baseline(const RowProduct &p)
    {
      multiply_all<2>(p);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void multiply_avx2(const RowProduct &p)
    {
      multiply_all<4>(p);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    multiply_avx512(const RowProduct &p)
    {
      multiply_all<8>(p);
    }
#endif
  } // namespace

  void multiply_rows(const int n_rows,
                     const int n_columns,
                     const double *A,
                     const double *x,
                     double *y)
  {
    const RowProduct product{n_rows, n_columns, A, x, y};
#ifdef __x86_64__
    const InstructionSet instructions = best_instruction_set();
    if (instructions == InstructionSet::avx512)
      return multiply_avx512(product);
    if (instructions == InstructionSet::avx2)
      return multiply_avx2(product);
#endif
    multiply_baseline(product);
  }
} // namespace rivlin
