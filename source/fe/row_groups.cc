// SPDX-License-Identifier: Apache-2.0
// Runs of columns, the product without vector instructions, and the choice of
// instructions at run time.
#include <rivlin/fe/row_groups.h>

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
      using Stored                        = T;
      using Pack                          = T;
      static constexpr unsigned int width = 1;
      static unsigned int steps(const unsigned int n)
      {
        return n;
      }
      static int mask(unsigned int, unsigned int)
      {
        return 1;
      }
      static T load(int, const T *p)
      {
        return *p;
      }
      static T entry(const T *p)
      {
        return *p;
      }
      static T entries(int, const T *p)
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
                           double *const out,
                           const InstructionSet instructions)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    if (instructions == InstructionSet::avx512)
      return multiply_row_by_row_avx512(rows, values, in, out);
    if (instructions == InstructionSet::avx2)
      return multiply_row_by_row_avx2(rows, values, in, out);
#endif
    static_cast<void>(instructions);
    multiply_groups<Scalar<double>, false>(rows, values, in, out);
  }

  void multiply_packed(const RowGroups &rows,
                       const float *const values,
                       const float *const in,
                       float *const out,
                       const InstructionSet instructions)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    if (instructions == InstructionSet::avx512)
      return multiply_packed_avx512(rows, values, in, out);
    if (instructions == InstructionSet::avx2)
      return multiply_packed_avx2(rows, values, in, out);
#endif
    static_cast<void>(instructions);
    multiply_groups<Scalar<float>, true>(rows, values, in, out);
  }

  bool has_half_precision(const InstructionSet instructions)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    return instructions != InstructionSet::baseline &&
           __builtin_cpu_supports("f16c");
#else
    static_cast<void>(instructions);
    return false;
#endif
  }

  void round_to_half([[maybe_unused]] const float *const from,
                     [[maybe_unused]] const std::size_t n,
                     [[maybe_unused]] std::uint16_t *const to)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    round_to_half_avx2(from, n, to);
#endif
  }

  void multiply_packed([[maybe_unused]] const RowGroups &rows,
                       [[maybe_unused]] const std::uint16_t *const values,
                       [[maybe_unused]] const float *const in,
                       [[maybe_unused]] float *const out,
                       [[maybe_unused]] const InstructionSet instructions)
  {
#ifdef RIVLIN_WIDE_ROW_GROUPS
    if (instructions == InstructionSet::avx512)
      multiply_packed_avx512(rows, values, in, out);
    else
      multiply_packed_avx2(rows, values, in, out);
#endif
  }
} // namespace rivlin
