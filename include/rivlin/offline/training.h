// SPDX-License-Identifier: Apache-2.0
// From a body and its snapshots to a reduced model: the steps of a training.
#pragma once

#include <rivlin/offline/lifting.h>
#include <rivlin/offline/reduced_basis.h>
#include <rivlin/online/reduced_model_data.h>

#include <utility>

namespace rivlin
{
  struct BasisOptions
  {
    PodSize modes               = {PodSize::By::count, 40};
    PodMethod method            = PodMethod::snapshots;
    DisplacementProduct product = DisplacementProduct::energy;
    LiftingKind lifting         = LiftingKind::elastic;
    double velocity_time = 0; ///< DisplacementBasisOptions::velocity_time
    int n_eigenmodes     = 0; ///< fixed-interface modes of the undeformed body
    /// Pressure modes; 0: as many as keep the inf-sup value, -1: all
    /// pressures (thesis, approach (b); it locks), -2: as many as the
    /// snapshots have, but not more than displacement modes, for leading().
    int n_pressures  = 0;
    bool supremizers = false;
  };

  /// A state of the body in which a model begins, and its (rho, g).
  struct BodyStart
  {
    Vector lifted;
    Vector u; ///< all displacements
    Vector p;
  };

  /// u = [Psi V] (rho, g, q), p = L phat. Modal coordinates are lengths: V^T M
  /// V is the mass of the body times the identity, so that |q| is the root mean
  /// square displacement.
  struct ReducedBases
  {
    Matrix modes; ///< [Psi V]: n_displacements x N
    Matrix pressures;
    int n_lifted = 0; ///< columns of Psi
    /// Modes and pressures in front that carry a start: 0 or 1. The singular
    /// values are those of the differences from it.
    int n_start_modes     = 0;
    int n_start_pressures = 0;
    Vector displacement_singular_values;
    Vector pressure_singular_values;
    double displacement_error = 0; ///< what the modes miss of the snapshots
    double pressure_error     = 0;
    double inf_sup            = 0; ///< of (V, L) at the undeformed state
    /// Of V alone with the first pressure mode: inf_sup far below it tells that
    /// the model is close to locking.
    double inf_sup_of_one = 0;
  };

  /// With a start, the first mode and the first pressure are what it has
  /// besides the lifting, so that the bases have it exactly, however few modes
  /// there are; the others come from the differences of the snapshots from it.
  /// Throws Error for whatever the snapshots cannot give.
  ReducedBases train_bases(const DiscreteBody &body,
                           const std::vector<const SnapshotSource *> &sources,
                           const BasisOptions &options,
                           const BodyStart *start = nullptr);

  /// The first modes and pressures of bases without supremizers: what a
  /// training with these numbers gives. `inf_sup` is that of the larger bases;
  /// see set_inf_sup.
  ReducedBases leading(const ReducedBases &bases, int n_modes, int n_pressures);
  void set_inf_sup(const DiscreteBody &body, ReducedBases &bases);

  /// Coordinates (r, p) of a start, as project_snapshots() has them.
  std::pair<Vector, Vector> project_start(const DiscreteBody &body,
                                          const ReducedBases &bases,
                                          const BodyStart &start);

  /// Coordinates of snapshots: r = (rho, g, q) by mass projection of the rest,
  /// pressures by L2 projection. Columns are snapshots, evenly chosen if there
  /// are more than `n_most` (0: all).
  struct TrainingStates
  {
    Matrix r;
    Matrix p;
    Matrix poses; ///< as SnapshotField::pose
  };
  TrainingStates
  project_snapshots(const DiscreteBody &body,
                    const ReducedBases &bases,
                    const std::vector<const SnapshotSource *> &sources,
                    int n_most);

  /// Everything of the model but its force models and its trained range.
  /// `sleeves` are the bodies of the moving supports in their order. With
  /// `keep_full` the modes stay in the model for pictures.
  ReducedModelData
  project_model(const DiscreteBody &body,
                const ReducedBases &bases,
                const std::vector<RigidSleeveProperties> &sleeves,
                bool keep_full);

  /// A projected model seen with its first modes and pressures alone, without
  /// force model and trained range.
  ReducedModelData
  leading(const ReducedModelData &data, int n_modes, int n_pressures);
} // namespace rivlin
