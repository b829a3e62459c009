// SPDX-License-Identifier: Apache-2.0
// A symmetric matrix as groups of rows with runs of columns, and products that
// use the vector instructions of the processor.
#pragma once

#include <rivlin/solid/element_kernel.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rivlin
{
  /// Successive columns: a product reads and writes their unknowns at once.
  struct ColumnRun
  {
    unsigned int first;
    unsigned int n;
  };

  /// One vector register: longer runs are cut.
  template <typename Number>
  inline constexpr unsigned int longest_run = 64 / sizeof(Number);

  inline constexpr unsigned int most_rows = 4; ///< of a group

  /// Successive rows with the same columns: the unknowns of a node. The first
  /// n_rows columns are those of the rows themselves, of which only the
  /// triangle is stored; runs tell the others.
  struct RowGroup
  {
    unsigned int n_rows;
    unsigned int n_columns;    ///< of the first row, that of its diagonal too
    std::size_t first_unknown; ///< in the unknowns
    std::size_t first_run;     ///< ... until that of the next group
  };

  /// Pattern of a triangle of a symmetric matrix.
  struct RowGroups
  {
    std::vector<RowGroup> groups;
    std::vector<unsigned int> unknowns; ///< position of each row in vectors
    std::vector<ColumnRun> runs;

    /// Start a group with these rows; add_column appends to it.
    void add_group(const unsigned int *first_row, unsigned int n_rows);
    /// A column of the last group. A run goes on over at most `largest_gap`
    /// columns that are not there, whose values have to be zero.
    template <typename Number>
    void add_column(unsigned int column, unsigned int largest_gap = 0);

    /// Index one behind the last run of a group.
    std::size_t end_of_runs(const std::size_t group) const
    {
      return group + 1 < groups.size() ? groups[group + 1].first_run
                                       : runs.size();
    }
  };

  /// out += A in. The values stand row by row: those of a group's second row
  /// follow those of its first and are one fewer. Double precision waits for
  /// the memory: vector instructions would not make it faster.
  void multiply_row_by_row(const RowGroups &rows,
                           const double *values,
                           const double *in,
                           double *out);

  /// out += A in. The values of a group are the triangle of its own rows, then
  /// run by run n values of each row: one stream through the memory.
  void multiply_packed(const RowGroups &rows,
                       const float *values,
                       const float *in,
                       float *out,
                       InstructionSet instructions = best_instruction_set());

  /// Whether there are instructions for numbers of 16 bits (IEEE 754 binary16:
  /// 11 bits, from 6e-8 to 65504), which are stored only.
  bool has_half_precision(InstructionSet instructions = best_instruction_set());

  /// To the nearest number of half precision. Needs has_half_precision().
  void round_to_half(const float *from, std::size_t n, std::uint16_t *to);

  /// As above with the values in half precision; may read, but does not use,
  /// half_padding values behind the last. Needs has_half_precision().
  void multiply_packed(const RowGroups &rows,
                       const std::uint16_t *values,
                       const float *in,
                       float *out,
                       InstructionSet instructions = best_instruction_set());
  inline constexpr std::size_t half_padding = longest_run<float>;
} // namespace rivlin
