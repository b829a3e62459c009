// SPDX-License-Identifier: Apache-2.0
// What linear solvers offer whose factors outlive the matrix.
#pragma once

#include <rivlin/solvers/linear_solver.h>

#include <vector>

namespace rivlin
{
  /// A direct solver, besides LinearSolver.
  class FactorSolver
  {
  public:
    virtual ~FactorSolver() = default;

    /// Solve with several right-hand sides; the factors are read once.
    [[nodiscard]] virtual Evaluation solve_all(const std::vector<Vector> &rhs,
                                               std::vector<Vector> &x) = 0;

    /// Cost of a factorization over that of a solution, by counted operations;
    /// 0 if nothing can be factorized.
    virtual double factorization_cost() const = 0;
  };
} // namespace rivlin
