// SPDX-License-Identifier: Apache-2.0
// Chebyshev iterations with Jacobi's scaling, in low precision.
#pragma once

#include <rivlin/solvers/kernels/packed_block.h>

#include <deal.II/base/subscriptor.h>
#include <deal.II/lac/diagonal_matrix.h>
#include <deal.II/lac/precondition.h>

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
    ChebyshevSmoother(const SubassembledProduct &product,
                      const std::vector<char> &is_pressure,
                      int degree,
                      double range);

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
    /// D^-1/2 K D^-1/2 in the words of deal.II.
    struct ScaledBlock final : public dealii::Subscriptor
    {
      ScaledBlock(const SubassembledProduct &product,
                  const std::vector<char> &is_pressure);
      void vmult(DistributedVector<float> &y,
                 const DistributedVector<float> &x) const
      {
        block.multiply(x, y);
      }
      dealii::types::global_dof_index m() const
      {
        return size;
      }
      float el(unsigned int, unsigned int) const ///< of the diagonal
      {
        return 1;
      }
      PackedBlock block;
      dealii::types::global_dof_index size;
    };
    using Diagonal = dealii::DiagonalMatrix<DistributedVector<float>>;

    ScaledBlock matrix;
    DistributedVector<float> root, inverse_root; ///< D^1/2; 0 at the pressures
    DistributedVector<float> b, x, residual;
    dealii::
      PreconditionChebyshev<ScaledBlock, DistributedVector<float>, Diagonal>
        method;
    int degree;
    double range;
  };
} // namespace rivlin
