// SPDX-License-Identifier: Apache-2.0
// Gram-Schmidt with repetition, and the SVD of its triangular factor.
#include <rivlin/offline/orthonormalize.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <Eigen/SVD>

#include <cassert>
#include <cmath>

namespace rivlin
{
  Matrix InnerProduct::apply(const Matrix &X) const
  {
    if (weight)
      return *weight * X;
    return X;
  }



  Matrix InnerProduct::gram(const Matrix &X, const Matrix &Y) const
  {
    if (weight)
      return X.transpose() * apply(Y);
    return X.transpose() * Y;
  }



  void InnerProduct::check_size(Eigen::Index n_rows,
                                const std::string &what) const
  {
    if (weight && (weight->rows() != n_rows || weight->cols() != n_rows))
      throw Error("The inner product is for vectors of " +
                  number_text(weight->rows()) + " numbers, but " + what +
                  " have " + number_text(n_rows) +
                  ". Use matrix and vectors of the same model.");
  }



  OrthonormalColumns orthonormalize(const Matrix &X,
                                    const InnerProduct &product,
                                    double relative_tolerance)
  {
    product.check_size(X.rows(), "the columns");
    const auto squared = [&](const Vector &x) {
      const Vector Wx    = product.apply(x);
      const double value = x.dot(Wx);
      // Roundoff of what should be zero.
      if (value < 0 && value >= -1e-12 * x.norm() * Wx.norm())
        return 0.;
      if (!std::isfinite(value) || value < 0)
        throw Error("A vector has the squared norm " + number_text(value) +
                    " in the inner product. Its matrix must be positive "
                    "definite and the vectors finite.");
      return value;
    };
    OrthonormalColumns result;
    const Eigen::Index n_max = std::min(X.rows(), X.cols());
    result.Q.resize(X.rows(), n_max);
    result.R    = Matrix::Zero(n_max, X.cols());
    Matrix WQ   = Matrix(X.rows(), n_max);
    int n_found = 0;
    for (Eigen::Index k = 0; k < X.cols(); ++k)
      {
        Vector x           = X.col(k);
        const double start = std::sqrt(squared(x));
        double norm = start, before = 0;
        // Twice is enough unless the column is dependent (Giraud et al.); four
        // times bounds the loop.
        for (int pass = 0; pass < 4 && n_found > 0 && norm > 0; ++pass)
          {
            const Vector c = WQ.leftCols(n_found).transpose() * x;
            x -= result.Q.leftCols(n_found) * c;
            result.R.col(k).head(n_found) += c;
            before = norm;
            norm   = std::sqrt(squared(x));
            if (norm <= relative_tolerance * start ||
                (pass > 0 && norm > 0.5 * before))
              break;
          }
        if (n_found == n_max || !(norm > relative_tolerance * start))
          continue;
        result.Q.col(n_found) = x / norm;
        WQ.col(n_found)       = product.apply(result.Q.col(n_found));
        result.R(n_found, k)  = norm;
        ++n_found;
      }
    result.Q.conservativeResize(Eigen::NoChange, n_found);
    result.R.conservativeResize(n_found, Eigen::NoChange);
    return result;
  }



  Svd thin_svd(const Matrix &X)
  {
    if (X.size() == 0)
      return {Matrix(X.rows(), 0), Vector(), Matrix(X.cols(), 0)};
    const Eigen::BDCSVD<Matrix> svd(X,
                                    Eigen::ComputeThinU | Eigen::ComputeThinV);
    return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
  }



  Svd weighted_svd(const Matrix &X, const InnerProduct &product)
  {
    const OrthonormalColumns qr = orthonormalize(X, product);
    Svd result                  = thin_svd(qr.R);
    result.U                    = qr.Q * result.U;
    return result;
  }
} // namespace rivlin
