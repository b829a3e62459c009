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

  template <int dim>
  class PrescribedMotion
  {
  public:
    /// Throws Error for an unknown set, and for a rigid body motion that is
    /// left free: it is named.
    PrescribedMotion(const Mesh<dim> &mesh,
                     const Discretization<dim> &discretization,
                     const std::vector<Support<dim>> &supports);

    /// Write the displacements at time t into the eliminated owned entries.
    /// Throws Error where two supports disagree about a node.
    void set_values(double t, DofVector &dofs) const;

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
    /// `displacement` over the degrees of freedom at time t. A component that
    /// two supports hold, on the edge where they meet, counts for the first.
    std::vector<Reaction> reactions(double t,
                                    const DofVector &displacement,
                                    const DofVector &residual) const;

    /// Centre of support s at time t, about which its moment is taken.
    dealii::Point<dim> centre(unsigned int s, double t) const;

  private:
    struct Node
    {
      unsigned int support;
      dealii::Point<dim> X;
      std::array<unsigned int, dim> dofs; ///< local
    };
    /// Whether component i of the node is prescribed by its support and the
    /// node belongs to this rank.
    bool holds(const Node &node, const int i) const
    {
      return parts[node.support].components[i] && node.dofs[i] < n_owned;
    }

    void refuse_free_rigid_body_modes(const Mesh<dim> &mesh) const;

    MPI_Comm communicator;
    unsigned int n_owned;
    std::vector<Support<dim>> parts;
    std::vector<Node> nodes;
    std::vector<bool> prescribed;
    std::vector<dealii::Point<dim>> centres;
  };
} // namespace rivlin
