// SPDX-License-Identifier: Apache-2.0
// Frictionless contact of the boundary with rigid surfaces: its part of the
// residual and of the tangent; doc/theory/contact.md.
#pragma once

#include <rivlin/fe/prescribed_motion.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <limits>
#include <vector>

namespace rivlin
{
  /// What one contact does.
  struct ContactState
  {
    Vector3 force           = Vector3::Zero(); ///< on the body
    Vector3 moment          = Vector3::Zero(); ///< of it, about the origin
    double smallest_gap     = std::numeric_limits<double>::infinity();
    double area             = 0; ///< undeformed, under pressure
    double largest_pressure = 0; ///< per undeformed area
    double energy           = 0;
  };

  /// The energy sum_n w_n phi(gap(x_n)) over the nodes of a boundary set, w_n
  /// the undeformed area of node n by Gauss-Lobatto quadrature. The surface is
  /// at rest or moves with a support that no unknown moves.
  template <int dim>
  class Contacts
  {
  public:
    /// Throws Error for an unknown set, a carrier that unknowns move, and a
    /// body that the surface cuts before anything has moved. The scales make
    /// distances and pressures that are not given.
    Contacts(const Mesh<dim> &mesh,
             const Discretization<dim> &discretization,
             const ModelDefinition<dim> &definition,
             const PrescribedMotion<dim> &motion,
             double length_scale,
             double stress_scale);

    bool empty() const
    {
      return parts.empty();
    }

    /// In all that follows `motions` has one entry per support, `dofs` has
    /// ghosts, and the caller sums results over the ranks.
    void add_residual(const std::vector<RigidMotion> &motions,
                      const DofVector &dofs,
                      DofVector &residual) const;

    /// Time derivative of the residual at fixed configuration; `rates` holds
    /// the derivatives of the motions one place lower (Sleeves::
    /// explicit_rates).
    void add_residual_rate(const std::vector<RigidMotion> &motions,
                           const std::vector<RigidMotion> &rates,
                           const DofVector &dofs,
                           DofVector &residual) const;

    void add_tangent(const std::vector<RigidMotion> &motions,
                     const DofVector &dofs,
                     const AssemblyMap &map,
                     SubassembledMatrix &matrix) const;

    /// result += K change with the contact's stiffness K.
    void add_stiffness_product(const std::vector<RigidMotion> &motions,
                               const DofVector &dofs,
                               const DofVector &change,
                               DofVector &result) const;

    /// One per contact, the same on all ranks. Collective.
    std::vector<ContactState> observe(const std::vector<RigidMotion> &motions,
                                      const DofVector &dofs) const;

    /// Power by which moving surfaces feed the contact's energy. Collective.
    double power(const std::vector<RigidMotion> &motions,
                 const DofVector &dofs) const;

    int size() const
    {
      return static_cast<int>(parts.size());
    }
    const Contact &contact(const int k) const
    {
      return parts[k].contact;
    }

    /// Contact pressure in the place of each node's first displacement, for
    /// pictures; with ghosts.
    DofVector pressures(const std::vector<RigidMotion> &motions,
                        const DofVector &dofs) const;

  private:
    struct Node
    {
      int cell; ///< one that has the node
      int node; ///< its number there
      dealii::Point<dim> X;
      double weight; ///< from the faces of this rank
    };
    struct Part
    {
      Contact contact;
      Vector3 centre = Vector3::Zero(); ///< of the carrier
      std::vector<Node> nodes;
    };
    /// Response of one node to the surface, in space.
    struct Touch
    {
      double gap = 0;
      ContactResponse response;
      Vector3 x     = Vector3::Zero();
      Vector3 force = Vector3::Zero(); ///< on the body, per area
      Matrix3 K     = Matrix3::Zero(); ///< - d force/dx
    };

    /// Nodes that supports hold altogether are left out: nothing can push
    /// them, and where the rubber is bonded to the carrier the gap is zero.
    std::vector<Node> find_nodes(const Mesh<dim> &mesh,
                                 const std::vector<std::string> &sets,
                                 const std::vector<bool> &is_prescribed) const;
    /// Call action(part, node, dof of its first component, touch).
    template <typename Action>
    void for_nodes(const std::vector<RigidMotion> &motions,
                   const DofVector &dofs,
                   const Action &action) const;
    Touch
    touch(const Part &part, const RigidMotion &motion, const Vector3 &x) const;

    const Discretization<dim> *discretization;
    std::vector<Part> parts;
  };
} // namespace rivlin
