// SPDX-License-Identifier: Apache-2.0
// Chebyshev iterations with Jacobi's scaling, in low precision.
#pragma once

#include <rivlin/solvers/kernels/packed_block.h>

namespace rivlin
{
  /// Smooths K x = b, where K is the block between displacements of a
  /// subassembled matrix. Half precision of the matrix and single precision of
  /// the vectors reduce the memory that a step reads, and the Krylov method
  /// outside removes the error that they leave. Vectors are kept scaled by the
  /// root of the diagonal D of K,
  ///   D^-1/2 K D^-1/2 (D^1/2 x) = D^-1/2 b,
  /// so that all entries of the matrix are of size 1 at most.
  class ChebyshevSmoother
  {
  public:
    /// `range`: largest over smallest eigenvalue that is smoothed.
    ChebyshevSmoother(
      const SubassembledProduct &product,
      const std::vector<char> &is_pressure,
      int degree,
      double range,
      PackedBlock::Precision precision = PackedBlock::Precision::half);

    /// Prepare for new values. `diagonal`: of K, read at the displacements.
    void update(const std::vector<double> &values, const DofVector &diagonal);

    int n() const
    {
      return static_cast<int>(x.locally_owned_size());
    }
    void set_right_hand_side(const int i, const double value)
    {
      b.local_element(i) =
        static_cast<float>(value) * inverse_root.local_element(i);
    }
    void set_solution(const int i, const double value)
    {
      x.local_element(i) = static_cast<float>(value) * root.local_element(i);
    }
    /// Zero at the pressures.
    double solution(const int i) const
    {
      return x.local_element(i) * inverse_root.local_element(i);
    }

    /// Improve the solution, or find it from zero.
    void smooth(bool from_zero);
    /// b - K x, not scaled.
    const DistributedVector<float> &compute_residual();

  private:
    /// The largest eigenvalue of D^-1 K by Lanczos' method.
    double largest_eigenvalue();

    PackedBlock matrix;
    DistributedVector<float> root, inverse_root; ///< D^1/2; 0 at the pressures
    DistributedVector<float> b, x, residual, direction;
    int degree;
    double range;
    double lambda_max = 1;
  };
} // namespace rivlin
