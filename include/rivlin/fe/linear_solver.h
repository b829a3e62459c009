// SPDX-License-Identifier: Apache-2.0
// Linear solvers for the symmetric indefinite matrices of the model.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/fe/subassembled_matrix.h>

#include <memory>
#include <mpi.h>

namespace rivlin
{
  enum class LinearSolverKind
  {
    mumps, ///< LDL^T, multifrontal, distributed
    klu    ///< LU on one process through Trilinos/Amesos; a fallback
  };

  /// Solver for one sparsity pattern. Vectors hold the owned unknowns in the
  /// order of the linear system.
  class LinearSolver
  {
  public:
    virtual ~LinearSolver() = default;

    /// Factorize; invalid if the matrix is singular or memory does not suffice.
    [[nodiscard]] virtual Evaluation
    factorize(const SubassembledMatrix &matrix) = 0;

    /// Solve with the last factorization.
    [[nodiscard]] virtual Evaluation solve(const Vector &rhs,
                                           Vector &x) const = 0;
  };

  /// Pivot order that keeps the factors small: position of each unknown, on
  /// rank 0 (empty elsewhere). METIS' nested dissection of the graph of nodes:
  /// the displacements and the pressure of a node stay together, displacements
  /// first, so that a pressure without compliance (1/kappa = 0) finds a nonzero
  /// pivot when its turn comes.
  template <int dim>
  std::vector<int> nested_dissection(const Discretization<dim> &discretization,
                                     const Unknowns &unknowns);

  /// `ordering` as made by nested_dissection; KLU ignores it.
  std::unique_ptr<LinearSolver>
  make_linear_solver(LinearSolverKind kind,
                     const SubassembledMatrix &matrix,
                     const Unknowns &unknowns,
                     const std::vector<int> &ordering,
                     MPI_Comm communicator);
} // namespace rivlin
