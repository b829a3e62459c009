// SPDX-License-Identifier: Apache-2.0
// Local rows and columns of a triplet pattern, and the symmetric product.
#include <rivlin/fe/subassembled_product.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/partitioner.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  namespace
  {
    constexpr unsigned int max_group = 4;

    /// The part of a product by `n` successive rows with n_columns columns in
    /// the first of them: every column is looked up once for all rows.
    template <int n, typename Number>
    void multiply_group(const Number *value,
                        const unsigned int *column,
                        const std::size_t n_columns,
                        const unsigned int *unknown,
                        const Number *in,
                        Number *out)
    {
      std::array<const Number *, n> row;
      std::array<Number, n> x, sum{};
      for (int r = 0; r < n; ++r)
        {
          // Row r has no entries in the first r columns.
          row[r] = value - r;
          value += n_columns - r;
          x[r] = in[unknown[r]];
        }
      // The triangle on the diagonal; its unknowns are the first columns.
      for (int r = 0; r < n; ++r)
        {
          sum[r] += row[r][r] * x[r];
          for (int c = r + 1; c < n; ++c)
            {
              sum[r] += row[r][c] * x[c];
              sum[c] += row[r][c] * x[r];
            }
        }
      for (std::size_t k = n; k < n_columns; ++k)
        {
          const Number x_k  = in[column[k]];
          Number transposed = 0;
#pragma GCC unroll 4
          for (int r = 0; r < n; ++r)
            {
              const Number entry = row[r][k];
              sum[r] += entry * x_k;
              transposed += entry * x[r];
            }
          out[column[k]] += transposed;
        }
      for (int r = 0; r < n; ++r)
        out[unknown[r]] += sum[r];
    }
  } // namespace

  SubassembledProduct::SubassembledProduct(const TripletPattern &pattern,
                                           const Unknowns &unknowns,
                                           MPI_Comm communicator)
  {
    const int first = unknowns.first(), n = unknowns.n_owned();
    const auto is_owned = [&](const int number) {
      return number >= first && number < first + n;
    };
    // Every local unknown has a row, because it has its diagonal entry.
    std::vector<dealii::types::global_dof_index> foreign;
    for (std::size_t k = 0; k < pattern.row.size(); ++k)
      if (k == 0 || pattern.row[k] != pattern.row[k - 1])
        {
          row_start.push_back(k);
          if (const int number = pattern.row[k] - 1; !is_owned(number))
            foreign.push_back(number);
        }
    row_start.push_back(pattern.row.size());
    dealii::IndexSet owned(unknowns.n_global()), ghosts(unknowns.n_global());
    owned.add_range(first, first + n);
    ghosts.add_indices(foreign.begin(), foreign.end());
    partitioner =
      std::make_shared<dealii::Utilities::MPI::Partitioner>(owned,
                                                            ghosts,
                                                            communicator);
    for (std::size_t r = 0; r + 1 < row_start.size(); ++r)
      unknown_of_row.push_back(local_index(pattern.row[row_start[r]] - 1));

    const auto continues = [&](const std::size_t r) {
      const auto *begin = pattern.column.data() + row_start[r - 1] + 1;
      const auto *end   = pattern.column.data() + row_start[r];
      return std::equal(begin,
                        end,
                        pattern.column.data() + row_start[r],
                        pattern.column.data() + row_start[r + 1]);
    };
    for (std::size_t r = 0; r < unknown_of_row.size(); ++r)
      {
        if (r > 0 && groups.back().n_rows < max_group && continues(r))
          ++groups.back().n_rows;
        else
          {
            groups.push_back({static_cast<unsigned int>(r), 1, columns.size()});
            for (std::size_t k = row_start[r]; k < row_start[r + 1]; ++k)
              {
                const int number = pattern.column[k] - 1;
                columns.push_back(is_owned(number)
                                    ? static_cast<unsigned int>(number - first)
                                    : local_index(number));
              }
          }
        group_of_row.push_back(static_cast<unsigned int>(groups.size() - 1));
      }
    columns.shrink_to_fit();
  }

  SubassembledProduct::Row SubassembledProduct::row(const int r) const
  {
    const Group &group = groups[group_of_row[r]];
    return {unknown_of_row[r],
            row_start[r],
            {columns.data() + group.first_column + (r - group.first_row),
             row_start[r + 1] - row_start[r]}};
  }

  template <typename Number>
  void SubassembledProduct::multiply(const std::vector<Number> &values,
                                     DistributedVector<Number> &x,
                                     DistributedVector<Number> &y) const
  {
    x.update_ghost_values();
    y                = Number(0);
    const Number *in = x.begin();
    Number *out      = y.begin();
    for (const Group &group : groups)
      {
        const std::size_t start     = row_start[group.first_row];
        const std::size_t n_columns = row_start[group.first_row + 1] - start;
        const unsigned int *unknown = &unknown_of_row[group.first_row];
        const unsigned int *column  = &columns[group.first_column];
        const Number *value         = &values[start];
        switch (group.n_rows)
          {
            case 1:
              multiply_group<1>(value, column, n_columns, unknown, in, out);
              break;
            case 2:
              multiply_group<2>(value, column, n_columns, unknown, in, out);
              break;
            case 3:
              multiply_group<3>(value, column, n_columns, unknown, in, out);
              break;
            default:
              multiply_group<4>(value, column, n_columns, unknown, in, out);
          }
      }
    x.zero_out_ghost_values();
    y.compress(dealii::VectorOperation::add);
  }

  DofVector
  SubassembledProduct::diagonal(const std::vector<double> &values) const
  {
    DofVector result = make_vector();
    for (int r = 0; r < n_rows(); ++r)
      result.local_element(unknown_of_row[r]) += values[row_start[r]];
    result.compress(dealii::VectorOperation::add);
    return result;
  }

  template void
  SubassembledProduct::multiply(const std::vector<double> &,
                                DistributedVector<double> &,
                                DistributedVector<double> &) const;
  template void SubassembledProduct::multiply(const std::vector<float> &,
                                              DistributedVector<float> &,
                                              DistributedVector<float> &) const;
} // namespace rivlin
