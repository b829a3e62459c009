// SPDX-License-Identifier: Apache-2.0
// The pattern of a block and the order of its values.
#include <rivlin/solvers/kernels/packed_block.h>

#include <algorithm>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// A run goes on over so many columns outside of the block (the pressure of
    /// a vertex) or the matrix: two runs cost more than these zeros.
    constexpr unsigned int largest_gap = 3;

    /// The triangle of the group's own rows, and its runs.
    std::size_t n_values(const RowGroup &group)
    {
      const std::size_t n = group.n_rows;
      return n * group.n_columns - n * (n - 1) / 2;
    }
  } // namespace

  PackedBlock::PackedBlock(const SubassembledProduct &matrix_product,
                           std::vector<char> is_local_pressure,
                           const Between block,
                           const Precision wanted_precision)
    : product(&matrix_product)
    , pressures(std::move(is_local_pressure))
    , has_triangles(block == Between::displacements)
    , precision(has_half_precision() ? wanted_precision : Precision::single)
  {
    std::size_t n_all        = 0;
    const RowGroups &sources = product->groups();
    for (const RowGroup &source : sources.groups)
      for (unsigned int r = 0, next = 0; r < source.n_rows; r = next)
        {
          // Rows of the same kind.
          const unsigned int *unknown =
            &sources.unknowns[source.first_unknown + r];
          for (next = r + 1;
               next < source.n_rows &&
               pressures[unknown[next - r]] == pressures[*unknown];)
            ++next;
          if (has_triangles && is_pressure(*unknown))
            continue;
          const unsigned int n_rows = next - r;
          const int row      = static_cast<int>(source.first_unknown + r);
          const auto columns = product->row(row).columns;
          row_groups.add_group(unknown, n_rows);
          first_row.push_back(row);
          for (std::size_t k = n_rows; k < columns.size(); ++k)
            if (is_pressure(columns[k]) == wants_pressures(*unknown))
              row_groups.add_column<float>(columns[k], largest_gap);
          n_all += n_values(row_groups.groups.back());
        }
    row_groups.runs.shrink_to_fit();
    if (precision == Precision::half)
      packed_half.resize(n_all + half_padding);
    else
      packed.resize(n_all);
  }

  void PackedBlock::update(const std::vector<double> &values)
  {
    pack(values, [](unsigned int) { return 1.; });
  }

  void PackedBlock::update(const std::vector<double> &values,
                           const DistributedVector<float> &D)
  {
    pack(values, [&](const unsigned int i) {
      return static_cast<double>(D.local_element(i));
    });
  }

  template <typename Scale>
  void PackedBlock::pack(const std::vector<double> &values, const Scale &scale)
  {
    std::vector<float> group_values; // before they are rounded
    std::size_t n_done = 0;
    for (std::size_t g = 0; g < row_groups.groups.size(); ++g)
      {
        const RowGroup &group = row_groups.groups[g];
        const unsigned int n  = group.n_rows;
        float *to             = packed.data() + n_done;
        if (precision == Precision::half)
          {
            group_values.resize(n_values(group));
            to = group_values.data();
          }
        const auto columns = product->row(first_row[g]).columns;
        const double *from[most_rows]; // row r in the column k is from[r][k]
        double row_scale[most_rows];
        for (unsigned int r = 0; r < n; ++r)
          {
            from[r] = values.data() +
                      product->row(first_row[g] + static_cast<int>(r)).first -
                      r;
            row_scale[r] = scale(row_groups.unknowns[group.first_unknown + r]);
          }
        for (unsigned int r = 0; r < n; ++r)
          for (unsigned int c = r; c < n; ++c)
            *to++ =
              has_triangles
                ? static_cast<float>(from[r][c] * row_scale[r] * row_scale[c])
                : 0.f;
        const bool with_pressures =
          wants_pressures(row_groups.unknowns[group.first_unknown]);
        std::size_t k = n;
        for (std::size_t u = group.first_run; u < row_groups.end_of_runs(g);
             ++u)
          {
            const ColumnRun &run = row_groups.runs[u];
            std::fill_n(to, n * run.n, 0.f);
            for (; k < columns.size(); ++k)
              if (is_pressure(columns[k]) == with_pressures)
                {
                  const unsigned int j = columns[k] - run.first;
                  if (j >= run.n) // also if the column is before the run
                    break;
                  const double column_scale = scale(columns[k]);
                  for (unsigned int r = 0; r < n; ++r)
                    to[r * run.n + j] = static_cast<float>(
                      from[r][k] * row_scale[r] * column_scale);
                }
            to += n * run.n;
          }
        if (precision == Precision::half)
          round_to_half(group_values.data(),
                        group_values.size(),
                        packed_half.data() + n_done);
        n_done += n_values(group);
      }
  }

  void PackedBlock::multiply(const DistributedVector<float> &x,
                             DistributedVector<float> &y,
                             const InstructionSet instructions) const
  {
    multiply_subassembled(
      [&](const float *in, float *out) {
        if (precision == Precision::half)
          multiply_packed(
            row_groups, packed_half.data(), in, out, instructions);
        else
          multiply_packed(row_groups, packed.data(), in, out, instructions);
      },
      x,
      y);
  }
} // namespace rivlin
