// SPDX-License-Identifier: Apache-2.0
// The product with groups of rows, for any width of vector instructions. Each
// file that includes this chooses its instructions before.
#pragma once

#include <rivlin/fe/row_groups.h>

namespace rivlin
{
  /// Memory that is fetched before it is needed, in bytes: measured, a product
  /// with a matrix out of the cache takes a fifth less than without.
  inline constexpr int prefetch_distance = 4096;

  /// `Lanes`: loads and stores of the first n numbers of a vector register,
  /// the others count as zero; entries of the matrix may be `Stored` in another
  /// format than the vectors.
  template <typename Lanes, bool is_packed, int n>
  inline const typename Lanes::Stored *
  multiply_group(const typename Lanes::Stored *value,
                 const unsigned int n_columns,
                 const ColumnRun *run,
                 const ColumnRun *const end,
                 const unsigned int *unknown,
                 const typename Lanes::Number *in,
                 typename Lanes::Number *out)
  {
    using Number = typename Lanes::Number;
    using Stored = typename Lanes::Stored;
    using Pack   = typename Lanes::Pack;
    Number x[n], sum[n];
    Pack x_pack[n], sum_pack[n];
    const Stored *row[n]; // where the row's next column stands
    for (int r = 0; r < n; ++r)
      {
        x[r]        = in[unknown[r]];
        x_pack[r]   = Lanes::broadcast(x[r]);
        sum[r]      = 0;
        sum_pack[r] = Lanes::broadcast(0);
      }
    for (int r = 0; r < n; ++r)
      {
        row[r] = value;
        sum[r] += Lanes::entry(row[r]++) * x[r];
        for (int c = r + 1; c < n; ++c)
          {
            const Number entry = Lanes::entry(row[r]++);
            sum[r] += entry * x[c];
            sum[c] += entry * x[r];
          }
        value += is_packed ? n - r : n_columns - r;
      }
    for (; run != end; ++run)
      {
        const unsigned int length = run->n;
        const Number *x_run       = in + run->first;
        Number *y_run             = out + run->first;
        for (unsigned int j = 0; j < Lanes::steps(length) * Lanes::width;
             j += Lanes::width)
          {
            const auto mask = Lanes::mask(length, j);
            const Pack x_k  = Lanes::load(mask, x_run + j);
            Pack transposed = Lanes::load(mask, y_run + j);
#pragma GCC unroll 4
            for (int r = 0; r < n; ++r)
              {
                const Stored *entries =
                  (is_packed ? value + r * length : row[r]) + j;
                __builtin_prefetch(reinterpret_cast<const char *>(entries) +
                                   prefetch_distance);
                const Pack entry = Lanes::entries(mask, entries);
                sum_pack[r]      = Lanes::add_product(entry, x_k, sum_pack[r]);
                transposed = Lanes::add_product(entry, x_pack[r], transposed);
              }
            Lanes::store(mask, y_run + j, transposed);
          }
        if constexpr (is_packed)
          value += n * length;
        else
          for (int r = 0; r < n; ++r)
            row[r] += length;
      }
    for (int r = 0; r < n; ++r)
      out[unknown[r]] += sum[r] + Lanes::sum(sum_pack[r]);
    return value;
  }

  template <typename Lanes, bool is_packed>
  inline void multiply_groups(const RowGroups &rows,
                              const typename Lanes::Stored *value,
                              const typename Lanes::Number *in,
                              typename Lanes::Number *out)
  {
    const auto multiply = [&]<int n>(const std::size_t g) {
      const RowGroup &group = rows.groups.data()[g];
      return multiply_group<Lanes, is_packed, n>(
        value,
        group.n_columns,
        rows.runs.data() + group.first_run,
        rows.runs.data() + rows.end_of_runs(g),
        rows.unknowns.data() + group.first_unknown,
        in,
        out);
    };
    const std::size_t n_groups = rows.groups.size();
    for (std::size_t g = 0; g < n_groups; ++g)
      switch (rows.groups.data()[g].n_rows)
        {
          case 1:
            value = multiply.template operator()<1>(g);
            break;
          case 2:
            value = multiply.template operator()<2>(g);
            break;
          case 3:
            value = multiply.template operator()<3>(g);
            break;
          default:
            value = multiply.template operator()<4>(g);
        }
  }
} // namespace rivlin
