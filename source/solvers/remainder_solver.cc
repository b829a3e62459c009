// SPDX-License-Identifier: Apache-2.0
// deal.II's GMRES, preconditioned by the factorization.
#include <rivlin/solvers/remainder_solver.h>

#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/precondition.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/solver_gmres.h>

#include <string>

namespace rivlin
{
  namespace
  {
    using GmresVector = dealii::LinearAlgebra::distributed::Vector<double>;

    Eigen::Map<Vector> entries(GmresVector &v)
    {
      return {v.begin(), static_cast<Eigen::Index>(v.locally_owned_size())};
    }
    Eigen::Map<const Vector> entries(const GmresVector &v)
    {
      return {v.begin(), static_cast<Eigen::Index>(v.locally_owned_size())};
    }

    /// I + M^-1 S. What goes wrong in a solve with M is kept for the caller.
    struct PreconditionedMatrix
    {
      const std::function<Evaluation(const Vector &rhs, Vector &x)> &solve_M;
      const std::function<void(const Vector &x, Vector &image)> &apply_S;
      Evaluation &failure;

      void vmult(GmresVector &result, const GmresVector &x) const
      {
        Vector image, correction;
        apply_S(entries(x), image);
        if (Evaluation evaluation = solve_M(image, correction);
            !evaluation.valid)
          {
            failure    = evaluation;
            correction = Vector::Zero(image.size());
          }
        entries(result) = entries(x) + correction;
      }
    };
  } // namespace

  Evaluation solve_with_remainder(
    const std::function<Evaluation(const Vector &rhs, Vector &x)> &solve_M,
    const std::function<void(const Vector &x, Vector &image)> &apply_S,
    const Vector &b,
    Vector &x,
    MPI_Comm communicator)
  {
    constexpr int max_iterations = 100;
    if (Evaluation failure = solve_M(b, x); !failure.valid)
      return failure;
    GmresVector rhs, solution;
    rhs.reinit(x.size(), 0, communicator);
    solution.reinit(rhs);
    entries(rhs)      = x;
    entries(solution) = x;

    Evaluation failure;
    const PreconditionedMatrix matrix{solve_M, apply_S, failure};
    dealii::SolverControl control(max_iterations, 1e-12 * rhs.l2_norm());
    dealii::SolverGMRES<GmresVector> gmres(
      control,
      dealii::SolverGMRES<GmresVector>::AdditionalData(max_iterations + 2));
    try
      {
        gmres.solve(matrix, solution, rhs, dealii::PreconditionIdentity());
      }
    catch (const dealii::SolverControl::NoConvergence &stopped)
      {
        return {false,
                "The unsymmetric part of the load stiffness is too large: "
                "GMRES stopped after " +
                  number_text(stopped.last_step) +
                  " iterations with the residual " +
                  number_text(stopped.last_residual / rhs.l2_norm(), 3) +
                  " relative to the solution. Reduce the step size."};
      }
    x = entries(solution);
    return failure;
  }
} // namespace rivlin
