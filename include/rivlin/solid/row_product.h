// SPDX-License-Identifier: Apache-2.0
// Displacements of a few hundred points from the coordinates of a reduced
// model.
#pragma once

namespace rivlin
{
  /// y = A x for a matrix whose rows follow each other in memory, in the
  /// registers of the processor at hand.
  void multiply_rows(
    int n_rows, int n_columns, const double *A, const double *x, double *y);
} // namespace rivlin
