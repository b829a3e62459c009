// SPDX-License-Identifier: Apache-2.0
// The bases of a reduced body: u = Psi rho + V q and p = L phat.
#pragma once

#include <rivlin/offline/pod.h>
#include <rivlin/solid/discrete_body.h>

#include <string>
#include <vector>

namespace rivlin
{
  enum class DisplacementProduct
  {
    /// K_0 + omega^2 M: rest stiffness without the volumetric part.
    energy,
    mass,
    euclidean
  };

  /// The defaults are those of the reduced models. Thesis Definition 6.3.9 (POD
  /// for second-order systems: snapshots of q alone, the same basis for q, its
  /// velocity and its acceleration, U^T U = I) is the euclidean product without
  /// mass_orthonormal and, as there, LiftingKind::surface.
  struct DisplacementBasisOptions
  {
    PodOptions pod;
    DisplacementProduct product = DisplacementProduct::energy;
    double frequency            = 0; ///< omega of the energy product [1/time]
    /// tau: the POD is that of u - Psi rho and tau (u' - Psi rho'), so that
    /// velocities count too; 0: displacements alone.
    double velocity_time  = 0;
    bool mass_orthonormal = true;
    /// u - Psi (rho, g) of a state that is subtracted from all displacements,
    /// over all unknowns; empty: none.
    Vector offset = {};
  };

  /// Modes are zero on all supports.
  struct DisplacementBasis
  {
    Matrix modes;              ///< V: all displacement unknowns x n
    Vector singular_values;    ///< of u - Psi rho in the product
    double relative_error = 0; ///< of the snapshots, in the product
  };

  /// POD of u - Psi rho over the free unknowns, with velocities if asked for.
  DisplacementBasis
  displacement_basis(const DiscreteBody &body,
                     const Matrix &lifting,
                     const std::vector<const SnapshotSource *> &sources,
                     const DisplacementBasisOptions &options);

  /// For PodOptions::preprocess: subtracts Psi rho from snapshots of the free
  /// displacements. The body must live longer.
  SnapshotPreprocess subtract_lifting(const DiscreteBody &body,
                                      const Matrix &lifting);

  /// Approach (c) of thesis Section 6.3: POD of the pressures on their own, in
  /// L2. Error if the body has no pressures. L = pod.modes.
  Pod pressure_basis(const DiscreteBody &body,
                     const std::vector<const SnapshotSource *> &sources,
                     const PodOptions &options);

  /// Approach (b): all pressures are kept, L = I. For comparison: with fewer
  /// displacement modes than pressures it locks.
  Matrix all_pressures(const DiscreteBody &body);

  /// Columns of all parts, orthonormal in the product and in this order; what
  /// the parts before span already is left out (less than relative_tolerance of
  /// a column is new). Never squares the condition number.
  Matrix join_bases(const std::vector<Matrix> &parts,
                    const InnerProduct &product,
                    double relative_tolerance = 1e-8);

  /// V made orthonormal in the mass of the body: V^T M V = I. Error if part of
  /// the body has no mass.
  Matrix mass_orthonormal(const DiscreteBody &body,
                          const std::vector<Matrix> &parts);
} // namespace rivlin
