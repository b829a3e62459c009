// SPDX-License-Identifier: Apache-2.0
// The projected force without hyper-reduction at many states: the truth that
// all force models are trained on and measured against.
#pragma once

#include <rivlin/solid/discrete_body.h>

#include <vector>

namespace rivlin
{
  /// Columns are states. A mixed body answers with its isochoric part.
  struct ReducedResponses
  {
    Vector energies;
    Matrix forces;   ///< modes^T f(modes r); empty if not needed
    Matrix tangents; ///< N^2 rows, K column by column; empty if not needed
    Vector smallest_J;
    /// False where a point is inverted: the rest means nothing there.
    std::vector<bool> valid;
  };

  /// At u = modes r for each column r of `states`, by the element kernel of the
  /// full model and cell by cell: no array grows with the number of points.
  /// Error if sizes do not fit.
  ReducedResponses galerkin_responses(const DiscreteBody &body,
                                      const Matrix &modes,
                                      const Matrix &states,
                                      Need need);

  /// The columns of `states` at which no point is inverted, in their order.
  /// Projected snapshots of large deformations may have some.
  std::vector<int> usable_states(const DiscreteBody &body,
                                 const Matrix &modes,
                                 const Matrix &states);

  /// Error naming the first state that inverts a point and what to do.
  void require_valid(const ReducedResponses &responses);

  /// int mu with the initial shear moduli: the size of the energy of strains of
  /// one, to tell forces from roundoff.
  double unit_strain_energy(const DiscreteBody &body);

  /// Lengths of coordinates that do not depend on the units of rho and q or on
  /// the scaling of the modes: |r|^2 = r^T K r with the stiffness K of the
  /// undeformed state (isochoric in the mixed form), twice the energy of the
  /// small deformation r.
  struct EnergyMetric
  {
    Matrix root;      ///< S with S^T S = K: the length of r is |S r|
    Matrix dual;      ///< S^-T: the length of a force f is |dual f|
    Matrix stiffness; ///< K
  };

  /// Directions without stiffness (rigid motions of a body with two free
  /// sleeves) get the fraction `floor` of the largest stiffness, after all
  /// coordinates have been scaled to stiffness one; so do zero columns, entries
  /// of R - I that a flat sleeve does not feel. Error if another column deforms
  /// nothing.
  EnergyMetric energy_metric(const DiscreteBody &body,
                             const Matrix &modes,
                             double floor = 1e-10);
} // namespace rivlin
