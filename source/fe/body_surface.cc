// SPDX-License-Identifier: Apache-2.0
// Collecting the faces of all ranks, once.
#include <rivlin/fe/body_surface.h>

#include <rivlin/base/error.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// The points of Gauss-Lobatto quadrature, which are the nodes.
    FaceShape face_shape(const int dim, const int degree)
    {
      const QGaussLobatto<1> points(degree + 1);
      std::vector<double> places;
      for (const Point<1> &point : points.get_points())
        places.push_back(point[0]);
      places.front() = 0;
      places.back()  = 1;
      return FaceShape(dim, places);
    }

    template <int dim>
    Vector3 in_space(const Tensor<1, dim> &x)
    {
      Vector3 result = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        result[i] = x[i];
      return result;
    }

    bool are_the_same(const ContactSides &sides)
    {
      const std::set<std::string> one(sides[0].begin(), sides[0].end());
      return one == std::set<std::string>(sides[1].begin(), sides[1].end());
    }

    template <int dim>
    std::map<types::boundary_id, int> side_of_sets(const Mesh<dim> &mesh,
                                                   const ContactSides &sides,
                                                   const std::string &name)
    {
      std::map<types::boundary_id, int> side_of;
      const int n_sides = are_the_same(sides) ? 1 : 2;
      for (int side = 0; side < n_sides; ++side)
        for (const std::string &set : sides[side])
          {
            const auto [entry, is_new] =
              side_of.emplace(mesh.boundary_id(set), side);
            if (!is_new && entry->second != side)
              throw Error("Contact \"" + name + "\": the faces of \"" + set +
                          "\" are on both sides. Give \"Set\" and \"Against\" "
                          "different sets, or the same sets if they may touch "
                          "themselves.");
          }
      return side_of;
    }

    /// Faces of this rank as plain numbers, which travel.
    struct RawFaces
    {
      std::vector<int> side;
      std::vector<double> orientation;
      /// Per node of the faces: global numbers, places, areas.
      std::vector<types::global_dof_index> dofs;
      std::vector<double> X;
      std::vector<double> node_area;
      std::vector<double> gauss_area; ///< per Gauss point
      std::vector<double> height;
    };

    template <int dim>
    RawFaces own_faces(const Discretization<dim> &space,
                       const std::map<types::boundary_id, int> &side_of,
                       const FaceShape &shape,
                       const Quadrature<dim - 1> &gauss)
    {
      const auto &fe = space.element().base_element(0);
      const QGaussLobatto<dim - 1> lobatto(fe.degree + 1);
      FEFaceValues<dim> at_nodes(space.mapping(),
                                 fe,
                                 lobatto,
                                 update_values | update_quadrature_points |
                                   update_JxW_values | update_normal_vectors);
      FEFaceValues<dim> at_gauss(space.mapping(), fe, gauss, update_JxW_values);
      const DofVector layout = space.make_vector();
      RawFaces raw;
      std::vector<Vector3> X(shape.n_nodes());
      for (int c = 0; c < space.n_cells(); ++c)
        for (const unsigned int f : space.cell(c)->face_indices())
          {
            const auto side  = space.cell(c)->face(f);
            const auto found = side->at_boundary()
                                 ? side_of.find(side->boundary_id())
                                 : side_of.end();
            if (found == side_of.end())
              continue;
            const typename Triangulation<dim>::active_cell_iterator cell(
              space.cell(c));
            at_nodes.reinit(cell, f);
            at_gauss.reinit(cell, f);
            for (unsigned int q = 0; q < lobatto.size(); ++q)
              {
                int a = 0; // the node here: its shape function is one
                while (at_nodes.shape_value(a, q) < 0.5)
                  ++a;
                for (int i = 0; i < dim; ++i)
                  raw.dofs.push_back(layout.get_partitioner()->local_to_global(
                    space.cell_dofs(c)[a * dim + i]));
                X[q] = in_space<dim>(at_nodes.quadrature_point(q));
                raw.X.insert(raw.X.end(), X[q].data(), X[q].data() + 3);
                raw.node_area.push_back(at_nodes.JxW(q) * space.thickness());
              }
            double area = 0;
            for (unsigned int q = 0; q < gauss.size(); ++q)
              {
                area += at_gauss.JxW(q);
                raw.gauss_area.push_back(at_gauss.JxW(q) * space.thickness());
              }
            raw.height.push_back(cell->measure() / area);
            raw.side.push_back(found->second);
            const Vector3 outward = in_space<dim>(at_nodes.normal_vector(0));
            FaceValues corner;
            shape.evaluate({0., 0.}, corner);
            raw.orientation.push_back(
              face_normal(shape, {X, 1}, corner).dot(outward) > 0 ? 1 : -1);
          }
      return raw;
    }

    template <typename Number>
    std::vector<Number> join(const std::vector<Number> &own,
                             const MPI_Comm communicator)
    {
      std::vector<Number> all;
      for (const auto &part : Utilities::MPI::all_gather(communicator, own))
        all.insert(all.end(), part.begin(), part.end());
      return all;
    }

    /// A side of a face is a rim if no other face of the same side of the
    /// contact has it.
    template <int dim>
    void find_rims(BodySurface<dim> &surface)
    {
      std::map<std::vector<int>, int> n_faces;
      const auto key = [&](const int f, const int edge) {
        std::vector<int> nodes{surface.faces[f].side};
        for (const int a : surface.shape.side_nodes(edge))
          nodes.push_back(surface.nodes_of(f)[a]);
        std::sort(nodes.begin() + 1, nodes.end());
        return nodes;
      };
      const int n_edges = 2 * surface.shape.n_parameters();
      for (std::size_t f = 0; f < surface.faces.size(); ++f)
        for (int edge = 0; edge < n_edges; ++edge)
          ++n_faces[key(f, edge)];
      for (std::size_t f = 0; f < surface.faces.size(); ++f)
        for (int edge = 0; edge < n_edges; ++edge)
          surface.faces[f].is_rim[edge] = n_faces.at(key(f, edge)) == 1;
    }

    /// The same from every face that has the node: a corner is its own vertex,
    /// a node of an edge lies between two.
    template <int dim>
    void find_vertices(BodySurface<dim> &surface)
    {
      const FaceShape linear(dim, {0, 1});
      const FaceShape &shape = surface.shape;
      const int last         = shape.n_nodes() - 1;
      // Corners in the order of the linear face.
      std::vector<int> corners = {0, last};
      if (dim == 3)
        {
          const int per_edge = static_cast<int>(shape.side_nodes(0).size());
          corners            = {0, per_edge - 1, last - (per_edge - 1), last};
        }
      FaceValues values;
      for (std::size_t f = 0; f < surface.faces.size(); ++f)
        for (int a = 0; a <= last; ++a)
          if (auto &node = surface.nodes[surface.nodes_of(f)[a]];
              node.vertices.empty())
            {
              linear.evaluate(shape.node(a), values);
              for (std::size_t v = 0; v < corners.size(); ++v)
                if (values.value[v] > 1e-12)
                  node.vertices.emplace_back(surface.nodes_of(f)[corners[v]],
                                             values.value[v]);
            }
    }

    /// Nodes of both sides feel nothing: there the sides are joined.
    template <int dim>
    void add_node_points(const std::vector<double> &node_area,
                         const unsigned int n_owned,
                         BodySurface<dim> &surface)
    {
      struct Sum
      {
        double area = 0, height = std::numeric_limits<double>::max();
      };
      std::vector<std::array<Sum, 2>> sums(surface.nodes.size());
      for (std::size_t k = 0; k < surface.face_nodes.size(); ++k)
        {
          const auto &face = surface.faces[k / surface.shape.n_nodes()];
          Sum &sum         = sums[surface.face_nodes[k]][face.side];
          sum.area += node_area[k];
          sum.height = std::min(sum.height, face.height);
        }
      for (std::size_t n = 0; n < sums.size(); ++n)
        for (int side = 0; side < 2; ++side)
          if (sums[n][side].area > 0 && sums[n][1 - side].area == 0)
            surface.patches.push_back({side,
                                       -1,
                                       {static_cast<int>(n)},
                                       surface.nodes[n].dofs[0] < n_owned,
                                       sums[n][side].height,
                                       {sums[n][side].area},
                                       {1.}});
    }

    template <int dim>
    void add_gauss_points(const std::vector<double> &gauss_area,
                          const Quadrature<dim - 1> &gauss,
                          const unsigned int n_owned,
                          BodySurface<dim> &surface)
    {
      FaceValues values;
      for (std::size_t f = 0; f < surface.faces.size(); ++f)
        {
          const auto nodes = surface.nodes_of(f);
          auto &patch      = surface.patches.emplace_back();
          patch.side       = surface.faces[f].side;
          patch.face       = static_cast<int>(f);
          patch.nodes.assign(nodes.begin(), nodes.end());
          patch.is_own = surface.nodes[nodes[0]].dofs[0] < n_owned;
          patch.height = surface.faces[f].height;
          for (unsigned int q = 0; q < gauss.size(); ++q)
            {
              std::array<double, 2> xi{};
              for (int i = 0; i < dim - 1; ++i)
                xi[i] = gauss.point(q)[i];
              surface.shape.evaluate(xi, values);
              patch.weights.insert(patch.weights.end(),
                                   values.value.begin(),
                                   values.value.begin() + nodes.size());
              patch.areas.push_back(gauss_area[f * gauss.size() + q]);
            }
        }
    }

    template <int dim>
    void find_neighbours(BodySurface<dim> &surface)
    {
      std::vector<std::vector<int>> faces_at(surface.nodes.size());
      for (std::size_t k = 0; k < surface.face_nodes.size(); ++k)
        faces_at[surface.face_nodes[k]].push_back(static_cast<int>(k) /
                                                  surface.shape.n_nodes());
      for (auto &patch : surface.patches)
        {
          std::set<int> faces;
          for (const int node : patch.nodes)
            faces.insert(faces_at[node].begin(), faces_at[node].end());
          patch.neighbours.assign(faces.begin(), faces.end());
        }
    }
  } // namespace

  template <int dim>
  BodySurface<dim> collect_surface(const BodyView<dim> &body,
                                   const ContactSides &sides,
                                   const ContactPoints points,
                                   const std::string &name)
  {
    const Discretization<dim> &space = body.discretization;
    const int degree = static_cast<int>(space.element().base_element(0).degree);
    BodySurface<dim> surface{face_shape(dim, degree), are_the_same(sides)};
    surface.at_nodes.resize(surface.shape.n_nodes());
    for (int a = 0; a < surface.shape.n_nodes(); ++a)
      surface.shape.evaluate(surface.shape.node(a), surface.at_nodes[a]);
    const QGauss<dim - 1> gauss(degree + 1);
    const RawFaces own          = own_faces(space,
                                   side_of_sets(body.mesh, sides, name),
                                   surface.shape,
                                   gauss);
    const MPI_Comm communicator = space.communicator();
    const auto side             = join(own.side, communicator);
    const auto orientation      = join(own.orientation, communicator);
    const auto dofs             = join(own.dofs, communicator);
    const auto X                = join(own.X, communicator);
    const auto node_area        = join(own.node_area, communicator);
    const auto gauss_area       = join(own.gauss_area, communicator);
    const auto height           = join(own.height, communicator);

    for (std::size_t f = 0; f < side.size(); ++f)
      surface.faces.push_back({side[f], orientation[f], height[f], {}});
    std::map<types::global_dof_index, int> number_of;
    for (std::size_t k = 0; k < node_area.size(); ++k)
      {
        const auto [entry, is_new] =
          number_of.emplace(dofs[k * dim],
                            static_cast<int>(surface.nodes.size()));
        if (is_new)
          {
            auto &node = surface.nodes.emplace_back();
            node.X     = Vector3(X[3 * k], X[3 * k + 1], X[3 * k + 2]);
            for (int i = 0; i < dim; ++i)
              {
                if (!space.is_relevant(dofs[k * dim + i]))
                  throw std::logic_error(
                    "Contact \"" + name +
                    "\": its sets are not among ModelDefinition::shared_sets.");
                node.dofs[i] = space.local_index(dofs[k * dim + i]);
              }
          }
        surface.face_nodes.push_back(entry->second);
        surface.nodes[entry->second].area += node_area[k];
        if (surface.faces[k / surface.shape.n_nodes()].side == 0)
          surface.nodes[entry->second].is_on_first_side = true;
      }
    find_rims(surface);
    find_vertices(surface);
    if (points == ContactPoints::nodes)
      add_node_points(node_area, space.n_owned_dofs(), surface);
    else
      add_gauss_points<dim>(gauss_area, gauss, space.n_owned_dofs(), surface);
    find_neighbours(surface);
    return surface;
  }

  template <int dim>
  std::vector<double> nodal_pressures(const BodySurface<dim> &surface,
                                      const DofVector &force)
  {
    std::vector<Vector3> sum(surface.nodes.size(), Vector3::Zero());
    std::vector<double> area(surface.nodes.size(), 0.);
    for (const auto &node : surface.nodes)
      for (const auto &[vertex, weight] : node.vertices)
        {
          area[vertex] += weight * node.area;
          for (int i = 0; i < dim; ++i)
            sum[vertex][i] += weight * force.local_element(node.dofs[i]);
        }
    std::vector<double> result;
    for (const auto &node : surface.nodes)
      {
        result.push_back(0);
        for (const auto &[vertex, weight] : node.vertices)
          result.back() += weight * sum[vertex].norm() / area[vertex];
      }
    return result;
  }

  template std::vector<double> nodal_pressures(const BodySurface<2> &,
                                               const DofVector &);
  template std::vector<double> nodal_pressures(const BodySurface<3> &,
                                               const DofVector &);
  template struct BodySurface<2>;
  template struct BodySurface<3>;
  template BodySurface<2> collect_surface(const BodyView<2> &,
                                          const ContactSides &,
                                          ContactPoints,
                                          const std::string &);
  template BodySurface<3> collect_surface(const BodyView<3> &,
                                          const ContactSides &,
                                          ContactPoints,
                                          const std::string &);
} // namespace rivlin
