// SPDX-License-Identifier: Apache-2.0
// Solutions with a matrix that changes and factors that are renewed when it
// pays (doc/theory/linear_solvers.md).
#pragma once

#include <rivlin/dynamics/kept_factorization.h>
#include <rivlin/solvers/linear_solver.h>

#include <functional>
#include <mpi.h>

namespace rivlin
{
  /// Costs are counted in applications of the factors, never timed: the same
  /// run takes the same decisions. With the cost F of a factorization and c_i
  /// of the solutions with the i-th tangent that it served, the mean cost
  /// (F + c_1 + ... + c_n) / n falls while c_n is below it. Factors whose last
  /// tangent cost more than the mean are due to be replaced.
  bool is_refresh_due(const FactorizedPlace &place, double factorization_cost);

  /// Iterations of one solution after which a factorization would have been
  /// cheaper.
  int most_iterations(double factorization_cost);

  /// What is solved: all unknowns of a tangent, those of sleeves included.
  struct ChangingSystem
  {
    /// Factorize the matrix as it is assembled now.
    std::function<Evaluation()> factorize;
    /// Apply the inverse of the matrix that was factorized last.
    std::function<Evaluation(const Vector &b, Vector &x)> apply_factors;
    /// Multiply with the matrix as it is assembled now.
    std::function<void(const Vector &x, Vector &image)> multiply;
    /// Cost of a factorization over that of a solution.
    std::function<double()> factorization_cost;
    /// Of the unknowns in the norm that measures errors.
    Vector weights;
    MPI_Comm communicator;
  };

  class KeptFactors
  {
  public:
    KeptFactors(ChangingSystem system, LinearSolverRecord &record);

    /// A matrix was assembled at `place`: keep the factors at hand, or make
    /// new ones. `is_symmetric`: factors of this matrix solve exactly.
    Evaluation follow(FactorizedPlace place, bool is_symmetric);

    /// Let the error be at most about `accuracy` times the solution.
    /// Factors that do not serve are renewed on the way.
    Evaluation solve(const Vector &b, double accuracy, Vector &x);

    /// Whether the factors at hand are those of that place. Collective.
    bool are_of(const FactorizedPlace &place) const;
    const FactorizedPlace &place() const
    {
      return factorized;
    }
    /// Go on counting from there.
    void set_costs(const FactorizedPlace &from);
    /// No factors are at hand.
    void forget()
    {
      factorized = {};
    }
    long n_factorizations() const
    {
      return n_made;
    }

  private:
    Evaluation renew();
    Evaluation apply(const Vector &b, Vector &x);
    void spend(double applications);

    ChangingSystem system;
    LinearSolverRecord &record;
    FactorizedPlace here; ///< of the matrix
    FactorizedPlace factorized;
    bool is_symmetric = true;
    bool is_fresh     = false; ///< the factors are those of the matrix
    long n_made       = 0;
  };
} // namespace rivlin
