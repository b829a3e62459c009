// SPDX-License-Identifier: Apache-2.0
// Adds the dense blocks of cells up to a sparse matrix whose pattern is known
// beforehand: no list of triplets, which would take five times the memory of
// the matrix in 3D.
#pragma once

#include <rivlin/offline/body_matrices.h>

namespace rivlin
{
  /// One side (rows or columns) of the cells' blocks: a list of points per cell
  /// with `block` unknowns each, numbered point * block + i. Point -1: the cell
  /// has none there.
  struct CellUnknowns
  {
    const std::vector<int> *points_of_cells = nullptr;
    int per_cell                            = 0;
    int block                               = 1;
    int n_points                            = 0;
  };

  CellUnknowns displacements_of(const DiscreteBody &body);
  CellUnknowns pressures_of(const DiscreteBody &body);

  class CellAssembler
  {
  public:
    CellAssembler(const CellUnknowns &rows,
                  const CellUnknowns &columns,
                  int n_cells);

    /// `values` stored by rows: [local row unknown][local column unknown].
    void add(int cell, const std::vector<double> &values);

    SparseMatrix take()
    {
      return std::move(matrix);
    }

  private:
    CellUnknowns rows, columns;
    /// Sorted row points of each column point.
    std::vector<int> first;
    std::vector<int> row_points;
    SparseMatrix matrix;
  };
} // namespace rivlin
