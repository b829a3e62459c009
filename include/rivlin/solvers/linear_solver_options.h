// SPDX-License-Identifier: Apache-2.0
// Which linear solver, and how accurate.
#pragma once

#include <string>

namespace rivlin
{
  enum class LinearSolverKind
  {
    automatic, ///< MUMPS or iterative, by size and memory
    mumps,     ///< LDL^T, multifrontal, distributed
    klu,       ///< LU on one process through Trilinos/Amesos; a fallback
    iterative  ///< FGMRES with multigrid, distributed
  };

  struct LinearSolverOptions
  {
    LinearSolverKind kind = LinearSolverKind::mumps;
    /// Iterative: bound of the residual relative to the right-hand side, both
    /// scaled by the diagonal; and the most iterations per solve.
    double tolerance   = 1e-6;
    int max_iterations = 300;
  };

  /// Name as in parameter files.
  std::string to_string(LinearSolverKind kind);
} // namespace rivlin
