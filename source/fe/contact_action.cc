// SPDX-License-Identifier: Apache-2.0
// Forces, tangent and history of contact. Nodal forces and stiffnesses are
// proportional to the area of a node, so every rank works with the part of it
// that its own faces have.
#include "contact_action.h"

#include <rivlin/spaces/canonical_order.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  typename ContactAction<dim>::Touch ContactAction<dim>::touch(
    const RigidMotion &motion, const Vector3 &x, const Vector3 &anchor) const
  {
    // The point in the frame of the surface, y = C + R^T (x - C - t).
    const bool moves = contact.carrier.has_value();
    const Matrix3 R  = moves ? Matrix3(Matrix3::Identity() + motion.rotation[0])
                             : Matrix3(Matrix3::Identity());
    Touch result;
    result.arm =
      moves ? Vector3(R.transpose() * (x - centre - motion.translation[0])) : x;
    result.y        = moves ? Vector3(centre + result.arm) : result.arm;
    const Gap gap   = rivlin::gap(contact.surface, result.y);
    result.gap      = gap.value;
    result.response = respond(contact.law, gap.value);
    if (result.response.pressure > 0)
      {
        const Vector3 n = R * gap.normal;
        result.force    = result.response.pressure * n;
        result.K =
          result.response.stiffness * n * n.transpose() -
          result.response.pressure * (R * gap.curvature * R.transpose());
        if (has_friction())
          {
            result.friction = respond(contact.friction,
                                      gap,
                                      result.response,
                                      result.y - anchor);
            result.force += R * result.friction.traction;
            result.K += R * result.friction.K * R.transpose();
          }
      }
    return result;
  }

  template <int dim>
  template <typename Action>
  void ContactAction<dim>::for_nodes(const BodyState &at,
                                     const Action &action) const
  {
    static const RigidMotion at_rest;
    const RigidMotion &motion =
      contact.carrier ? at.placement.motions[*contact.carrier] : at_rest;
    const PointVariables *variables = find_variables(at);
    for (const Node &node : nodes)
      {
        const unsigned int *dofs = &space.cell_dofs(node.cell)[node.node * dim];
        Vector3 x                = to_vector3<dim>(node.X);
        Vector3 anchor           = x;
        if (variables)
          anchor += variables->values.template segment<3>(n_friction_variables *
                                                          node.places[0]);
        for (int i = 0; i < dim; ++i)
          x[i] += at.displacement.local_element(dofs[i]);
        action(node, dofs, touch(motion, x, anchor));
      }
  }

  template <int dim>
  std::optional<RigidContact> ContactAction<dim>::rigid_contact() const
  {
    if (has_friction())
      return {};
    RigidContact result{contact.name, contact.surface, contact.law, -1, {}, {}};
    if (contact.carrier)
      result.carrier = static_cast<int>(*contact.carrier);
    const int nodes_per_cell = space.kernel().basis().n_nodes;
    for (const Node &node : nodes)
      {
        result.nodes.push_back(node.cell * nodes_per_cell + node.node);
        result.weights.push_back(node.weight);
      }
    return result;
  }

  template <int dim>
  Evaluation ContactAction<dim>::add_residual(const BodyState &at,
                                              DofVector &residual) const
  {
    for_nodes(
      at, [&](const Node &node, const unsigned int *dofs, const Touch &touch) {
        for (int i = 0; i < dim; ++i)
          residual.local_element(dofs[i]) -= node.weight * touch.force[i];
      });
    return {};
  }

  template <int dim>
  void ContactAction<dim>::add_tangent(const BodyState &at,
                                       TangentBlocks &blocks) const
  {
    for_nodes(at,
              [&](const Node &node, const unsigned int *, const Touch &touch) {
                if (touch.response.pressure == 0)
                  return;
                std::array<double, dim * dim> block;
                for (int i = 0; i < dim; ++i)
                  for (int j = 0; j < dim; ++j)
                    block[i * dim + j] = node.weight * touch.K(i, j);
                blocks.add({node.cell,
                            {&node.node, 1},
                            block.data(),
                            TangentBlock::By::displacement,
                            !has_friction()});
              });
  }

  template <int dim>
  CarriedNodes ContactAction<dim>::carried_nodes(const BodyState &at) const
  {
    CarriedNodes result;
    if (contact.carrier)
      for_nodes(
        at, [&](const Node &node, const unsigned int *, const Touch &touch) {
          if (touch.response.pressure > 0)
            result.push_back({*contact.carrier,
                              node.cell,
                              node.node,
                              touch.arm,
                              node.weight * touch.force,
                              node.weight * touch.K});
        });
    return result;
  }

  template <int dim>
  std::optional<PointVariables> ContactAction<dim>::point_variables() const
  {
    if (!has_friction())
      return {};
    PointVariables variables;
    variables.name         = "friction of " + contact.name;
    variables.kind         = PointKind::face;
    variables.n_points     = nodes_per_face(space);
    variables.n_components = n_friction_variables;
    variables.values =
      Vector::Zero(static_cast<Eigen::Index>(boundary_faces(space).size()) *
                   variables.n_points * variables.n_components);
    return variables;
  }

  template <int dim>
  const PointVariables *
  ContactAction<dim>::find_variables(const BodyState &at) const
  {
    if (has_friction() && at.points)
      for (const PointVariables &variables : *at.points)
        if (variables.name == "friction of " + contact.name)
          return &variables;
    return nullptr;
  }

  template <int dim>
  void ContactAction<dim>::accept(const BodyState &at,
                                  PointVariables &variables) const
  {
    // All faces that share a node have the same values, on all ranks.
    for_nodes(at,
              [&](const Node &node, const unsigned int *, const Touch &touch) {
                Eigen::Matrix<double, n_friction_variables, 1> now =
                  variables.values.template segment<n_friction_variables>(
                    n_friction_variables * node.places[0]);
                now.template head<3>() =
                  touch.y + touch.friction.anchor - to_vector3<dim>(node.X);
                now[3] += touch.friction.dissipated;
                for (const int place : node.places)
                  variables.values.template segment<n_friction_variables>(
                    n_friction_variables * place) = now;
              });
  }

  template <int dim>
  ActionBalance ContactAction<dim>::balance(const BodyState &at) const
  {
    ActionBalance result;
    const PointVariables *variables = find_variables(at);
    for_nodes(
      at, [&](const Node &node, const unsigned int *, const Touch &touch) {
        result.energy +=
          node.weight * (touch.response.energy + touch.friction.energy);
        result.dissipated_energy += node.weight * touch.friction.dissipated;
        if (variables)
          result.dissipated_energy +=
            node.weight *
            variables->values[n_friction_variables * node.places[0] + 3];
      });
    return result;
  }

  template <int dim>
  ContactState ContactAction<dim>::observe(const BodyState &at) const
  {
    ContactState state;
    for_nodes(at,
              [&](const Node &node, const unsigned int *, const Touch &touch) {
                state.force += node.weight * touch.force;
                state.smallest_gap = std::min(state.smallest_gap, touch.gap);
                state.largest_pressure =
                  std::max(state.largest_pressure, touch.response.pressure);
                if (touch.response.pressure > 0)
                  state.area += node.weight;
              });
    const MPI_Comm communicator = space.communicator();
    std::array<double, 5> sums  = {state.force[0],
                                   state.force[1],
                                   state.force[2],
                                   state.area,
                                   balance(at).dissipated_energy};
    MPI_Allreduce(
      MPI_IN_PLACE, sums.data(), 5, MPI_DOUBLE, MPI_SUM, communicator);
    state.force         = Vector3(sums[0], sums[1], sums[2]);
    state.area          = sums[3];
    state.friction_work = sums[4];
    state.smallest_gap  = Utilities::MPI::min(state.smallest_gap, communicator);
    state.largest_pressure =
      Utilities::MPI::max(state.largest_pressure, communicator);
    return state;
  }

  template <int dim>
  void ContactAction<dim>::raise_picture_field(const BodyState &at,
                                               DofVector &field) const
  {
    for_nodes(at,
              [&](const Node &, const unsigned int *dofs, const Touch &touch) {
                double &value = field.local_element(dofs[0]);
                value         = std::max(value, touch.response.pressure);
              });
  }

  template class ContactAction<2>;
  template class ContactAction<3>;
} // namespace rivlin
