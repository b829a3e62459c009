// SPDX-License-Identifier: Apache-2.0
// A discretized body as plain arrays: what training a reduced model needs to
// know of a finite element model, without its mesh library.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/body_load.h>
#include <rivlin/solid/element_kernel.h>
#include <rivlin/solid/rigid_contact.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// Displacements by a channel of a support: their values where the channel
  /// is one.
  struct PrescribedDisplacements
  {
    std::string name;           ///< of the channel, "outer radial displacement"
    std::vector<double> values; ///< of BodySupport::displacements
  };

  /// A support of the body. Fixed ones do not appear in the kinematics of a
  /// reduced model; sleeves move by u(X) = x + (R - I)(X - centre), prescribed
  /// ones by the sum of their channels.
  struct BodySupport
  {
    std::string name;
    bool is_sleeve = false;
    Vector3 centre = Vector3::Zero();
    /// Displacement unknowns that it prescribes.
    std::vector<int> displacements;
    std::vector<PrescribedDisplacements> channels = {};
  };

  /// Displacement unknowns are numbered node * dim + i, pressures on their own.
  /// Per cell the order is that of the element kernel.
  struct DiscreteBody
  {
    ElementBasis basis;
    int n_nodes     = 0;
    int n_pressures = 0;
    std::vector<double> coordinates; ///< [node][dim]
    std::vector<int> cell_nodes;     ///< [cell][node of the cell]
    /// [cell][pressure node of the cell]; -1 in cells without pressure.
    std::vector<int> cell_pressures;
    std::vector<double> inverse_jacobians; ///< [cell][point][r][J]
    std::vector<double> weights; ///< [cell][point]; thickness included in 2D
    std::vector<int> cell_material;
    std::vector<Material> materials;
    std::vector<BodySupport> supports;
    /// Displacement unknowns that no support prescribes, in the order of the
    /// snapshots' q.
    std::vector<int> free_displacements;
    std::vector<RigidContact> contacts;
    std::vector<BodyLoad> loads;
    /// For pictures; empty if there are none. The cell's node at each place of
    /// VTK's (bi/tri)linear or (bi/tri)quadratic cell, and the node at the
    /// place of each pressure.
    std::vector<int> vtk_order;
    std::vector<int> node_of_pressure;

    int dim() const
    {
      return basis.dim;
    }
    int n_cells() const
    {
      return static_cast<int>(cell_material.size());
    }
    int n_displacements() const
    {
      return n_nodes * basis.dim;
    }
    int n_points() const
    {
      return n_cells() * basis.n_points;
    }
  };

  /// Throws Error if the arrays do not fit each other.
  void check(const DiscreteBody &body);
} // namespace rivlin
