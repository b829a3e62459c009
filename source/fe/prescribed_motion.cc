// SPDX-License-Identifier: Apache-2.0
// Prescribed displacements are eliminated, never penalised.
#include <rivlin/fe/prescribed_motion.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/mpi.h>
#include <deal.II/fe/fe_system.h>

#include <algorithm>
#include <map>
#include <set>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  PrescribedMotion<dim>::PrescribedMotion(
    const Mesh<dim> &mesh,
    const Discretization<dim> &discretization,
    const ModelDefinition<dim> &definition)
    : communicator(discretization.communicator())
    , n_owned(discretization.n_owned_dofs())
    , parts(definition.supports)
    , prescribed(discretization.n_relevant_dofs(), false)
  {
    std::map<types::boundary_id, std::vector<unsigned int>> supports_of;
    for (unsigned int s = 0; s < parts.size(); ++s)
      supports_of[mesh.boundary_id(parts[s].set)].push_back(s);

    const auto &fe = discretization.element();
    std::vector<types::global_dof_index> indices(fe.n_dofs_per_cell());
    std::set<std::pair<unsigned int, unsigned int>> met; // (support, first dof)
    // Ghost cells too: a relevant node may touch the set only there.
    for (const auto &cell : discretization.dofs().active_cell_iterators())
      {
        if (cell->is_artificial() || !cell->at_boundary())
          continue;
        cell->get_dof_indices(indices);
        for (const unsigned int face : cell->face_indices())
          {
            if (!cell->face(face)->at_boundary())
              continue;
            const auto found =
              supports_of.find(cell->face(face)->boundary_id());
            if (found == supports_of.end())
              continue;
            for (unsigned int k = 0; k < indices.size(); ++k)
              {
                const auto [component, a] = fe.system_to_component_index(k);
                if (component != 0 || !fe.has_support_on_face(k, face) ||
                    !discretization.is_relevant(indices[k]))
                  continue;
                for (const unsigned int s : found->second)
                  if (met.insert({s, discretization.local_index(indices[k])})
                        .second)
                    {
                      Node node;
                      node.support = s;
                      node.X =
                        discretization.mapping().transform_unit_to_real_cell(
                          cell, fe.base_element(0).unit_support_point(a));
                      for (int i = 0; i < dim; ++i)
                        node.dofs[i] = discretization.local_index(
                          indices[fe.component_to_system_index(i, a)]);
                      nodes.push_back(node);
                    }
              }
          }
      }
    // Where supports meet, the first of the list has precedence.
    std::stable_sort(nodes.begin(),
                     nodes.end(),
                     [](const Node &a, const Node &b) {
                       return a.support < b.support;
                     });
    for (Node &node : nodes)
      for (int i = 0; i < dim; ++i)
        {
          const bool prescribes = parts[node.support].components[i];
          node.holds[i]         = prescribes && node.dofs[i] < n_owned;
          node.is_first[i]      = node.holds[i] && !prescribed[node.dofs[i]];
          if (prescribes)
            prescribed[node.dofs[i]] = true;
        }

    for (const Support<dim> &support : parts)
      centres.push_back(support.centre ? *support.centre
                                       : mesh.centre(support.set));
  }

  template <int dim>
  Vector3 PrescribedMotion<dim>::arm(const Node &node) const
  {
    Vector3 X = Vector3::Zero();
    for (int i = 0; i < dim; ++i)
      X[i] = node.X[i] - centres[node.support][i];
    return X;
  }

  template <int dim>
  std::vector<HeldPoint<dim>> PrescribedMotion<dim>::held_points() const
  {
    std::vector<HeldPoint<dim>> points;
    for (const Node &node : nodes)
      for (int i = 0; i < dim; ++i)
        if (node.holds[i] && !is_free_sleeve(parts[node.support]))
          points.push_back({node.X, i});
    return points;
  }

  template <int dim>
  Tensor<1, dim>
  PrescribedMotion<dim>::value(const Node &node,
                               const double t,
                               const std::vector<RigidMotion> &motions,
                               const int order,
                               const int field_order) const
  {
    const Support<dim> &support = parts[node.support];
    Tensor<1, dim> u;
    if (support.sleeve)
      {
        const Vector3 moved =
          motions[node.support].displacement(arm(node), order);
        for (int i = 0; i < dim; ++i)
          u[i] = moved[i];
      }
    else if (support.displacement)
      u = support.displacement(node.X, t, field_order);
    return u;
  }

  template <int dim>
  void PrescribedMotion<dim>::set_explicit_rates(
    const double t,
    const std::vector<RigidMotion> &rates,
    const int order,
    DofVector &dofs) const
  {
    for (const Node &node : nodes)
      {
        const Tensor<1, dim> u = value(node, t, rates, order, order + 1);
        for (int i = 0; i < dim; ++i)
          if (node.is_first[i])
            dofs.local_element(node.dofs[i]) = u[i];
      }
  }

  template <int dim>
  void
  PrescribedMotion<dim>::set_values(const double t,
                                    const std::vector<RigidMotion> &motions,
                                    const int order,
                                    DofVector &dofs) const
  {
    for (const Node &node : nodes)
      {
        const Support<dim> &support = parts[node.support];
        const Tensor<1, dim> u      = value(node, t, motions, order, order);
        for (int i = 0; i < dim; ++i)
          if (node.is_first[i])
            dofs.local_element(node.dofs[i]) = u[i];
          else if (node.holds[i] && order == 0 &&
                   std::abs(dofs.local_element(node.dofs[i]) - u[i]) >
                     1e-9 * (1 + std::abs(u[i])))
            {
              throw Error(message(
                "Two supports disagree at X = ",
                point_text(node.X),
                ", t = ",
                t,
                ": component ",
                "xyz"[i],
                " is ",
                dofs.local_element(node.dofs[i]),
                " and by \"",
                support.set,
                "\" ",
                u[i],
                ". Free this component in one of them with \"Components\"."));
            }
      }
  }

  template <int dim>
  void PrescribedMotion<dim>::set_field(const unsigned int s,
                                        const RigidField &field,
                                        DofVector &dofs) const
  {
    for (const Node &node : nodes)
      if (node.support == s)
        {
          const Vector3 value = field(arm(node));
          for (int i = 0; i < dim; ++i)
            if (node.is_first[i])
              dofs.local_element(node.dofs[i]) = value[i];
        }
  }

  template <int dim>
  SurfaceForce
  PrescribedMotion<dim>::surface_force(const unsigned int s,
                                       const DofVector &residual) const
  {
    Eigen::Matrix<double, 3, 4> sum = Eigen::Matrix<double, 3, 4>::Zero();
    for (const Node &node : nodes)
      if (node.support == s)
        {
          Vector3 r = Vector3::Zero();
          for (int i = 0; i < dim; ++i)
            if (node.is_first[i])
              r[i] = residual.local_element(node.dofs[i]);
          sum.col(0) += r;
          sum.rightCols<3>() += r * arm(node).transpose();
        }
    MPI_Allreduce(
      MPI_IN_PLACE, sum.data(), 12, MPI_DOUBLE, MPI_SUM, communicator);
    return {sum.col(0), sum.rightCols<3>()};
  }

  template <int dim>
  double PrescribedMotion<dim>::power(const DofVector &residual,
                                      const DofVector &velocity) const
  {
    double sum = 0;
    for (const Node &node : nodes)
      for (int i = 0; i < dim; ++i)
        if (node.is_first[i])
          sum += residual.local_element(node.dofs[i]) *
                 velocity.local_element(node.dofs[i]);
    return Utilities::MPI::sum(sum, communicator);
  }

  template <int dim>
  std::vector<Reaction>
  PrescribedMotion<dim>::reactions(const std::vector<RigidMotion> &motions,
                                   const DofVector &displacement,
                                   const DofVector &residual) const
  {
    std::vector<Reaction> result(parts.size());
    for (const Node &node : nodes)
      {
        Tensor<1, 3> lever, force;
        for (int i = 0; i < dim; ++i)
          {
            const double pole = centres[node.support][i] +
                                (parts[node.support].sleeve
                                   ? motions[node.support].translation[0][i]
                                   : 0.);
            lever[i] =
              node.X[i] + displacement.local_element(node.dofs[i]) - pole;
            if (node.is_first[i])
              force[i] = residual.local_element(node.dofs[i]);
          }
        result[node.support].force += force;
        result[node.support].moment += cross_product_3d(lever, force);
      }
    for (Reaction &reaction : result)
      {
        reaction.force  = Utilities::MPI::sum(reaction.force, communicator);
        reaction.moment = Utilities::MPI::sum(reaction.moment, communicator);
      }
    return result;
  }

  template class PrescribedMotion<2>;
  template class PrescribedMotion<3>;
} // namespace rivlin
