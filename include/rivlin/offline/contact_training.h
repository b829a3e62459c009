// SPDX-License-Identifier: Apache-2.0
// Which points of the surface a reduced model asks for contact, and how much
// each of them counts.
#pragma once

#include <rivlin/offline/snapshot_source.h>
#include <rivlin/online/reduced_model_data.h>
#include <rivlin/solid/discrete_body.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// Snapshots in which a contact of the body is touched or nearly so, as they
  /// are: projected ones would penetrate where the full model only touches.
  /// Columns are states.
  struct ContactStates
  {
    Matrix rho;
    /// One per contact: displacements of its nodes, node * dim + i.
    std::vector<Matrix> displacements;
    int n_snapshots = 0; ///< that were looked at
  };

  ContactStates
  contact_states(const DiscreteBody &body,
                 const std::vector<const SnapshotSource *> &sources);

  /// What the training found out about a contact.
  struct ContactReport
  {
    std::string name;
    int n_nodes  = 0; ///< of the full model
    int n_points = 0; ///< of the reduced model
    int n_states = 0; ///< snapshots that touch
    /// Of the projected force over these states: root mean square, relative.
    double error = 0;
  };

  /// Puts the contacts of the body into `data`, whose sleeves are those of the
  /// body, and the pressures of the states into its trained range. With
  /// `tolerance` = 0 all nodes with their areas. Otherwise, of the nodes that
  /// the states touch, few with weights x_n w_n, x >= 0, whose projected forces
  /// on all coordinates, the sleeves' included, equal those of all nodes up to
  /// about `tolerance`; nodes that no state touches keep their area.
  std::vector<ContactReport> train_contacts(const DiscreteBody &body,
                                            const Matrix &modes,
                                            const ContactStates &states,
                                            double tolerance,
                                            ReducedModelData &data);
} // namespace rivlin
