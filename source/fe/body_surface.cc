// SPDX-License-Identifier: Apache-2.0
// Collecting the faces once, placing them at every state, finding partners.
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

    template <int dim>
    std::map<types::boundary_id, int> side_of_sets(const Mesh<dim> &mesh,
                                                   const ContactSides &sides,
                                                   const std::string &name)
    {
      std::map<types::boundary_id, int> side_of;
      for (int side = 0; side < 2; ++side)
        for (const std::string &set : sides[side])
          {
            const auto [entry, is_new] =
              side_of.emplace(mesh.boundary_id(set), side);
            if (!is_new && entry->second != side)
              throw Error("Contact \"" + name + "\": the faces of \"" + set +
                          "\" are on both sides. A face cannot touch itself: "
                          "give \"Set\" and \"Against\" different sets; split "
                          "the set of a part that folds.");
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
      FaceValues values;
      shape.evaluate({0.5, 0.5}, values);
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
            for (unsigned int q = 0; q < gauss.size(); ++q)
              raw.gauss_area.push_back(at_gauss.JxW(q) * space.thickness());
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
      std::vector<std::array<double, 2>> area(surface.nodes.size(), {0, 0});
      for (std::size_t k = 0; k < surface.face_nodes.size(); ++k)
        area[surface.face_nodes[k]]
            [surface.faces[k / surface.shape.n_nodes()].side] += node_area[k];
      for (std::size_t n = 0; n < area.size(); ++n)
        for (int side = 0; side < 2; ++side)
          if (area[n][side] > 0 && area[n][1 - side] == 0)
            surface.points.push_back({side,
                                      {static_cast<int>(n)},
                                      {1.},
                                      area[n][side],
                                      surface.nodes[n].dofs[0] < n_owned});
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
          for (unsigned int q = 0; q < gauss.size(); ++q)
            {
              std::array<double, 2> xi{};
              for (int i = 0; i < dim - 1; ++i)
                xi[i] = gauss.point(q)[i];
              surface.shape.evaluate(xi, values);
              surface.points.push_back(
                {surface.faces[f].side,
                 {nodes.begin(), nodes.end()},
                 {values.value.begin(), values.value.begin() + nodes.size()},
                 gauss_area[f * gauss.size() + q],
                 surface.nodes[nodes[0]].dofs[0] < n_owned});
            }
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
    BodySurface<dim> surface{face_shape(dim, degree), {}, {}, {}, {}};
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

    for (std::size_t f = 0; f < side.size(); ++f)
      surface.faces.push_back({side[f], orientation[f], {}});
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
    return surface;
  }

  template <int dim>
  PlacedSurface<dim>::PlacedSurface(const BodySurface<dim> &given,
                                    const DofVector &displacement,
                                    const double search_reach)
    : surface(given)
    , reach(search_reach)
  {
    x.reserve(surface.nodes.size());
    for (const auto &node : surface.nodes)
      {
        x.push_back(node.X);
        for (int i = 0; i < dim; ++i)
          x.back()[i] += displacement.local_element(node.dofs[i]);
      }
    const int n = surface.shape.n_nodes();
    std::vector<FaceValues> at_nodes(n);
    for (int a = 0; a < n; ++a)
      surface.shape.evaluate(surface.shape.node(a), at_nodes[a]);
    normals.assign(2 * x.size(), Vector3::Zero());
    std::array<std::vector<Box>, 2> boxes;
    std::array<Vector3, FaceValues::most_nodes> places;
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      {
        const int side        = surface.faces[f].side;
        const auto nodes      = surface.nodes_of(f);
        const PlacedFace here = face(static_cast<int>(f), places);
        Box box{here.nodes[0], here.nodes[0]};
        double curved = 0; // how far nodes are from the linear face
        for (int a = 0; a < n; ++a)
          {
            normals[2 * nodes[a] + side] +=
              face_normal(surface.shape, here, at_nodes[a]);
            box.low     = box.low.cwiseMin(here.nodes[a]);
            box.high    = box.high.cwiseMax(here.nodes[a]);
            Vector3 off = here.nodes[a];
            for (const auto &[vertex, weight] :
                 surface.nodes[nodes[a]].vertices)
              off -= weight * x[vertex];
            curved = std::max(curved, off.norm());
          }
        // A curved face bulges beyond its nodes, and goes on beyond rims.
        const bool has_rim =
          std::find(here.is_rim.begin(), here.is_rim.end(), true) !=
          here.is_rim.end();
        const Vector3 bulge = Vector3::Constant(
          0.5 * curved + (has_rim ? 0.06 : 1e-3) * (box.high - box.low).norm());
        box.low -= bulge;
        box.high += bulge;
        boxes[side].push_back(box);
        faces_of[side].push_back(static_cast<int>(f));
      }
    for (int side = 0; side < 2; ++side)
      search[side].emplace(dim, std::move(boxes[side]), reach);
  }

  template <int dim>
  PlacedFace PlacedSurface<dim>::face(const int f,
                                      const std::span<Vector3> nodes) const
  {
    const auto numbers = surface.nodes_of(f);
    for (std::size_t a = 0; a < numbers.size(); ++a)
      nodes[a] = x[numbers[a]];
    return {nodes.first(numbers.size()),
            surface.faces[f].orientation,
            surface.faces[f].is_rim};
  }

  template <int dim>
  Vector3
  PlacedSurface<dim>::place(const typename BodySurface<dim>::Point &point) const
  {
    Vector3 result = Vector3::Zero();
    for (std::size_t a = 0; a < point.nodes.size(); ++a)
      result += point.weights[a] * x[point.nodes[a]];
    return result;
  }

  template <int dim>
  Vector3 PlacedSurface<dim>::normal(
    const typename BodySurface<dim>::Point &point) const
  {
    Vector3 result = Vector3::Zero();
    for (std::size_t a = 0; a < point.nodes.size(); ++a)
      result += point.weights[a] * normals[2 * point.nodes[a] + point.side];
    return result;
  }

  template <int dim>
  std::optional<ContactPair> PlacedSurface<dim>::partner(
    const typename BodySurface<dim>::Point &point) const
  {
    const int other        = 1 - point.side;
    const BoxSearch &boxes = *search[other];
    const Vector3 at = place(point), outward = normal(point);
    std::optional<ContactPair> best;
    double nearest = reach;
    std::array<Vector3, FaceValues::most_nodes> places;
    // The nearest box first: most others need no closer look then.
    const auto candidates = boxes.near(at);
    std::size_t first     = 0;
    double first_distance = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (const double square = boxes.box(candidates[i]).square_distance(at);
          square < first_distance)
        {
          first_distance = square;
          first          = i;
        }
    for (std::size_t i = 0; i < candidates.size(); ++i)
      {
        // Begin with the first, which changes places with number 0.
        const int k        = candidates[i == 0 ? first : (i == first ? 0 : i)];
        const double slack = 1e-9 * reach;
        if (boxes.box(k).square_distance(at) >
            (nearest + slack) * (nearest + slack))
          continue;
        const int f      = faces_of[other][k];
        const auto nodes = surface.nodes_of(f);
        if (std::find_first_of(nodes.begin(),
                               nodes.end(),
                               point.nodes.begin(),
                               point.nodes.end()) != nodes.end())
          continue;
        const Foot foot = find_foot(surface.shape, face(f, places), at);
        if (!(foot.distance <= nearest + slack) ||
            !(foot.normal.dot(outward) < 0))
          continue;
        // Faces that meet at the nearest point have the same distance.
        const bool is_tie =
          best && std::abs(foot.distance - best->foot.distance) <= slack &&
          (foot.place - best->foot.place).norm() <= 1e-3 * reach;
        if (is_tie)
          {
            best->side += foot.normal;
            if (foot.n_free() > best->foot.n_free())
              {
                best->face = f;
                best->foot = foot;
              }
          }
        else if (foot.distance < nearest)
          best = ContactPair{f, foot, foot.normal, 0};
        nearest = std::min(nearest, foot.distance);
      }
    if (!best || best->foot.is_beyond_rim)
      return {};
    best->gap = best->foot.n_free() == dim - 1
                  ? (at - best->foot.place).dot(best->foot.normal)
                  : std::copysign(best->foot.distance,
                                  (at - best->foot.place).dot(best->side));
    return best;
  }

  template struct BodySurface<2>;
  template struct BodySurface<3>;
  template class PlacedSurface<2>;
  template class PlacedSurface<3>;
  template BodySurface<2> collect_surface(const BodyView<2> &,
                                          const ContactSides &,
                                          ContactPoints,
                                          const std::string &);
  template BodySurface<3> collect_surface(const BodyView<3> &,
                                          const ContactSides &,
                                          ContactPoints,
                                          const std::string &);
} // namespace rivlin
