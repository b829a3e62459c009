// SPDX-License-Identifier: Apache-2.0
// Linear solvers for the symmetric indefinite matrices of the model.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/solvers/linear_solver_options.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <functional>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

namespace rivlin
{
  /// What iterative solvers did.
  struct LinearSolverRecord
  {
    long iterations = 0;              ///< of FGMRES, over all solves
    long retries    = 0;              ///< matrices handed to the direct solver
    std::vector<std::string> notices; ///< not yet told to the user
  };

  /// Which part rules the displacement block of a matrix.
  enum class Dominance
  {
    stiffness,
    mass
  };

  /// What a solution is for: a correction in Newton's method, whose error the
  /// next iteration removes, or a result that stays as it is.
  enum class Accuracy
  {
    correction,
    result
  };

  /// Solver for one sparsity pattern. Vectors hold the owned unknowns in the
  /// order of the linear system.
  class LinearSolver
  {
  public:
    virtual ~LinearSolver() = default;

    /// Factorize, or set up the preconditioner; invalid if the matrix is
    /// singular or memory does not suffice. The matrix must stay as it is
    /// until the next call.
    [[nodiscard]] virtual Evaluation factorize(const SubassembledMatrix &matrix,
                                               Dominance dominance) = 0;

    /// Solve with the last factorization.
    [[nodiscard]] virtual Evaluation
    solve(const Vector &rhs, Vector &x, Accuracy accuracy) = 0;

    /// What the next factorization would occupy at most per rank [byte]; 0 if
    /// not known.
    virtual double memory_estimate() const
    {
      return 0;
    }
  };

  /// Pivot order that keeps the factors small: position of each unknown, on
  /// rank 0 (empty elsewhere). METIS' nested dissection of the graph of nodes:
  /// the displacements and the pressure of a node stay together, displacements
  /// first, so that a pressure without compliance (1/kappa = 0) finds a nonzero
  /// pivot when its turn comes.
  template <int dim>
  std::vector<int> nested_dissection(const Discretization<dim> &discretization,
                                     const Unknowns &unknowns);

  /// MUMPS or KLU; `ordering` as made by nested_dissection, KLU ignores it.
  std::unique_ptr<LinearSolver>
  make_direct_solver(LinearSolverKind kind,
                     const SubassembledMatrix &matrix,
                     const Unknowns &unknowns,
                     const std::vector<int> &ordering,
                     MPI_Comm communicator);

  /// FGMRES with the preconditioner of doc/theory/linear_solvers.md. One
  /// material per cell; the record must live longer.
  template <int dim>
  std::unique_ptr<LinearSolver>
  make_iterative_solver(const LinearSolverOptions &options,
                        const SubassembledMatrix &matrix,
                        const Discretization<dim> &discretization,
                        const Unknowns &unknowns,
                        const std::vector<const Material *> &materials,
                        LinearSolverRecord &record);

  /// `first`, and where it fails the direct solver, if its estimate of memory
  /// fits into what is free. The direct solver is made when it is needed first.
  std::unique_ptr<LinearSolver> make_retrying_solver(
    std::unique_ptr<LinearSolver> first,
    std::function<std::unique_ptr<LinearSolver>()> make_direct,
    MPI_Comm communicator,
    LinearSolverRecord &record);

  /// The solver that `options` asks for; not for the kind `automatic`.
  template <int dim>
  std::unique_ptr<LinearSolver>
  make_linear_solver(const LinearSolverOptions &options,
                     const SubassembledMatrix &matrix,
                     const Discretization<dim> &discretization,
                     const Unknowns &unknowns,
                     const std::vector<const Material *> &materials,
                     LinearSolverRecord &record);

  /// Solutions with each matrix.
  struct Workload
  {
    int corrections = 2; ///< Accuracy::correction: increment and its judge
    int results     = 0; ///< Accuracy::result: stages, columns of free sleeves
  };

  /// What `automatic` stands for: the iterative solver from the size on where
  /// it is faster, and where the factors would not fit into the memory.
  LinearSolverKind choose_linear_solver(int dim,
                                        int n_unknowns,
                                        const Workload &workload,
                                        MPI_Comm communicator);

  /// Memory of this machine that is free now, divided among its ranks; the
  /// smallest over all ranks [byte]. Collective.
  double available_memory_per_rank(MPI_Comm communicator);
} // namespace rivlin
