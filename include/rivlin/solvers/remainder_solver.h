// SPDX-License-Identifier: Apache-2.0
// Linear systems with a matrix that is symmetric up to a small part.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

#include <functional>
#include <mpi.h>

namespace rivlin
{
  /// Solve (M + S) x = b with a factorization of M alone: GMRES for
  /// (I + M^-1 S) x = M^-1 b. S of low rank or size, so that a few solves with
  /// M do. Vectors hold the owned unknowns. Invalid if it does not converge.
  [[nodiscard]] Evaluation solve_with_remainder(
    const std::function<Evaluation(const Vector &rhs, Vector &x)> &solve_M,
    const std::function<void(const Vector &x, Vector &image)> &apply_S,
    const Vector &b,
    Vector &x,
    MPI_Comm communicator);
} // namespace rivlin
