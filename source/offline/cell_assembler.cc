// SPDX-License-Identifier: Apache-2.0
// The sparsity pattern of cells and the addition of their blocks.
#include "cell_assembler.h"

#include <algorithm>
#include <cassert>

namespace rivlin
{
  CellUnknowns displacements_of(const DiscreteBody &body)
  {
    return {&body.cell_nodes, body.basis.n_nodes, body.dim(), body.n_nodes};
  }



  CellUnknowns pressures_of(const DiscreteBody &body)
  {
    return {&body.cell_pressures,
            body.basis.n_pressure_nodes,
            1,
            body.n_pressures};
  }



  CellAssembler::CellAssembler(const CellUnknowns &rows_,
                               const CellUnknowns &columns_,
                               int n_cells)
    : rows(rows_)
    , columns(columns_)
    , first(columns_.n_points + 1, 0)
    , matrix(rows_.n_points * rows_.block, columns_.n_points * columns_.block)
  {
    std::vector<std::vector<int>> neighbours(columns.n_points);
    for (int cell = 0; cell < n_cells; ++cell)
      for (int b = 0; b < columns.per_cell; ++b)
        {
          const int column =
            (*columns.points_of_cells)[cell * columns.per_cell + b];
          for (int a = 0; column >= 0 && a < rows.per_cell; ++a)
            {
              const int row = (*rows.points_of_cells)[cell * rows.per_cell + a];
              if (row >= 0)
                neighbours[column].push_back(row);
            }
        }
    for (int c = 0; c < columns.n_points; ++c)
      {
        std::sort(neighbours[c].begin(), neighbours[c].end());
        const auto end =
          std::unique(neighbours[c].begin(), neighbours[c].end());
        row_points.insert(row_points.end(), neighbours[c].begin(), end);
        first[c + 1] = static_cast<int>(row_points.size());
      }
    matrix.resizeNonZeros(static_cast<Eigen::Index>(row_points.size()) *
                          rows.block * columns.block);
    int k = 0;
    for (int c = 0; c < columns.n_points; ++c)
      for (int j = 0; j < columns.block; ++j)
        {
          matrix.outerIndexPtr()[c * columns.block + j] = k;
          for (int l = first[c]; l < first[c + 1]; ++l)
            for (int i = 0; i < rows.block; ++i)
              matrix.innerIndexPtr()[k++] = row_points[l] * rows.block + i;
        }
    matrix.outerIndexPtr()[matrix.outerSize()] = k;
    std::fill_n(matrix.valuePtr(), matrix.nonZeros(), 0.);
  }



  void CellAssembler::add(int cell, const std::vector<double> &values)
  {
    const int n_columns = columns.per_cell * columns.block;
    assert(values.size() ==
           static_cast<std::size_t>(rows.per_cell) * rows.block * n_columns);
    for (int b = 0; b < columns.per_cell; ++b)
      {
        const int column =
          (*columns.points_of_cells)[cell * columns.per_cell + b];
        if (column < 0)
          continue;
        const auto begin = row_points.begin() + first[column];
        const auto end   = row_points.begin() + first[column + 1];
        for (int a = 0; a < rows.per_cell; ++a)
          {
            const int row = (*rows.points_of_cells)[cell * rows.per_cell + a];
            if (row < 0)
              continue;
            const long place = std::lower_bound(begin, end, row) - begin;
            for (int j = 0; j < columns.block; ++j)
              {
                double *target =
                  matrix.valuePtr() +
                  matrix.outerIndexPtr()[column * columns.block + j] +
                  place * rows.block;
                for (int i = 0; i < rows.block; ++i)
                  target[i] += values[(a * rows.block + i) * n_columns +
                                      b * columns.block + j];
              }
          }
      }
  }
} // namespace rivlin
