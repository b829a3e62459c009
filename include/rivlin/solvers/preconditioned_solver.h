// SPDX-License-Identifier: Apache-2.0
// Linear systems with an old factorization as preconditioner.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

#include <functional>
#include <mpi.h>

namespace rivlin
{
  struct PreconditionedSystem
  {
    /// image = A x.
    std::function<void(const Vector &x, Vector &image)> multiply;
    /// x = P b with P close to the inverse of A, always the same linear map.
    std::function<Evaluation(const Vector &b, Vector &x)> precondition;
    /// Weights of the unknowns in the norm that measures errors. Not empty
    /// where the rank owns unknowns.
    Vector weights;
  };

  struct KrylovOutcome
  {
    Evaluation evaluation; ///< of the preconditioner
    bool converged = false;
    /// One product and one preconditioner each, besides P b.
    int iterations = 0;
  };

  /// GMRES for P A x = P b (Saad and Schultz, SIAM J. Sci. Stat. Comput.
  /// 1986): since P A is close to one, the residual P (b - A x), which is
  /// reduced to `accuracy` times P b, is nearly the error of x. Vectors hold
  /// the owned unknowns.
  [[nodiscard]] KrylovOutcome
  solve_preconditioned(const PreconditionedSystem &system,
                       const Vector &b,
                       double accuracy,
                       int max_iterations,
                       Vector &x,
                       MPI_Comm communicator);
} // namespace rivlin
