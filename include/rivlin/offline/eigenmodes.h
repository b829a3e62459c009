// SPDX-License-Identifier: Apache-2.0
// Lowest eigenmodes of a body whose supports do not move, at any preload.
#pragma once

#include <rivlin/offline/body_matrices.h>

namespace rivlin
{
  struct Eigenmodes
  {
    /// omega^2, growing; negative where the preloaded body is unstable.
    Vector squared_frequencies;
    /// Mass-orthonormal; right to about 1e-6 of their size.
    Matrix modes;
  };

  /// The `count` eigenvalues of least magnitude of
  ///   K x + B^T p = omega^2 M x,   B x - C p = 0
  /// by subspace iteration (Bathe, Finite Element Procedures, Section 11.6). B
  /// and C without rows (else C stores its diagonal): K x = omega^2 M x. Where
  /// C is zero (incompressible) a compliance 1e-8 times what the displacements
  /// have is added, which changes omega^2 by about as much. Error if there are
  /// not so many modes or M is zero for some of them; ComputationFailed if the
  /// iteration does not settle.
  Eigenmodes lowest_eigenmodes(const SparseMatrix &K,
                               const SparseMatrix &M,
                               const SparseMatrix &B,
                               const SparseMatrix &C,
                               int count);

  /// Fixed-interface modes: all supports held, linearized about the state
  /// (u, p). Rows are all displacements, zero on supports.
  Eigenmodes fixed_interface_modes(const DiscreteBody &body,
                                   const Vector &u,
                                   const Vector &p,
                                   int count);
} // namespace rivlin
