// SPDX-License-Identifier: Apache-2.0
// How the motion of supports is carried into the body: the modes Psi of
// u = Psi (rho, g) + V q.
#pragma once

#include <rivlin/offline/body_matrices.h>
#include <rivlin/offline/snapshot_source.h>
#include <rivlin/offline/spd_solver.h>

#include <string>
#include <vector>

namespace rivlin
{
  enum class LiftingKind
  {
    /// Static extension by a compressible linear elastic body. Compressible
    /// because the data of R - I alone has a net flux through the surface,
    /// which no incompressible field could carry.
    elastic,
    /// Nothing but the sleeve itself moves: the identity columns of thesis 6.4,
    /// case 1. All else is left to V.
    surface
  };

  /// Number of coordinates rho: per moving sleeve its translation x (dim) and
  /// R - I row by row (dim^2).
  int n_rho(const DiscreteBody &body);
  /// Names of the channels of supports that prescribe displacements: their
  /// values are the coordinates g, which follow rho.
  std::vector<std::string> prescribed_channels(const DiscreteBody &body);
  /// Number of coordinates (rho, g).
  int n_lifted(const DiscreteBody &body);

  /// Psi: all displacement unknowns x n_lifted. On a sleeve's surface
  /// u = x + A (X - centre) with A the matrix of R - I, exactly and at any
  /// angle because this is linear in (x, A); on prescribed surfaces the fields
  /// of their channels; zero on all other supports.
  Matrix lifting_modes(const DiscreteBody &body,
                       LiftingKind kind     = LiftingKind::elastic,
                       double poisson_ratio = 0.3,
                       SpdMethod method     = SpdMethod::automatic);

  /// The coordinates rho of poses as SnapshotField::pose stores them: columns
  /// with x and R - I row by row in three dimensions for each support of the
  /// body. Error if the number of rows is another.
  Matrix sleeve_coordinates(const DiscreteBody &body, const Matrix &poses);

  /// (rho, g) of the snapshots first, first + 1, ... of a source. Error if it
  /// has other supports or channels than the body.
  Matrix lifted_coordinates(const DiscreteBody &body,
                            const SnapshotSource &source,
                            int first,
                            int n_snapshots);
} // namespace rivlin
