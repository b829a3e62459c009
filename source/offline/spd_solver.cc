// SPDX-License-Identifier: Apache-2.0
// The direct and the iterative solver behind one door.
#include <rivlin/offline/spd_solver.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// The symbolic analysis knows the columns of L, which Eigen does not show.
    struct Factorization : Eigen::SimplicialLDLT<SparseMatrix>
    {
      double n_flops() const
      {
        return m_nonZerosPerCol.cast<double>().squaredNorm();
      }
    };

    using ConjugateGradients =
      Eigen::ConjugateGradient<SparseMatrix,
                               Eigen::Lower | Eigen::Upper,
                               Eigen::IncompleteCholesky<double>>;

    [[noreturn]] void refuse()
    {
      throw Error(
        "The stiffness matrix of the free unknowns is not positive "
        "definite: part of the body can move freely or its material "
        "is unstable. Support the body, or check its materials.");
    }
  } // namespace

  struct SpdSolver::Implementation
  {
    SparseMatrix matrix; ///< conjugate gradients keep a reference
    Factorization direct;
    ConjugateGradients iterative;
    bool is_direct = true;
  };



  SpdSolver::SpdSolver(const SparseMatrix &matrix,
                       SpdMethod method,
                       double relative_tolerance)
    : implementation(std::make_unique<Implementation>())
  {
    assert(matrix.rows() == matrix.cols());
    Implementation &own = *implementation;
    own.is_direct       = method != SpdMethod::iterative;
    if (own.is_direct)
      {
        own.direct.analyzePattern(matrix);
        own.is_direct = method == SpdMethod::direct ||
                        own.direct.n_flops() <= direct_flop_limit;
      }
    if (own.is_direct)
      {
        own.direct.factorize(matrix);
        if (own.direct.info() != Eigen::Success ||
            (matrix.rows() > 0 && !(own.direct.vectorD().minCoeff() > 0)))
          refuse();
        return;
      }
    for (int i = 0; i < matrix.rows(); ++i)
      if (!(matrix.coeff(i, i) > 0))
        refuse();
    own.matrix = matrix;
    own.iterative.setTolerance(relative_tolerance);
    own.iterative.setMaxIterations(
      std::max<Eigen::Index>(1000, 20 * std::sqrt(matrix.rows())));
    own.iterative.compute(own.matrix);
    if (own.iterative.info() != Eigen::Success)
      refuse();
  }



  SpdSolver::~SpdSolver() = default;

  SpdSolver::SpdSolver(SpdSolver &&) noexcept = default;



  bool SpdSolver::is_direct() const
  {
    return implementation->is_direct;
  }



  Matrix SpdSolver::solve(const Matrix &right_hand_sides) const
  {
    const Implementation &own = *implementation;
    if (own.is_direct)
      return own.direct.solve(right_hand_sides);
    Matrix solution(right_hand_sides.rows(), right_hand_sides.cols());
    for (Eigen::Index k = 0; k < right_hand_sides.cols(); ++k)
      {
        solution.col(k) = own.iterative.solve(right_hand_sides.col(k));
        if (own.iterative.info() != Eigen::Success)
          throw ComputationFailed("Conjugate gradients stopped after " +
                                  number_text(own.iterative.iterations()) +
                                  " iterations with the relative residual " +
                                  number_text(own.iterative.error()) +
                                  ". The mesh may have badly shaped cells.");
      }
    return solution;
  }
} // namespace rivlin
