// SPDX-License-Identifier: Apache-2.0
// Chebyshev iterations with Jacobi's scaling, in single precision.
#pragma once

#include <rivlin/fe/packed_block.h>

namespace rivlin
{
  /// Smooths K x = b, where K is the block between displacements of a
  /// subassembled matrix. Vectors are zero at the pressures.
  class ChebyshevSmoother
  {
  public:
    /// `range`: largest over smallest eigenvalue that is smoothed.
    ChebyshevSmoother(const SubassembledProduct &product,
                      const std::vector<char> &is_pressure,
                      int degree,
                      double range);

    /// Prepare for new values. `inverse_diagonal` is zero at the pressures.
    void update(const std::vector<double> &values,
                const DofVector &inverse_diagonal);

    /// Improve x, or find it from zero.
    void smooth(bool from_zero);
    /// residual = b - K x.
    void compute_residual();

    /// Single precision halves the memory that a step reads, and the Krylov
    /// method outside removes the error that it leaves.
    DistributedVector<float> b, x, residual;

  private:
    /// The largest eigenvalue of diag(K)^-1 K by Lanczos' method.
    double largest_eigenvalue();

    PackedBlock matrix;
    DistributedVector<float> inverse_diagonal, direction;
    int degree;
    double range;
    double lambda_max = 1;
  };
} // namespace rivlin
