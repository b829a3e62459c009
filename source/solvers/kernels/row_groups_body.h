// SPDX-License-Identifier: Apache-2.0
// The product with groups of rows, for any width of vector instructions. Each
// file that includes this chooses its instructions before.
#pragma once

#include <rivlin/solvers/kernels/row_groups.h>

#include <type_traits>

namespace rivlin
{
  /// Memory that is fetched before it is needed, in bytes: measured, a product
  /// with a matrix out of the cache takes a fifth less than without.
  inline constexpr int prefetch_distance = 4096;

  /// An entry of the matrix, stored as it is or in half precision.
  template <typename Lanes, typename Stored>
  inline typename Lanes::Number read_entry(const Stored *p)
  {
    if constexpr (std::is_same_v<Stored, typename Lanes::Number>)
      return *p;
    else
      return Lanes::from_half(p);
  }

  /// A register of entries. In half precision it is read as a whole: what
  /// stands behind the run meets zeros of the vector.
  template <typename Lanes, typename Stored>
  inline typename Lanes::Pack read_entries(const typename Lanes::Mask mask,
                                           const Stored *p)
  {
    if constexpr (std::is_same_v<Stored, typename Lanes::Number>)
      return Lanes::load(mask, p);
    else
      return Lanes::load_halves(p);
  }

  /// `Lanes`: loads and stores of the first n numbers of a vector register,
  /// the others count as zero; entries of the matrix may be `Stored` in another
  /// format than the vectors.
  template <typename Lanes, typename Stored, bool is_packed, int n>
  inline const Stored *multiply_group(const Stored *value,
                                      const unsigned int n_columns,
                                      const ColumnRun *run,
                                      const ColumnRun *const end,
                                      const unsigned int *unknown,
                                      const typename Lanes::Number *in,
                                      typename Lanes::Number *out)
  {
    using Number = typename Lanes::Number;
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
        sum[r] += read_entry<Lanes>(row[r]++) * x[r];
        for (int c = r + 1; c < n; ++c)
          {
            const Number entry = read_entry<Lanes>(row[r]++);
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
        // Always all registers of the longest run: a branch would cost more.
        const unsigned int end_of_run =
          Lanes::width == 1 ? length : longest_run<Number>;
        for (unsigned int j = 0; j < end_of_run; j += Lanes::width)
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
                const Pack entry = read_entries<Lanes>(mask, entries);
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

  template <typename Lanes, typename Stored, bool is_packed>
  inline void multiply_groups(const RowGroups &rows,
                              const Stored *value,
                              const typename Lanes::Number *in,
                              typename Lanes::Number *out)
  {
    const auto multiply = [&]<int n>(const std::size_t g) {
      const RowGroup &group = rows.groups.data()[g];
      return multiply_group<Lanes, Stored, is_packed, n>(
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
