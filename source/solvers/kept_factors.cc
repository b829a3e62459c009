// SPDX-License-Identifier: Apache-2.0
// Factors at hand as preconditioner, and when they are replaced.
#include <rivlin/solvers/kept_factors.h>

#include <rivlin/base/number_text.h>
#include <rivlin/solvers/preconditioned_solver.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    bool is_same(const FactorizedPlace &a, const FactorizedPlace &b)
    {
      return a.exists == b.exists && a.time == b.time && a.q == b.q &&
             a.v == b.v && a.a == b.a && a.lambda == b.lambda &&
             a.increment == b.increment && a.weights.q == b.weights.q &&
             a.weights.v == b.weights.v && a.weights.a == b.weights.a;
    }
  } // namespace

  bool is_refresh_due(const FactorizedPlace &place,
                      const double factorization_cost)
  {
    return place.n_tangents > 0 && place.spent_last * place.n_tangents >
                                     factorization_cost + place.spent;
  }

  int most_iterations(const double factorization_cost)
  {
    return static_cast<int>(std::ceil(std::clamp(factorization_cost, 8., 60.)));
  }

  KeptFactors::KeptFactors(ChangingSystem changing_system,
                           LinearSolverRecord &solver_record)
    : system(std::move(changing_system))
    , record(solver_record)
  {}

  Evaluation KeptFactors::follow(FactorizedPlace place,
                                 const bool matrix_is_symmetric)
  {
    here         = std::move(place);
    is_symmetric = matrix_is_symmetric;
    if (!factorized.exists ||
        is_refresh_due(factorized, system.factorization_cost()))
      return renew();
    is_fresh = false;
    ++factorized.n_tangents;
    factorized.spent_last = 0;
    return {};
  }

  Evaluation
  KeptFactors::solve(const Vector &b, const double accuracy, Vector &x)
  {
    if (is_fresh && is_symmetric)
      return apply(b, x);
    const KrylovOutcome outcome = solve_preconditioned(
      {system.multiply, system.apply_factors, system.weights},
      b,
      accuracy,
      most_iterations(system.factorization_cost()),
      x,
      system.communicator);
    spend(1 + outcome.iterations);
    record.iterations += outcome.iterations;
    if (!outcome.evaluation.valid)
      return outcome.evaluation;
    if (outcome.converged)
      return {};
    if (is_fresh)
      return {false,
              "The unsymmetric part of the load stiffness is too large: GMRES "
              "stopped after " +
                number_text(outcome.iterations) +
                " iterations. Reduce the step size."};
    if (Evaluation failure = renew(); !failure.valid)
      return failure;
    return solve(b, accuracy, x);
  }

  bool KeptFactors::are_of(const FactorizedPlace &place) const
  {
    return dealii::Utilities::MPI::min(is_same(place, factorized) ? 1 : 0,
                                       system.communicator) == 1;
  }

  void KeptFactors::set_costs(const FactorizedPlace &from)
  {
    factorized.n_tangents = from.n_tangents;
    factorized.spent      = from.spent;
    factorized.spent_last = from.spent_last;
  }

  Evaluation KeptFactors::renew()
  {
    ++n_made;
    factorized.exists = false;
    if (Evaluation failure = system.factorize(); !failure.valid)
      return failure;
    factorized            = here;
    factorized.exists     = true;
    factorized.n_tangents = 1;
    factorized.spent = factorized.spent_last = 0;
    is_fresh                                 = true;
    return {};
  }

  Evaluation KeptFactors::apply(const Vector &b, Vector &x)
  {
    spend(1);
    return system.apply_factors(b, x);
  }

  void KeptFactors::spend(const double applications)
  {
    factorized.spent += applications;
    factorized.spent_last += applications;
  }
} // namespace rivlin
