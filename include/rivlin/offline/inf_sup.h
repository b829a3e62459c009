// SPDX-License-Identifier: Apache-2.0
// Whether reduced displacements and pressures fit each other: inf-sup value and
// supremizers.
#pragma once

#include <rivlin/offline/orthonormalize.h>
#include <rivlin/offline/spd_solver.h>

namespace rivlin
{
  /// The matrices of the constraint at a state: coupling at any displacement,
  /// energy and L2 product of the undeformed body.
  struct ConstraintMatrices
  {
    std::vector<int> free;      ///< displacement unknowns that may move
    SparseMatrix coupling;      ///< B: pressures x free displacements
    SparseMatrix energy;        ///< K_0 of the free displacements
    SparseMatrix pressure_mass; ///< L2 product
  };

  /// u = 0 is the undeformed state.
  ConstraintMatrices constraint_matrices(const DiscreteBody &body,
                                         const Vector &u);

  /// Pressures that no free displacement sees, B^T l = 0: the constant one if
  /// supports cover the whole surface of the body (a plane ring between two
  /// sleeves), else none. One or no column.
  Matrix unseen_pressures(const ConstraintMatrices &matrices);

  /// The inf-sup value of the reduced pair (V, L),
  ///   beta = min_{l in L} max_{v in V} l^T B v / (|v|_K0 |l|_L2),
  /// unseen pressures left out, which are no matter of V. Zero: some pressure
  /// mode has no displacement to act on, and the reduced body locks.
  struct InfSup
  {
    double value = 0;
    /// All singular values of B between the bases, falling; zeros appended if
    /// there are more pressures than displacements.
    Vector singular_values;
  };

  /// V has a row for every displacement of the body, L for every pressure; they
  /// need not be orthonormal.
  InfSup
  inf_sup(const ConstraintMatrices &matrices, const Matrix &V, const Matrix &L);

  /// The largest m for which the first m pressure modes have at least
  /// `fraction` of the inf-sup value of the first mode alone: as many
  /// pressures as V carries without locking. The value falls with m. At least
  /// 1 if L is not empty.
  int stable_pressure_count(const ConstraintMatrices &matrices,
                            const Matrix &V,
                            const Matrix &L,
                            double fraction = 0.5);

  /// For each column l of L the displacement s with K_0 s = B^T l, for which
  /// l^T B v / |v|_K0 is largest; all displacements x L.cols(), zero on
  /// supports. Added to V they give (V, L) the inf-sup value of L with all
  /// displacements (Ballarin et al., Int. J. Numer. Meth. Engng 102, 2015).
  /// `solver` is that of matrices.energy.
  Matrix supremizers(const ConstraintMatrices &matrices,
                     const SpdSolver &solver,
                     const Matrix &L,
                     int n_displacements);
} // namespace rivlin
