// SPDX-License-Identifier: Apache-2.0
// The nodes of boundary sets that can touch a rigid surface, with their areas.
#pragma once

#include <rivlin/solid/rigid_surface.h>
#include <rivlin/spaces/discretization.h>

#include <deal.II/base/point.h>

#include <string>
#include <vector>

namespace rivlin
{
  template <int dim>
  struct ContactNode
  {
    int cell; ///< one that has the node
    int node; ///< its number there
    dealii::Point<dim> X;
    double weight; ///< undeformed area of the faces of this rank
    /// Where the node is among the quadrature points of boundary_faces().
    std::vector<int> places;
  };

  /// Nodes per face, the number of points that `places` counts.
  template <int dim>
  int nodes_per_face(const Discretization<dim> &discretization);

  /// Nodes that supports hold altogether are left out: nothing can push them,
  /// and where the rubber is bonded to the carrier the gap is zero. So are
  /// nodes of faces outside the sets that lie in the surface (to within
  /// `tolerance`): an elastic sleeve which is the stop itself; what is bonded
  /// to it cannot come any closer. Throws Error for an unknown set. Collective.
  template <int dim>
  std::vector<ContactNode<dim>>
  contact_nodes(const Mesh<dim> &mesh,
                const Discretization<dim> &discretization,
                const std::vector<std::string> &sets,
                const RigidSurface &surface,
                const std::vector<bool> &is_prescribed,
                double tolerance);
} // namespace rivlin
