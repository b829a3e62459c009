// SPDX-License-Identifier: Apache-2.0
// deal.II's GMRES in weighted unknowns.
#include <rivlin/solvers/preconditioned_solver.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/precondition.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/solver_gmres.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    using KrylovVector = dealii::LinearAlgebra::distributed::Vector<double>;

    Eigen::Map<Vector> numbers(KrylovVector &v)
    {
      return {v.begin(), static_cast<Eigen::Index>(v.locally_owned_size())};
    }
    Eigen::Map<const Vector> numbers(const KrylovVector &v)
    {
      return {v.begin(), static_cast<Eigen::Index>(v.locally_owned_size())};
    }

    /// W P A W^-1. What goes wrong in P is kept for the caller.
    struct WeightedMatrix
    {
      const PreconditionedSystem &system;
      Evaluation &failure;

      void vmult(KrylovVector &result, const KrylovVector &y) const
      {
        Vector image, x;
        system.multiply(numbers(y).cwiseQuotient(system.weights), image);
        if (Evaluation evaluation = system.precondition(image, x);
            !evaluation.valid)
          {
            failure = evaluation;
            x       = Vector::Zero(image.size());
          }
        numbers(result) = x.cwiseProduct(system.weights);
      }
    };
  } // namespace

  KrylovOutcome solve_preconditioned(const PreconditionedSystem &system,
                                     const Vector &b,
                                     const double accuracy,
                                     const int max_iterations,
                                     Vector &x,
                                     MPI_Comm communicator)
  {
    KrylovOutcome outcome;
    outcome.evaluation = system.precondition(b, x);
    if (!outcome.evaluation.valid)
      return outcome;
    KrylovVector rhs, solution;
    rhs.reinit(x.size(), 0, communicator);
    solution.reinit(rhs);
    numbers(rhs) = x.cwiseProduct(system.weights);
    // GMRES multiplies with the first guess whatever it is: let it be a good
    // one.
    solution          = rhs;
    const double size = rhs.l2_norm();
    if (size == 0 || !std::isfinite(size))
      {
        outcome.converged = size == 0;
        return outcome;
      }
    dealii::SolverControl control(max_iterations, accuracy * size);
    dealii::SolverGMRES<KrylovVector> gmres(
      control,
      dealii::SolverGMRES<KrylovVector>::AdditionalData(max_iterations + 2));
    try
      {
        gmres.solve(WeightedMatrix{system, outcome.evaluation},
                    solution,
                    rhs,
                    dealii::PreconditionIdentity());
        outcome.converged = true;
      }
    catch (const dealii::SolverControl::NoConvergence &)
      {}
    outcome.iterations = static_cast<int>(control.last_step()) + 1;
    x                  = numbers(solution).cwiseQuotient(system.weights);
    return outcome;
  }
} // namespace rivlin
