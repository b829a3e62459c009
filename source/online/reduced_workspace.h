// SPDX-License-Identifier: Apache-2.0
// Scratch memory of a reduced model, and what is already known at a place r.
#pragma once

#include <rivlin/online/reduced_model.h>
#include <rivlin/solid/packed_points.h>

#include "packed_volume.h"

namespace rivlin
{
  /// The functions of DenseSystem ask for the same force and the same Jacobian
  /// one after the other; here they are computed once per r.
  struct ReducedModel::Workspace
  {
    Workspace(ReducedKinematics reduced_kinematics,
              const ReducedModelData &data);

    /// Forget what belongs to another r.
    void refresh();
    /// Contacts at known_r.
    void find_contacts(const std::vector<ReducedContact> &contacts, Need need);
    /// Whether a point touches at known_r, where find_contacts() was.
    bool touches() const;
    /// Of known_r.
    const VolumeSums &volume_sums(const VolumePolynomial &polynomial);

    /// c and B^T p at known_r, computed if they are not known.
    void find_volume(const Vector &p);

    ReducedKinematics kinematics;
    PackedPoints points; ///< of the force, if it is one of weighted points
    PackedVolume packed_volume;
    Vector known_r;           ///< to which the following belong; NaN at first
    int known_force     = -1; ///< the Need, -1: nothing
    int known_contact   = -1; ///< the same
    bool known_jacobian = false;
    bool known_sums     = false;
    bool known_volume   = false; ///< for known_p, too
    ForceEvaluation force;
    ForceEvaluation second;
    ContactEvaluation contact;
    LoadScratch load;
    PressureResponse pressures;
    Matrix B; ///< n_pressures x N
    VolumeSums sums;

    Vector rows;            ///< N
    Vector rate, change;    ///< N
    Vector c;               ///< n_pressures
    Vector known_p;         ///< of volume and volume_force
    Vector volume;          ///< c, n_pressures
    Vector volume_force;    ///< B^T p, N
    Matrix K;               ///< N x N
    Matrix contact_tangent; ///< modes x modes, of contacts
    Matrix S;               ///< n_rho x free velocities: drho along them
    Matrix part;            ///< the same size
    Matrix columns;         ///< N x free velocities
    Vector whitened;        ///< rows of the whitening
    std::vector<SleeveLoad> load_changes; ///< one per free sleeve
  };
} // namespace rivlin
