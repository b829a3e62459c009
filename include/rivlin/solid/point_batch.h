// SPDX-License-Identifier: Apache-2.0
// Many points of one material at once, and the products that hyper-reduced
// models form with them: in vector registers, chosen at run time.
#pragma once

#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

namespace rivlin
{
  struct PointBatch
  {
    int dim      = 3; ///< 2: plane strain
    int n_points = 0;
    /// Mixed form with p = 0 (see evaluate_point): the isochoric part of
    /// Rubber, all of other materials. False: the full energy, which
    /// incompressible rubber does not have.
    bool isochoric             = false;
    const double *displacement = nullptr; ///< F - I, [point][i][J]
    /// Factor of energy, P and tangent of each point; null: 1.
    const double *weights = nullptr;
    double *P             = nullptr; ///< [point][i][J]
    double *tangent       = nullptr; ///< [point][i][J][k][L], symmetric
  };

  /// Sum of the weighted energies, and whether all points are valid. If not,
  /// P and tangent mean nothing and min_J is the J of an invalid point.
  struct PointBatchSum
  {
    double energy = 0;
    double min_J  = 1;
    bool valid    = true;
  };

  /// Writes P and tangent as far as `need` includes them.
  PointBatchSum
  evaluate_batch(const Material &material, const PointBatch &batch, Need need);

  /// Number of doubles of scratch memory that add_congruence() needs; it starts
  /// at a cache line.
  int congruence_scratch_size(int block_size, int n_columns);

  /// K += sum_k G_k^T A_k G_k for symmetric blocks A_k of size `block_size`;
  /// G is [block][row][column] with n_columns columns, K is symmetric and
  /// dense.
  void add_congruence(int n_blocks,
                      int block_size,
                      int n_columns,
                      const double *A,
                      const double *G,
                      double *scratch,
                      double *K);
} // namespace rivlin
