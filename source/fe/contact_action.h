// SPDX-License-Identifier: Apache-2.0
// Contact at nodes as an action on the body: built in contact.cc, evaluated in
// contact_action.cc.
#pragma once

#include <rivlin/fe/contact.h>
#include <rivlin/fe/contact_nodes.h>

#include "contact_base.h"

namespace rivlin
{
  template <int dim>
  Vector3 to_vector3(const dealii::Tensor<1, dim> &x)
  {
    Vector3 result = Vector3::Zero();
    for (int i = 0; i < dim; ++i)
      result[i] = x[i];
    return result;
  }

  /// Variables of friction at a node: where its spring is anchored, relative to
  /// the undeformed place, in the frame of the surface; and the energy per area
  /// that it has dissipated.
  constexpr int n_friction_variables = 4;

  template <int dim>
  class ContactAction final : public ContactBase<dim>
  {
  public:
    ContactAction(const Contact &given, const BodyView<dim> &body);

    std::vector<std::string> sets() const override
    {
      return contact.sets;
    }
    double distance_to_act() const override
    {
      return undeformed_gap;
    }
    std::optional<RigidContact> rigid_contact() const override;
    Evaluation add_residual(const BodyState &at,
                            DofVector &residual) const override;
    void add_tangent(const BodyState &at, TangentBlocks &blocks) const override;
    std::optional<unsigned int> carrier() const override
    {
      return contact.carrier;
    }
    CarriedNodes carried_nodes(const BodyState &at) const override;
    std::optional<PointVariables> point_variables() const override;
    void accept(const BodyState &at, PointVariables &variables) const override;
    ActionBalance balance(const BodyState &at) const override;
    void raise_picture_field(const BodyState &at,
                             DofVector &field) const override;

  protected:
    const std::string &name() const override
    {
      return contact.name;
    }
    bool has_friction() const override
    {
      return contact.friction.coefficient > 0;
    }
    ContactState observe(const BodyState &at) const override;

  private:
    using Node = ContactNode<dim>;

    /// Response of one node to the surface, in space.
    struct Touch
    {
      double gap = 0;
      ContactResponse response;
      FrictionResponse friction;       ///< in the frame of the surface
      Vector3 arm = Vector3::Zero();   ///< from the carrier's centre, turned
                                       ///< back to the undeformed body
      Vector3 y     = Vector3::Zero(); ///< place in the frame of the surface
      Vector3 force = Vector3::Zero(); ///< on the body, per area
      Matrix3 K     = Matrix3::Zero(); ///< - d force/dx
    };

    void complete_law(const BodyView<dim> &body);
    void refuse_bent_carrier(const PrescribedMotion<dim> &motion) const;
    /// Smallest gap of the undeformed body; throws if it is not enough.
    double find_gap(std::size_t n_supports) const;
    /// Call action(node, dof of its first component, touch).
    template <typename Action>
    void for_nodes(const BodyState &at, const Action &action) const;
    /// A node at x whose spring of friction is anchored at the place `anchor`
    /// of the surface.
    Touch touch(const RigidMotion &motion,
                const Vector3 &x,
                const Vector3 &anchor) const;
    /// The variables of this contact; null: those of a body never loaded.
    const PointVariables *find_variables(const BodyState &at) const;

    Contact contact;
    const Discretization<dim> &space;
    Vector3 centre        = Vector3::Zero(); ///< of the carrier
    double undeformed_gap = 0;
    std::vector<Node> nodes;
  };
} // namespace rivlin
