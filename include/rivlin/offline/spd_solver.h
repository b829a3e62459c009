// SPDX-License-Identifier: Apache-2.0
// Sparse symmetric positive definite systems with many right-hand sides.
#pragma once

#include <rivlin/offline/body_matrices.h>

#include <memory>

namespace rivlin
{
  enum class SpdMethod
  {
    /// Direct if the factorization costs at most direct_flop_limit.
    automatic,
    direct,   ///< L D L^T with minimum-degree ordering
    iterative ///< conjugate gradients, incomplete Cholesky
  };

  /// About half a minute on one core. The work is counted before it is done;
  /// 2D bodies stay far below, large 3D bodies above.
  constexpr double direct_flop_limit = 3e10;

  /// Constant after construction.
  class SpdSolver
  {
  public:
    /// Error if the matrix is not positive definite: the body can move freely.
    explicit SpdSolver(const SparseMatrix &matrix,
                       SpdMethod method          = SpdMethod::automatic,
                       double relative_tolerance = 1e-12);
    ~SpdSolver();
    SpdSolver(SpdSolver &&) noexcept;

    bool is_direct() const;

    /// Column by column; conjugate gradients stop at a residual of
    /// relative_tolerance |right-hand side|. ComputationFailed if they do not.
    Matrix solve(const Matrix &right_hand_sides) const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation;
  };
} // namespace rivlin
