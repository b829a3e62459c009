// SPDX-License-Identifier: Apache-2.0
// Local rows and columns of a triplet pattern in groups.
#include <rivlin/solvers/kernels/subassembled_product.h>

#include <deal.II/base/partitioner.h>

#include <algorithm>

namespace rivlin
{
  SubassembledProduct::SubassembledProduct(const TripletPattern &pattern,
                                           const dealii::IndexSet &owned,
                                           MPI_Comm communicator)
  {
    const int n     = static_cast<int>(owned.n_elements());
    const int first = n > 0 ? static_cast<int>(owned.nth_index_in_set(0)) : 0;
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
    dealii::IndexSet ghosts(owned.size());
    ghosts.add_indices(foreign.begin(), foreign.end());
    partitioner =
      std::make_shared<dealii::Utilities::MPI::Partitioner>(owned,
                                                            ghosts,
                                                            communicator);
    std::vector<unsigned int> unknown_of_row;
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
    for (std::size_t r = 0, next = 0; r < unknown_of_row.size(); r = next)
      {
        for (next = r + 1; next < unknown_of_row.size() &&
                           next - r < most_rows && continues(next);)
          ++next;
        const unsigned int n_rows = static_cast<unsigned int>(next - r);
        group_of_row.insert(group_of_row.end(),
                            n_rows,
                            static_cast<unsigned int>(first_column.size()));
        first_column.push_back(columns.size());
        row_groups.add_group(&unknown_of_row[r], n_rows);
        for (std::size_t k = row_start[r]; k < row_start[r + 1]; ++k)
          {
            const int number = pattern.column[k] - 1;
            columns.push_back(is_owned(number)
                                ? static_cast<unsigned int>(number - first)
                                : local_index(number));
            if (k >= row_start[r] + n_rows)
              row_groups.add_column<double>(columns.back());
          }
      }
    columns.shrink_to_fit();
    row_groups.runs.shrink_to_fit();
  }

  SubassembledProduct::Row SubassembledProduct::row(const int r) const
  {
    const unsigned int group = group_of_row[r];
    return {row_groups.unknowns[r],
            row_start[r],
            {columns.data() + first_column[group] +
               (r - row_groups.groups[group].first_unknown),
             row_start[r + 1] - row_start[r]}};
  }

  void SubassembledProduct::multiply(const std::vector<double> &values,
                                     const DofVector &x,
                                     DofVector &y) const
  {
    multiply_subassembled(
      [&](const double *in, double *out) {
        multiply_row_by_row(row_groups, values.data(), in, out);
      },
      x,
      y);
  }

  DofVector
  SubassembledProduct::diagonal(const std::vector<double> &values) const
  {
    DofVector result = make_vector();
    for (int r = 0; r < n_rows(); ++r)
      result.local_element(row_groups.unknowns[r]) += values[row_start[r]];
    result.compress(dealii::VectorOperation::add);
    return result;
  }
} // namespace rivlin
