// SPDX-License-Identifier: Apache-2.0
// Orthonormal columns and singular values in any inner product.
#pragma once

#include <rivlin/offline/body_matrices.h>

#include <string>

namespace rivlin
{
  /// Inner product x^T W y by a sparse symmetric positive definite matrix;
  /// Euclidean if there is none. Refers to the matrix, which must live longer.
  class InnerProduct
  {
  public:
    InnerProduct() = default; ///< Euclidean
    explicit InnerProduct(const SparseMatrix &weight_)
      : weight(&weight_)
    {}
    explicit InnerProduct(SparseMatrix &&) = delete;

    /// W X.
    Matrix apply(const Matrix &X) const;
    /// X^T W Y.
    Matrix gram(const Matrix &X, const Matrix &Y) const;
    /// Error if the matrix has another size; `what` names the vectors.
    void check_size(Eigen::Index n_rows, const std::string &what) const;

  private:
    const SparseMatrix *weight = nullptr;
  };

  /// X = Q R with Q^T W Q = I. Columns that depend on those before them have no
  /// column in Q.
  struct OrthonormalColumns
  {
    Matrix Q;
    Matrix R; ///< Q.cols() x X.cols(), upper trapezoidal
  };

  /// Gram-Schmidt, repeated until a column loses nothing more: orthonormal to
  /// roundoff whatever the condition of X (Giraud et al., Numer. Math. 101,
  /// 2005). A column is dependent if less than relative_tolerance of its norm
  /// is left. Error if the product is not positive.
  OrthonormalColumns orthonormalize(const Matrix &X,
                                    const InnerProduct &product,
                                    double relative_tolerance = 1e-14);

  /// X = U Sigma V^T, U and V orthonormal with min(rows, columns) columns;
  /// singular values falling.
  struct Svd
  {
    Matrix U;
    Vector sigma;
    Matrix V;
  };

  Svd thin_svd(const Matrix &X);

  /// X = U Sigma V^T with U^T W U = I, by the factorization above and the SVD
  /// of R: singular values are right to roundoff times the largest one, which
  /// the eigenvalues of X^T W X are not. There are as many values as X has
  /// independent columns.
  Svd weighted_svd(const Matrix &X, const InnerProduct &product);
} // namespace rivlin
