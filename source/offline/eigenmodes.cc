// SPDX-License-Identifier: Apache-2.0
// Subspace iteration with one factorization.
#include <rivlin/offline/eigenmodes.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/orthonormalize.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <random>

namespace rivlin
{
  namespace
  {
    /// [[K, B^T], [B, -C]], quasi-definite for a stable state, so that L D L^T
    /// exists in any order of elimination.
    SparseMatrix saddle_matrix(const SparseMatrix &K,
                               const SparseMatrix &B,
                               const SparseMatrix &C)
    {
      const int n = static_cast<int>(K.rows()), m = static_cast<int>(B.rows());
      assert(C.nonZeros() >= m);         // its diagonal at least
      Vector softness = Vector::Zero(m); // diagonal of B diag(K)^-1 B^T
      SparseMatrix A(n + m, n + m);
      A.reserve(K.nonZeros() + 2 * B.nonZeros() + C.nonZeros() + m);
      for (int j = 0; j < n; ++j)
        {
          A.startVec(j);
          for (SparseMatrix::InnerIterator it(K, j); it; ++it)
            A.insertBack(it.row(), j) = it.value();
          for (SparseMatrix::InnerIterator it(B, j); it; ++it)
            {
              A.insertBack(n + it.row(), j) = it.value();
              softness[it.row()] +=
                it.value() * it.value() / std::abs(K.coeff(j, j));
            }
        }
      const SparseMatrix Bt = B.transpose();
      for (int j = 0; j < m; ++j)
        {
          A.startVec(n + j);
          for (SparseMatrix::InnerIterator it(Bt, j); it; ++it)
            A.insertBack(it.row(), n + j) = it.value();
          for (SparseMatrix::InnerIterator it(C, j); it; ++it)
            A.insertBack(n + it.row(), n + j) =
              it.row() == j ? -std::max(it.value(), 1e-8 * softness[j])
                            : -it.value();
        }
      A.finalize();
      return A;
    }
  } // namespace



  Eigenmodes lowest_eigenmodes(const SparseMatrix &K,
                               const SparseMatrix &M,
                               const SparseMatrix &B,
                               const SparseMatrix &C,
                               int count)
  {
    const int n = static_cast<int>(K.rows()), m = static_cast<int>(B.rows());
    if (count < 1 || count > n)
      throw Error(number_text(count) + " eigenmodes were asked for, but " +
                  number_text(n) +
                  " unknowns are free. Ask for at least one and not more.");
    Eigen::SimplicialLDLT<SparseMatrix> factorization(saddle_matrix(K, B, C));
    if (factorization.info() != Eigen::Success)
      throw Error(
        "The tangent of the body cannot be factorized: the state is "
        "at a point of instability. Choose another preload.");
    // More vectors than modes: convergence like (omega_count/omega_size)^2.
    const int size = std::min({2 * count, count + 8, n});
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    Matrix X(n, size);
    for (Eigen::Index j = 0; j < X.cols(); ++j)
      for (Eigen::Index i = 0; i < n; ++i)
        X(i, j) = normal(random);
    const InnerProduct mass(M);
    Eigenmodes result;
    Vector old                = Vector::Zero(size);
    const int iteration_limit = 500;
    double change             = 0;
    for (int iteration = 0; iteration < iteration_limit; ++iteration)
      {
        X = orthonormalize(X, mass, 1e-12).Q;
        if (X.cols() < count)
          throw Error("Only " + number_text(X.cols()) +
                      " eigenmodes were found of " + number_text(count) +
                      ": the constraint and the mass leave no more. Ask for "
                      "fewer.");
        Matrix load     = Matrix::Zero(n + m, X.cols());
        load.topRows(n) = M * X;
        const Matrix Y  = factorization.solve(load).topRows(n);
        // X^T M S M X has the eigenvalues 1/omega^2 (Ritz values).
        const Matrix inverse = load.topRows(n).transpose() * Y;
        const Eigen::SelfAdjointEigenSolver<Matrix> ritz(
          0.5 * (inverse + inverse.transpose()));
        // Largest magnitude of 1/omega^2 first.
        std::vector<int> order(X.cols());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int a, int b) {
          return std::abs(ritz.eigenvalues()[a]) >
                 std::abs(ritz.eigenvalues()[b]);
        });
        Vector values(X.cols());
        Matrix turn(X.cols(), X.cols());
        for (Eigen::Index k = 0; k < X.cols(); ++k)
          {
            values[k]   = ritz.eigenvalues()[order[k]];
            turn.col(k) = ritz.eigenvectors().col(order[k]);
          }
        change = ((values - old.head(X.cols())).head(count).array() /
                  values.head(count).array())
                   .abs()
                   .maxCoeff();
        old.head(X.cols()) = values;
        // Ritz values err by the square of the error of the modes.
        if (change < 1e-12)
          {
            result.squared_frequencies = values.head(count).cwiseInverse();
            result.modes = orthonormalize(Y * turn.leftCols(count), mass).Q;
            return result;
          }
        X = Y * turn;
      }
    throw ComputationFailed(
      "The subspace iteration for " + number_text(count) +
      " eigenmodes stopped after " + number_text(iteration_limit) +
      " iterations; the last one changed a frequency by " +
      number_text(change) + ". Ask for another number of modes.");
  }



  Eigenmodes fixed_interface_modes(const DiscreteBody &body,
                                   const Vector &u,
                                   const Vector &p,
                                   int count)
  {
    const BodyResponse response =
      evaluate_body(body, u, p, Need::residual_and_tangent);
    if (!response.valid)
      throw Error(
        "The preload of the eigenmodes turns a cell inside out. "
        "Choose a smaller one.");
    const std::vector<int> &free = body.free_displacements;
    std::vector<int> pressures(body.n_pressures);
    std::iota(pressures.begin(), pressures.end(), 0);
    Eigenmodes result =
      lowest_eigenmodes(submatrix(response.stiffness, free, free),
                        submatrix(mass_matrix(body), free, free),
                        submatrix(response.coupling, pressures, free),
                        response.compliance,
                        count);
    result.modes = scatter_rows(result.modes, free, body.n_displacements());
    return result;
  }
} // namespace rivlin
