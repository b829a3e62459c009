// SPDX-License-Identifier: Apache-2.0
// Matrices, factorizations and workspace of RADAU5.
#pragma once

#include <rivlin/dynamics/radau5.h>

#include <Eigen/LU>

#include <array>
#include <complex>

namespace rivlin
{
  struct Radau5::Matrices
  {
    Matrix K, D, M, B, G, C, by_q, by_v, by_a;
    Eigen::PartialPivLU<Matrix> real;
    Eigen::PartialPivLU<Eigen::MatrixXcd> complex;
    double scaling = 1;

    // Workspace: stages transformed by T^-1, and the complex pair of them.
    std::array<Vector, 3> row_q, row_v, rhs_q, rhs_lambda;
    std::array<Vector, 3> w_q, w_v, w_a, w_lambda;
    Eigen::VectorXcd pair_row_q, pair_row_v, pair_rhs_q, pair_rhs_lambda;
    Eigen::VectorXcd pair_q, pair_v, pair_a, pair_lambda;
    Vector defect_q, defect_v, real_second, real_rhs, real_x;
    Eigen::VectorXcd complex_second, complex_rhs, complex_x;
    Matrix real_matrix;
    Eigen::MatrixXcd complex_matrix;

    /// S = diag(s, 1) [K + g D + g^2 M, G^T; ...] diag(1, 1/s)
    template <typename Scalar, typename Result>
    void assemble(const Scalar g, Result &S) const
    {
      const auto n = M.rows(), m = B.rows();
      const Scalar g_2 = g * g;
      S.topLeftCorner(n, n) =
        scaling * (K.template cast<Scalar>() + g * D.template cast<Scalar>() +
                   g_2 * M.template cast<Scalar>());
      S.topRightCorner(n, m)   = G.transpose().template cast<Scalar>();
      S.bottomLeftCorner(m, n) = by_q.template cast<Scalar>() +
                                 g * by_v.template cast<Scalar>() +
                                 g_2 * by_a.template cast<Scalar>();
      S.bottomRightCorner(m, m) = C.template cast<Scalar>() / scaling;
    }

    /// Increments of all variables from the right-hand sides of
    ///   g x_q - x_v = row_q,  g x_v - x_a = row_v,
    ///   K x_q + D x_v + M x_a + G^T x_lambda = rhs,  likewise below.
    template <typename Vec, typename Scalar, typename Factorization>
    void solve(const Factorization &lu,
               const Scalar g,
               const Vec &given_row_q,
               const Vec &given_row_v,
               const Vec &given_rhs_q,
               const Vec &given_rhs_lambda,
               Vec &second,
               Vec &rhs,
               Vec &x,
               Vec &x_q,
               Vec &x_v,
               Vec &x_a,
               Vec &x_lambda) const
    {
      const auto n = M.rows(), m = B.rows();
      second      = g * given_row_q + given_row_v;
      rhs.head(n) = given_rhs_q;
      rhs.head(n).noalias() += D * given_row_q;
      rhs.head(n).noalias() += M * second;
      rhs.head(n) *= scaling;
      rhs.tail(m) = given_rhs_lambda;
      rhs.tail(m).noalias() += by_v * given_row_q;
      rhs.tail(m).noalias() += by_a * second;
      x        = lu.solve(rhs);
      x_q      = x.head(n);
      x_lambda = x.tail(m) / scaling;
      x_v      = g * x_q - given_row_q;
      x_a      = g * x_v - given_row_v;
    }
  };
} // namespace rivlin
