// SPDX-License-Identifier: Apache-2.0
// The displacements that supports prescribe, and the reactions they carry.
#pragma once

#include <rivlin/fe/model_definition.h>

#include <deal.II/base/tensor.h>

#include <vector>

namespace rivlin
{
  /// Force and moment by which a support acts on the body. Two-dimensional
  /// models use force x, y and moment z.
  struct Reaction
  {
    dealii::Tensor<1, 3> force;
    dealii::Tensor<1, 3> moment;
  };

  /// A place of the undeformed body that cannot move in one direction.
  template <int dim>
  struct HeldPoint
  {
    dealii::Point<dim> X;
    int component;
  };

  template <int dim>
  class PrescribedMotion
  {
  public:
    /// Throws Error for an unknown set.
    PrescribedMotion(const Mesh<dim> &mesh,
                     const Discretization<dim> &discretization,
                     const ModelDefinition<dim> &definition);

    /// Write displacements at time t (order 0) or their time derivatives into
    /// the eliminated owned entries; `motions` has one entry per support and
    /// is read for sleeves. Throws Error where two supports disagree about the
    /// displacement of a node.
    void set_values(double t,
                    const std::vector<RigidMotion> &motions,
                    int order,
                    DofVector &dofs) const;

    /// Write the change with time of what set_values writes while free sleeves
    /// stay where they are; `rates` from Sleeves::explicit_rates.
    void set_explicit_rates(double t,
                            const std::vector<RigidMotion> &rates,
                            int order,
                            DofVector &dofs) const;

    /// Write a rigid field into the owned entries that belong to support s.
    void
    set_field(unsigned int s, const RigidField &field, DofVector &dofs) const;

    /// Sum of the nodal forces of support s, the same on all ranks.
    SurfaceForce surface_force(unsigned int s, const DofVector &residual) const;

    const std::vector<Support<dim>> &supports() const
    {
      return parts;
    }
    /// Per relevant degree of freedom.
    const std::vector<bool> &is_prescribed() const
    {
      return prescribed;
    }

    /// Reactions of all supports, the same on all ranks: `residual` and
    /// `displacement` over the degrees of freedom. A component that two
    /// supports hold, on the edge where they meet, counts for the first.
    std::vector<Reaction> reactions(const std::vector<RigidMotion> &motions,
                                    const DofVector &displacement,
                                    const DofVector &residual) const;

    /// Sum of residual times velocity over the prescribed entries.
    double power(const DofVector &residual, const DofVector &velocity) const;

    /// Of this rank's nodes; free sleeves hold nothing.
    std::vector<HeldPoint<dim>> held_points() const;

    /// Centre of support s in the undeformed body.
    const dealii::Point<dim> &centre(const unsigned int s) const
    {
      return centres[s];
    }

  private:
    struct Node
    {
      unsigned int support;
      dealii::Point<dim> X;
      std::array<unsigned int, dim> dofs; ///< local
      /// Component i is prescribed by the support and belongs to this rank;
      /// no earlier node of the list prescribes it.
      std::array<bool, dim> holds;
      std::array<bool, dim> is_first;
    };
    Vector3 arm(const Node &node) const;

    /// Displacement of a node, or its derivative: `order` of the motion of a
    /// sleeve, `field_order` of a field.
    dealii::Tensor<1, dim> value(const Node &node,
                                 double t,
                                 const std::vector<RigidMotion> &motions,
                                 int order,
                                 int field_order) const;

    MPI_Comm communicator;
    unsigned int n_owned;
    std::vector<Support<dim>> parts;
    std::vector<Node> nodes;
    std::vector<bool> prescribed;
    std::vector<dealii::Point<dim>> centres;
  };
} // namespace rivlin
