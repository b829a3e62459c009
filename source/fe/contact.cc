// SPDX-License-Identifier: Apache-2.0
// Contact at nodes. Nodal forces and stiffnesses are proportional to the area
// of a node, so every rank works with the part of it that its own faces have.
#include <rivlin/fe/contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// What is not given: the distance relative to the size of the part, the
    /// pressure relative to its shear modulus. Contact pressures of rubber are
    /// a few shear moduli.
    constexpr double default_distance = 1e-4;
    constexpr double default_pressure = 10;

    template <int dim>
    Vector3 to_vector3(const Tensor<1, dim> &x)
    {
      Vector3 result = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        result[i] = x[i];
      return result;
    }

    bool lies_in_plane(const RigidSurface &surface)
    {
      if (const auto *plane = std::get_if<Plane>(&surface))
        return plane->normal[2] == 0;
      return std::abs(std::get<Cylinder>(surface).axis[2]) == 1;
    }

    /// The node at a point of Gauss-Lobatto quadrature: there one shape
    /// function is one and the others vanish.
    template <int dim>
    int node_at(const FEFaceValues<dim> &values, const unsigned int q)
    {
      int a = 0;
      while (values.shape_value(a, q) < 0.5)
        ++a;
      return a;
    }

    /// The set numbers of a contact.
    template <int dim>
    std::set<types::boundary_id> numbers(const Mesh<dim> &mesh,
                                         const std::vector<std::string> &sets)
    {
      std::set<types::boundary_id> ids;
      for (const std::string &set : sets)
        ids.insert(mesh.boundary_id(set));
      return ids;
    }

    /// One at the nodes of faces outside the sets that lie in the surface: an
    /// elastic sleeve which is the stop itself. What is bonded to it there
    /// cannot come any closer.
    template <int dim>
    DofVector nodes_of_stop(const Discretization<dim> &discretization,
                            const std::set<types::boundary_id> &sets,
                            const RigidSurface &surface,
                            const double tolerance)
    {
      DofVector marks = discretization.make_vector();
      const auto &fe  = discretization.element().base_element(0);
      const QGaussLobatto<dim - 1> quadrature(fe.degree + 1);
      FEFaceValues<dim> values(discretization.mapping(),
                               fe,
                               quadrature,
                               update_values | update_quadrature_points);
      for (int c = 0; c < discretization.n_cells(); ++c)
        for (const unsigned int face : discretization.cell(c)->face_indices())
          {
            const auto side = discretization.cell(c)->face(face);
            if (!side->at_boundary() || sets.count(side->boundary_id()) > 0)
              continue;
            values.reinit(typename Triangulation<dim>::active_cell_iterator(
                            discretization.cell(c)),
                          face);
            const auto &points = values.get_quadrature_points();
            if (std::all_of(points.begin(), points.end(), [&](const auto &x) {
                  return std::abs(gap(surface, to_vector3<dim>(x)).value) <
                         tolerance;
                }))
              for (unsigned int q = 0; q < quadrature.size(); ++q)
                marks.local_element(
                  discretization.cell_dofs(c)[node_at(values, q) * dim]) = 1;
          }
      marks.compress(VectorOperation::max);
      marks.update_ghost_values();
      return marks;
    }
  } // namespace

  template <int dim>
  Contacts<dim>::Contacts(const Mesh<dim> &mesh,
                          const Discretization<dim> &space,
                          const ModelDefinition<dim> &definition,
                          const PrescribedMotion<dim> &motion,
                          const double length_scale,
                          const double stress_scale)
    : discretization(&space)
    , parts(definition.contacts.size())
  {
    for (std::size_t k = 0; k < parts.size(); ++k)
      {
        const Contact &contact      = definition.contacts[k];
        Part &part                  = parts[k];
        part.contact                = contact;
        ContactLaw &law             = part.contact.law;
        const std::string beginning = "Contact \"" + contact.name + "\": ";
        if (law.distance == 0)
          law.distance = default_distance * length_scale;
        if (law.pressure == 0)
          law.pressure = default_pressure * stress_scale;
        check(law);
        check(contact.surface);
        if (dim == 2 && !lies_in_plane(contact.surface))
          throw Error(beginning +
                      "in plane strain the normal of a plane has no component "
                      "z, and a cylinder has the axis z.");
        if (contact.carrier)
          {
            const Support<dim> &support = definition.supports[*contact.carrier];
            if (support.displacement ||
                (support.sleeve &&
                 RigidSleeve(support.sleeve->body).n_velocities() > 0))
              throw Error(beginning + "its surface is carried by \"" +
                          support.set +
                          "\", which is not fixed or driven as a whole. Let a "
                          "fixed or driven support or the ground carry it.");
            part.centre = to_vector3<dim>(motion.centre(*contact.carrier));
          }
        part.nodes = find_nodes(mesh, contact.sets, motion.is_prescribed());
        const DofVector stop = nodes_of_stop(space,
                                             numbers(mesh, contact.sets),
                                             contact.surface,
                                             1e-6 * law.distance);
        std::erase_if(part.nodes, [&](const Node &node) {
          return stop.local_element(
                   space.cell_dofs(node.cell)[node.node * dim]) > 0;
        });
        if (Utilities::MPI::sum(part.nodes.size(), space.communicator()) == 0)
          throw Error(beginning + "supports hold all nodes of \"" +
                      contact.sets.front() +
                      "\", nothing can touch. Name a free surface.");
      }
    const std::vector<ContactState> start =
      observe(std::vector<RigidMotion>(definition.supports.size()),
              space.make_vector());
    for (int k = 0; k < size(); ++k)
      {
        const ContactLaw &law = parts[k].contact.law;
        // A barrier acts before the surfaces touch.
        const double least = law.method == ContactMethod::barrier
                               ? law.distance
                               : -1e-6 * law.distance;
        if (start[k].smallest_gap < least)
          throw Error("Contact \"" + parts[k].contact.name +
                      "\": the smallest gap of the undeformed body is " +
                      number_text(start[k].smallest_gap, 6) +
                      (law.method == ContactMethod::barrier
                         ? ", less than the distance " +
                             number_text(law.distance) +
                             " from which the barrier acts. Give a smaller "
                             "distance or choose the penalty."
                         : ": the surface cuts the body. Move the surface, or "
                           "turn its side around."));
      }
  }

  template <int dim>
  std::vector<typename Contacts<dim>::Node>
  Contacts<dim>::find_nodes(const Mesh<dim> &mesh,
                            const std::vector<std::string> &sets,
                            const std::vector<bool> &is_prescribed) const
  {
    const std::set<types::boundary_id> ids = numbers(mesh, sets);
    const auto &fe = discretization->element().base_element(0);
    const QGaussLobatto<dim - 1> quadrature(fe.degree + 1);
    FEFaceValues<dim> values(discretization->mapping(),
                             fe,
                             quadrature,
                             update_values | update_quadrature_points |
                               update_JxW_values);
    std::vector<Node> nodes;
    std::map<unsigned int, std::size_t> place; // of a degree of freedom
    for (int c = 0; c < discretization->n_cells(); ++c)
      for (const unsigned int face : discretization->cell(c)->face_indices())
        if (discretization->cell(c)->face(face)->at_boundary() &&
            ids.count(discretization->cell(c)->face(face)->boundary_id()) > 0)
          {
            values.reinit(typename Triangulation<dim>::active_cell_iterator(
                            discretization->cell(c)),
                          face);
            for (unsigned int q = 0; q < quadrature.size(); ++q)
              {
                const int a = node_at(values, q);
                const unsigned int *dofs =
                  &discretization->cell_dofs(c)[a * dim];
                if (std::all_of(dofs, dofs + dim, [&](unsigned int dof) {
                      return is_prescribed[dof];
                    }))
                  continue;
                const auto [entry, is_new] =
                  place.emplace(dofs[0], nodes.size());
                if (is_new)
                  nodes.push_back({c, a, values.quadrature_point(q), 0});
                nodes[entry->second].weight +=
                  values.JxW(q) * discretization->thickness();
              }
          }
    return nodes;
  }

  template <int dim>
  typename Contacts<dim>::Touch Contacts<dim>::touch(const Part &part,
                                                     const RigidMotion &motion,
                                                     const Vector3 &x) const
  {
    // The point in the frame of the surface, y = C + R^T (x - C - t).
    const bool moves = part.contact.carrier.has_value();
    const Matrix3 R  = moves ? Matrix3(Matrix3::Identity() + motion.rotation[0])
                             : Matrix3(Matrix3::Identity());
    const Vector3 y =
      moves ? Vector3(part.centre +
                      R.transpose() * (x - part.centre - motion.translation[0]))
            : x;
    const Gap gap = rivlin::gap(part.contact.surface, y);
    Touch result;
    result.x        = x;
    result.gap      = gap.value;
    result.response = respond(part.contact.law, gap.value);
    if (result.response.pressure > 0)
      {
        const Vector3 n = R * gap.normal;
        result.force    = result.response.pressure * n;
        result.K =
          result.response.stiffness * n * n.transpose() -
          result.response.pressure * (R * gap.curvature * R.transpose());
      }
    return result;
  }

  template <int dim>
  template <typename Action>
  void Contacts<dim>::for_nodes(const std::vector<RigidMotion> &motions,
                                const DofVector &dofs,
                                const Action &action) const
  {
    static const RigidMotion at_rest;
    for (const Part &part : parts)
      for (const Node &node : part.nodes)
        {
          const unsigned int *indices =
            &discretization->cell_dofs(node.cell)[node.node * dim];
          Vector3 x = to_vector3<dim>(node.X);
          for (int i = 0; i < dim; ++i)
            x[i] += dofs.local_element(indices[i]);
          action(part,
                 node,
                 indices,
                 touch(part,
                       part.contact.carrier ? motions[*part.contact.carrier]
                                            : at_rest,
                       x));
        }
  }

  template <int dim>
  void Contacts<dim>::add_residual(const std::vector<RigidMotion> &motions,
                                   const DofVector &dofs,
                                   DofVector &residual) const
  {
    for_nodes(motions,
              dofs,
              [&](const Part &,
                  const Node &node,
                  const unsigned int *indices,
                  const Touch &touch) {
                for (int i = 0; i < dim; ++i)
                  residual.local_element(indices[i]) -=
                    node.weight * touch.force[i];
              });
  }

  template <int dim>
  void Contacts<dim>::add_residual_rate(const std::vector<RigidMotion> &motions,
                                        const std::vector<RigidMotion> &rates,
                                        const DofVector &dofs,
                                        DofVector &residual) const
  {
    for_nodes(motions,
              dofs,
              [&](const Part &part,
                  const Node &node,
                  const unsigned int *indices,
                  const Touch &touch) {
                if (!part.contact.carrier || touch.response.pressure == 0)
                  return;
                const RigidMotion &motion = motions[*part.contact.carrier];
                const RigidMotion &rate   = rates[*part.contact.carrier];
                // f = R f_y(y(x, t)) and x moves through the frame as if the
                // surface stood still and the point had minus the velocity of
                // the surface: df/dt = Omega f + K v_surface, Omega = Rdot R^T.
                const Matrix3 R     = Matrix3::Identity() + motion.rotation[0];
                const Matrix3 Omega = rate.rotation[0] * R.transpose();
                const Vector3 velocity =
                  rate.translation[0] +
                  Omega * (touch.x - part.centre - motion.translation[0]);
                const Vector3 change = Omega * touch.force + touch.K * velocity;
                for (int i = 0; i < dim; ++i)
                  residual.local_element(indices[i]) -= node.weight * change[i];
              });
  }

  template <int dim>
  void Contacts<dim>::add_tangent(const std::vector<RigidMotion> &motions,
                                  const DofVector &dofs,
                                  const AssemblyMap &map,
                                  SubassembledMatrix &matrix) const
  {
    for_nodes(motions,
              dofs,
              [&](const Part &,
                  const Node &node,
                  const unsigned int *,
                  const Touch &touch) {
                if (touch.response.pressure > 0)
                  map.add_node_block(
                    node.cell, node.node, dim, node.weight * touch.K, matrix);
              });
  }

  template <int dim>
  void
  Contacts<dim>::add_stiffness_product(const std::vector<RigidMotion> &motions,
                                       const DofVector &dofs,
                                       const DofVector &change,
                                       DofVector &result) const
  {
    for_nodes(motions,
              dofs,
              [&](const Part &,
                  const Node &node,
                  const unsigned int *indices,
                  const Touch &touch) {
                for (int i = 0; i < dim; ++i)
                  for (int j = 0; j < dim; ++j)
                    result.local_element(indices[i]) +=
                      node.weight * touch.K(i, j) *
                      change.local_element(indices[j]);
              });
  }

  template <int dim>
  std::vector<ContactState>
  Contacts<dim>::observe(const std::vector<RigidMotion> &motions,
                         const DofVector &dofs) const
  {
    std::vector<ContactState> states(parts.size());
    for_nodes(motions,
              dofs,
              [&](const Part &part,
                  const Node &node,
                  const unsigned int *,
                  const Touch &touch) {
                ContactState &state = states[&part - parts.data()];
                const Vector3 force = node.weight * touch.force;
                state.force += force;
                state.moment += touch.x.cross(force);
                state.energy += node.weight * touch.response.energy;
                state.smallest_gap = std::min(state.smallest_gap, touch.gap);
                state.largest_pressure =
                  std::max(state.largest_pressure, touch.response.pressure);
                if (touch.response.pressure > 0)
                  state.area += node.weight;
              });
    const MPI_Comm communicator = discretization->communicator();
    for (ContactState &state : states)
      {
        std::array<double, 8> sums = {state.force[0],
                                      state.force[1],
                                      state.force[2],
                                      state.moment[0],
                                      state.moment[1],
                                      state.moment[2],
                                      state.energy,
                                      state.area};
        MPI_Allreduce(
          MPI_IN_PLACE, sums.data(), 8, MPI_DOUBLE, MPI_SUM, communicator);
        state.force  = Vector3(sums[0], sums[1], sums[2]);
        state.moment = Vector3(sums[3], sums[4], sums[5]);
        state.energy = sums[6];
        state.area   = sums[7];
        state.smallest_gap =
          Utilities::MPI::min(state.smallest_gap, communicator);
        state.largest_pressure =
          Utilities::MPI::max(state.largest_pressure, communicator);
      }
    return states;
  }

  template <int dim>
  double Contacts<dim>::power(const std::vector<RigidMotion> &motions,
                              const DofVector &dofs) const
  {
    double power = 0;
    for_nodes(motions,
              dofs,
              [&](const Part &part,
                  const Node &node,
                  const unsigned int *,
                  const Touch &touch) {
                if (!part.contact.carrier || touch.response.pressure == 0)
                  return;
                const RigidMotion &motion = motions[*part.contact.carrier];
                const Matrix3 R = Matrix3::Identity() + motion.rotation[0];
                const Vector3 velocity =
                  motion.translation[1] +
                  motion.rotation[1] * R.transpose() *
                    (touch.x - part.centre - motion.translation[0]);
                power += node.weight * touch.force.dot(velocity);
              });
    return Utilities::MPI::sum(power, discretization->communicator());
  }

  template <int dim>
  DofVector Contacts<dim>::pressures(const std::vector<RigidMotion> &motions,
                                     const DofVector &dofs) const
  {
    DofVector result = discretization->make_vector();
    for_nodes(motions,
              dofs,
              [&](const Part &,
                  const Node &,
                  const unsigned int *indices,
                  const Touch &touch) {
                result.local_element(indices[0]) = touch.response.pressure;
              });
    result.compress(VectorOperation::max);
    result.update_ghost_values();
    return result;
  }

  template class Contacts<2>;
  template class Contacts<3>;
} // namespace rivlin
