// SPDX-License-Identifier: Apache-2.0
// Prescribed displacements are eliminated, never penalised.
#include <rivlin/fe/prescribed_motion.h>

#include <rivlin/base/error.h>

#include <deal.II/base/bounding_box.h>
#include <deal.II/base/mpi.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/grid/grid_tools.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    constexpr int n_rigid_modes = dim == 2 ? 3 : 6;

    template <int dim>
    using RigidModes = Eigen::Matrix<double, n_rigid_modes<dim>, 1>;

    std::vector<std::string> rigid_mode_names(const int dim)
    {
      if (dim == 2)
        return {"translation x", "translation y", "rotation about z"};
      return {"translation x",
              "translation y",
              "translation z",
              "rotation about x",
              "rotation about y",
              "rotation about z"};
    }

    /// One component of the translations and of the rotations e x X at X.
    template <int dim>
    RigidModes<dim> rigid_modes(const Point<dim> &X, const int component)
    {
      RigidModes<dim> w = RigidModes<dim>::Zero();
      w[component]      = 1;
      if constexpr (dim == 2)
        w[2] = component == 0 ? -X[1] : X[0];
      else
        for (int axis = 0; axis < 3; ++axis)
          {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            if (component == next)
              w[3 + axis] = -X[last];
            else if (component == last)
              w[3 + axis] = X[next];
          }
      return w;
    }
  } // namespace

  template <int dim>
  PrescribedMotion<dim>::PrescribedMotion(
    const Mesh<dim> &mesh,
    const Discretization<dim> &discretization,
    const std::vector<Support<dim>> &supports)
    : communicator(discretization.communicator())
    , n_owned(discretization.n_owned_dofs())
    , parts(supports)
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
    for (const Node &node : nodes)
      for (int i = 0; i < dim; ++i)
        if (parts[node.support].components[i])
          prescribed[node.dofs[i]] = true;

    for (const Support<dim> &support : parts)
      centres.push_back(support.centre ? *support.centre
                                       : mesh.centre(support.set));
    refuse_free_rigid_body_modes(mesh);
  }

  template <int dim>
  void PrescribedMotion<dim>::refuse_free_rigid_body_modes(
    const Mesh<dim> &mesh) const
  {
    // A rigid motion w is left free if it moves no prescribed component: it
    // lies in the null space of the sum of w_i(X) w_j(X) over those.
    const auto box     = GridTools::compute_bounding_box(mesh.triangulation);
    const double scale = box.get_boundary_points().first.distance(
      box.get_boundary_points().second);
    const double length   = Utilities::MPI::max(scale, communicator);
    constexpr int n_modes = n_rigid_modes<dim>;
    using Modes           = RigidModes<dim>;
    Matrix gram           = Matrix::Zero(n_modes, n_modes);
    double count          = 0;
    for (const Node &node : nodes)
      for (int i = 0; i < dim; ++i)
        if (holds(node, i))
          {
            const Modes w = rigid_modes<dim>(node.X / length, i);
            gram += w * w.transpose();
            count += 1;
          }
    MPI_Allreduce(MPI_IN_PLACE,
                  gram.data(),
                  n_modes * n_modes,
                  MPI_DOUBLE,
                  MPI_SUM,
                  communicator);
    count = Utilities::MPI::sum(count, communicator);

    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
    std::vector<Vector> free_modes;
    for (int k = 0; k < n_modes; ++k)
      if (eigen.eigenvalues()[k] <= 1e-10 * std::max(count, 1.))
        free_modes.push_back(eigen.eigenvectors().col(k));
    if (free_modes.empty())
      return;
    const std::vector<std::string> names = rigid_mode_names(dim);
    // Name the coordinate motions that take part in the free ones.
    std::string list;
    for (int i = 0; i < n_modes; ++i)
      {
        double share = 0;
        for (const Vector &mode : free_modes)
          share += mode[i] * mode[i];
        if (share > 1e-6)
          list += (list.empty() ? "" : ", ") + names[i];
      }
    throw Error(
      "The supports leave " + std::to_string(free_modes.size()) +
      " rigid body motion" + (free_modes.size() > 1 ? "s" : "") + " free (" +
      list +
      "). Add a support: for example a section Supports/<set> "
      "with \"Type = fixed\", or more \"Components\" of an existing one.");
  }

  template <int dim>
  void PrescribedMotion<dim>::set_values(const double t, DofVector &dofs) const
  {
    // Values of a dof that was met before are compared, not overwritten.
    std::set<unsigned int> met;
    for (const Node &node : nodes)
      {
        const Support<dim> &support = parts[node.support];
        Tensor<1, dim> u;
        if (support.displacement)
          u = support.displacement(node.X, t);
        for (int i = 0; i < dim; ++i)
          if (holds(node, i))
            {
              const unsigned int dof = node.dofs[i];
              if (met.insert(dof).second)
                dofs.local_element(dof) = u[i];
              else if (std::abs(dofs.local_element(dof) - u[i]) >
                       1e-9 * (1 + std::abs(u[i])))
                {
                  std::ostringstream message;
                  message << "Two supports disagree at X = (" << node.X
                          << "), t = " << t << ": component "
                          << "xyz"[i] << " is " << dofs.local_element(dof)
                          << " and by \"" << support.set << "\" " << u[i]
                          << ". Free this component in one of them with "
                             "\"Components\".";
                  throw Error(message.str());
                }
            }
      }
  }

  template <int dim>
  Point<dim> PrescribedMotion<dim>::centre(const unsigned int s,
                                           const double t) const
  {
    return parts[s].translation
             ? Point<dim>(centres[s] + parts[s].translation(t))
             : centres[s];
  }

  template <int dim>
  std::vector<Reaction>
  PrescribedMotion<dim>::reactions(const double t,
                                   const DofVector &displacement,
                                   const DofVector &residual) const
  {
    std::vector<Reaction> result(parts.size());
    std::set<unsigned int> met; // an edge of two supports counts for the first
    for (const Node &node : nodes)
      {
        Tensor<1, 3> arm, force;
        const Point<dim> pole = centre(node.support, t);
        for (int i = 0; i < dim; ++i)
          {
            arm[i] =
              node.X[i] + displacement.local_element(node.dofs[i]) - pole[i];
            if (holds(node, i) && met.insert(node.dofs[i]).second)
              force[i] = residual.local_element(node.dofs[i]);
          }
        result[node.support].force += force;
        result[node.support].moment += cross_product_3d(arm, force);
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
