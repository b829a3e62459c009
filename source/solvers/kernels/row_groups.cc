// SPDX-License-Identifier: Apache-2.0
// Runs of columns, the product without vector instructions, and the choice of
// instructions at run time.
#include <rivlin/solvers/kernels/row_groups.h>

#include "row_groups_body.h"
#include "row_groups_wide.h"

namespace rivlin
{
  namespace
  {
    /// One number at a time.
    template <typename T>
    struct Scalar
    {
      using Number                        = T;
      using Mask                          = int;
      using Pack                          = T;
      static constexpr unsigned int width = 1;
      static int mask(unsigned int, unsigned int)
      {
        return 1;
      }
      static T load(int, const T *p)
      {
        return *p;
      }
      static void store(int, T *p, const T a)
      {
        *p = a;
      }
      static T broadcast(const T a)
      {
        return a;
      }
      static T add_product(const T a, const T b, const T c)
      {
        return a * b + c;
      }
      static T sum(const T a)
      {
        return a;
      }
    };

    const RowGroupProducts scalar_products = {
      &multiply_groups<Scalar<float>, float, true>, nullptr, nullptr};

    const RowGroupProducts &
    products([[maybe_unused]] const InstructionSet instructions)
    {
#ifdef RIVLIN_WIDE_ROW_GROUPS
      if (instructions == InstructionSet::avx512)
        return avx512_products;
      if (instructions == InstructionSet::avx2)
        return avx2_products;
#endif
      return scalar_products;
    }
  } // namespace

  void RowGroups::add_group(const unsigned int *const first_row,
                            const unsigned int n_rows)
  {
    groups.push_back({n_rows, n_rows, unknowns.size(), runs.size()});
    unknowns.insert(unknowns.end(), first_row, first_row + n_rows);
  }

  template <typename Number>
  void RowGroups::add_column(const unsigned int column,
                             const unsigned int largest_gap)
  {
    RowGroup &group = groups.back();
    if (runs.size() > group.first_run)
      {
        ColumnRun &last        = runs.back();
        const unsigned int end = last.first + last.n;
        if (column >= end && column - end <= largest_gap &&
            column - last.first < longest_run<Number>)
          {
            group.n_columns += column - end + 1;
            last.n = column - last.first + 1;
            return;
          }
      }
    runs.push_back({column, 1});
    ++group.n_columns;
  }
  template void RowGroups::add_column<float>(unsigned int, unsigned int);
  template void RowGroups::add_column<double>(unsigned int, unsigned int);

  void multiply_row_by_row(const RowGroups &rows,
                           const double *const values,
                           const double *const in,
                           double *const out)
  {
    multiply_groups<Scalar<double>, double, false>(rows, values, in, out);
  }

  void multiply_packed(const RowGroups &rows,
                       const float *const values,
                       const float *const in,
                       float *const out,
                       const InstructionSet instructions)
  {
    products(instructions).packed(rows, values, in, out);
  }

  bool has_half_precision(const InstructionSet instructions)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    return products(instructions).packed_half != nullptr &&
           __builtin_cpu_supports("f16c");
#else
    return products(instructions).packed_half != nullptr;
#endif
  }

  void round_to_half(const float *const from,
                     const std::size_t n,
                     std::uint16_t *const to)
  {
    products(InstructionSet::avx2).round_to_half(from, n, to);
  }

  void multiply_packed(const RowGroups &rows,
                       const std::uint16_t *const values,
                       const float *const in,
                       float *const out,
                       const InstructionSet instructions)
  {
    products(instructions).packed_half(rows, values, in, out);
  }
} // namespace rivlin
