// SPDX-License-Identifier: Apache-2.0
// The points of Gauss-Lobatto quadrature are the nodes: their weights are areas
// of nodes, all positive.
#include <rivlin/fe/contact_nodes.h>

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

    template <int dim>
    std::set<types::boundary_id> numbers(const Mesh<dim> &mesh,
                                         const std::vector<std::string> &sets)
    {
      std::set<types::boundary_id> ids;
      for (const std::string &set : sets)
        ids.insert(mesh.boundary_id(set));
      return ids;
    }

    template <int dim>
    Vector3 place(const Point<dim> &X)
    {
      Vector3 result = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        result[i] = X[i];
      return result;
    }

    /// One at the nodes of faces outside the sets that lie in the surface.
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
                  return std::abs(gap(surface, place(x)).value) < tolerance;
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
  std::vector<ContactNode<dim>>
  contact_nodes(const Mesh<dim> &mesh,
                const Discretization<dim> &discretization,
                const std::vector<std::string> &sets,
                const RigidSurface &surface,
                const std::vector<bool> &is_prescribed,
                const double tolerance)
  {
    const std::set<types::boundary_id> ids = numbers(mesh, sets);
    const DofVector stop =
      nodes_of_stop(discretization, ids, surface, tolerance);
    const auto &fe = discretization.element().base_element(0);
    const QGaussLobatto<dim - 1> quadrature(fe.degree + 1);
    FEFaceValues<dim> values(discretization.mapping(),
                             fe,
                             quadrature,
                             update_values | update_quadrature_points |
                               update_JxW_values);
    std::vector<ContactNode<dim>> nodes;
    std::map<unsigned int, std::size_t> place_of; // of a degree of freedom
    int n_faces = 0; // of the boundary, in the order of boundary_faces()
    for (int c = 0; c < discretization.n_cells(); ++c)
      for (const unsigned int face : discretization.cell(c)->face_indices())
        {
          if (!discretization.cell(c)->face(face)->at_boundary())
            continue;
          const int first_place =
            n_faces++ * static_cast<int>(quadrature.size());
          if (ids.count(discretization.cell(c)->face(face)->boundary_id()) == 0)
            continue;
          values.reinit(typename Triangulation<dim>::active_cell_iterator(
                          discretization.cell(c)),
                        face);
          for (unsigned int q = 0; q < quadrature.size(); ++q)
            {
              const int a              = node_at(values, q);
              const unsigned int *dofs = &discretization.cell_dofs(c)[a * dim];
              if (stop.local_element(dofs[0]) > 0 ||
                  std::all_of(dofs, dofs + dim, [&](const unsigned int dof) {
                    return is_prescribed[dof];
                  }))
                continue;
              const auto [entry, is_new] =
                place_of.emplace(dofs[0], nodes.size());
              if (is_new)
                nodes.push_back({c, a, values.quadrature_point(q), 0, {}});
              nodes[entry->second].places.push_back(first_place +
                                                    static_cast<int>(q));
              nodes[entry->second].weight +=
                values.JxW(q) * discretization.thickness();
            }
        }
    return nodes;
  }

  template <int dim>
  int nodes_per_face(const Discretization<dim> &discretization)
  {
    const int n = discretization.element().base_element(0).degree + 1;
    return dim == 2 ? n : n * n;
  }

  template int nodes_per_face(const Discretization<2> &);
  template int nodes_per_face(const Discretization<3> &);
  template std::vector<ContactNode<2>>
  contact_nodes(const Mesh<2> &,
                const Discretization<2> &,
                const std::vector<std::string> &,
                const RigidSurface &,
                const std::vector<bool> &,
                double);
  template std::vector<ContactNode<3>>
  contact_nodes(const Mesh<3> &,
                const Discretization<3> &,
                const std::vector<std::string> &,
                const RigidSurface &,
                const std::vector<bool> &,
                double);
} // namespace rivlin
