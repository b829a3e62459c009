// SPDX-License-Identifier: Apache-2.0
// Contact of the body with itself at points of both sides. Every rank knows the
// whole surface and looks after the points whose first node it owns.
#include <rivlin/fe/body_contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/fe/pair_block.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// What is not given, relative to the size of the part and to its shear
    /// modulus. The distance is five times that of rigid surfaces: two curved
    /// surfaces of different meshes cannot lie closer upon each other, and
    /// Newton's method takes a quarter of the iterations
    /// (doc/theory/body_contact.md).
    constexpr double body_contact_distance = 5e-4;
    constexpr double body_contact_pressure = 10;
    /// How far partners are looked for, relative to the size of the part; an
    /// iterate that penetrates deeper than half of it is refused.
    constexpr double search_reach = 0.05;
    /// Gaps below it couple the sides in the matrix, relative to the reach.
    constexpr double coupling_reach = 0.1;

    template <int dim>
    class BodyContactAction final : public BodyAction<dim>
    {
    public:
      BodyContactAction(const BodyContact &given, const BodyView<dim> &body);

      std::string kind() const override
      {
        return "contact \"" + contact.name + "\"";
      }
      std::vector<std::string> sets() const override
      {
        std::vector<std::string> all = contact.sides[0];
        all.insert(all.end(), contact.sides[1].begin(), contact.sides[1].end());
        return all;
      }
      bool stores_energy() const override
      {
        return true;
      }
      bool acts_suddenly() const override
      {
        return true;
      }
      bool couples_cells() const override
      {
        return true;
      }
      std::vector<std::vector<unsigned int>>
      coupled_dofs(const BodyState &at) const override;
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override;
      void add_tangent(const BodyState &at,
                       TangentBlocks &blocks) const override;
      ActionBalance balance(const BodyState &at) const override;
      std::vector<std::string>
      column_titles(const UnitSystem &units) const override;
      std::vector<double> columns(const BodyState &at) const override;
      std::string picture_field(const UnitSystem &units) const override
      {
        return with_unit("contact pressure", units.stress);
      }
      void raise_picture_field(const BodyState &at,
                               DofVector &field) const override;

    private:
      using Point = typename BodySurface<dim>::Point;

      void complete_law(const BodyView<dim> &body);
      void refuse_held_sides(const BodyView<dim> &body) const;
      void refuse_sides_that_face_away() const;
      void refuse_penetration(const BodyState &undeformed) const;
      /// Call action(point, pair) for the points of this rank with a partner.
      template <typename Action>
      void for_pairs(const PlacedSurface<dim> &placed,
                     const Action &action) const;
      PlacedSurface<dim> place(const BodyState &at) const
      {
        return PlacedSurface<dim>(surface, at.displacement, reach);
      }
      /// Forces on the nodes, with ghosts. Collective.
      DofVector nodal_forces(const BodyState &at) const;
      /// Per node: force over area at the vertices, linear between them. Forces
      /// of single points scatter, sums with linear functions do not.
      std::vector<double> pressures(const DofVector &force) const;
      /// Smallest gap of all ranks, the size of the part if there is none.
      double smallest_gap(const BodyState &at) const;

      BodyContact contact;
      const Discretization<dim> &space;
      BodySurface<dim> surface;
      double size; ///< of the part
      double reach;
    };

    template <int dim>
    BodyContactAction<dim>::BodyContactAction(const BodyContact &given,
                                              const BodyView<dim> &body)
      : contact(given)
      , space(body.discretization)
      , surface(collect_surface(body, given.sides, given.points, given.name))
      , size(body.length_scale)
    {
      complete_law(body);
      refuse_held_sides(body);
      refuse_sides_that_face_away();
      const BodyState undeformed{
        0,
        {std::vector<RigidMotion>(body.motion.supports().size()), {}},
        space.make_vector(),
        {}};
      refuse_penetration(undeformed);
    }

    template <int dim>
    void BodyContactAction<dim>::complete_law(const BodyView<dim> &body)
    {
      if (contact.law.distance == 0)
        contact.law.distance = body_contact_distance * size;
      if (contact.law.pressure == 0)
        contact.law.pressure = body_contact_pressure * body.stress_scale;
      check(contact.law);
      reach = std::max(search_reach * size, 20 * contact.law.distance);
    }

    template <int dim>
    void
    BodyContactAction<dim>::refuse_held_sides(const BodyView<dim> &body) const
    {
      const std::vector<bool> &held = body.motion.is_prescribed();
      double n_free                 = 0;
      for (const auto &node : surface.nodes)
        for (const unsigned int dof : node.dofs)
          if (dof < space.n_owned_dofs() && !held[dof])
            ++n_free;
      if (Utilities::MPI::sum(n_free, space.communicator()) == 0)
        throw Error(
          "Contact \"" + contact.name + "\": supports hold all nodes of \"" +
          contact.sides[0].front() + "\" and \"" + contact.sides[1].front() +
          "\", nothing can touch. Name free surfaces.");
    }

    /// Sides that can meet have two points that lie before each other.
    template <int dim>
    void BodyContactAction<dim>::refuse_sides_that_face_away() const
    {
      const DofVector undeformed = space.make_vector();
      const PlacedSurface<dim> placed(surface, undeformed, reach);
      // Sides that penetrate each other a little are another mistake.
      const double tolerance = reach;
      std::array<std::vector<std::pair<Vector3, Vector3>>, 2> points;
      for (const Point &point : surface.points)
        points[point.side].push_back(
          {placed.place(point), placed.normal(point)});
      for (const auto &[x, n] : points[0])
        for (const auto &[y, m] : points[1])
          if ((y - x).dot(n) > -tolerance * n.norm() &&
              (x - y).dot(m) > -tolerance * m.norm())
            return;
      throw Error("Contact \"" + contact.name + "\": the sides \"" +
                  contact.sides[0].front() + "\" and \"" +
                  contact.sides[1].front() +
                  "\" face away from each other, no point of one lies before "
                  "the other. Name the two sides of a void, or of a part that "
                  "folds together.");
    }

    template <int dim>
    void BodyContactAction<dim>::refuse_penetration(
      const BodyState &undeformed) const
    {
      const double gap      = smallest_gap(undeformed);
      const ContactLaw &law = contact.law;
      // A barrier acts before the surfaces touch.
      const bool is_barrier = law.method == ContactMethod::barrier;
      if (gap < (is_barrier ? law.distance : -law.distance))
        throw Error(
          "Contact \"" + contact.name +
          "\": the smallest gap of the undeformed body is " +
          number_text(gap, 6) +
          (is_barrier
             ? ", less than the distance " + number_text(law.distance) +
                 " from which the barrier acts. Give a smaller "
                 "distance or choose the penalty."
             : ": the sides penetrate each other by more than the "
               "distance " +
                 number_text(law.distance) +
                 ". Correct the mesh, name sides that face each other, "
                 "or give a larger \"Distance\"."));
    }

    template <int dim>
    template <typename Action>
    void BodyContactAction<dim>::for_pairs(const PlacedSurface<dim> &placed,
                                           const Action &action) const
    {
      for (const Point &point : surface.points)
        if (point.is_own)
          if (const auto pair = placed.partner(point))
            action(point, *pair);
    }

    template <int dim>
    double BodyContactAction<dim>::smallest_gap(const BodyState &at) const
    {
      double gap        = size;
      const auto lowest = [&](const double distance) {
        for_pairs(PlacedSurface<dim>(surface, at.displacement, distance),
                  [&](const Point &, const ContactPair &pair) {
                    gap = std::min(gap, pair.gap);
                  });
        gap = Utilities::MPI::min(gap, space.communicator());
      };
      lowest(reach);
      if (gap == size) // nothing near: look everywhere
        lowest(size);
      return gap;
    }

    template <int dim>
    std::vector<std::vector<unsigned int>>
    BodyContactAction<dim>::coupled_dofs(const BodyState &at) const
    {
      const double near =
        std::max(coupling_reach * reach, 2 * contact.law.distance);
      std::vector<std::vector<unsigned int>> groups;
      for_pairs(place(at), [&](const Point &point, const ContactPair &pair) {
        if (pair.gap > near)
          return;
        auto &group    = groups.emplace_back();
        const auto add = [&](const int node) {
          group.insert(group.end(),
                       surface.nodes[node].dofs.begin(),
                       surface.nodes[node].dofs.end());
        };
        for (const int node : point.nodes)
          add(node);
        for (const int node : surface.nodes_of(pair.face))
          add(node);
      });
      return groups;
    }

    template <int dim>
    Evaluation BodyContactAction<dim>::add_residual(const BodyState &at,
                                                    DofVector &residual) const
    {
      const PlacedSurface<dim> placed = place(at);
      FaceValues values;
      std::array<Vector3, FaceValues::most_nodes> places;
      double deepest = 0;
      for_pairs(placed, [&](const Point &point, const ContactPair &pair) {
        deepest                        = std::min(deepest, pair.gap);
        const ContactResponse response = respond(contact.law, pair.gap);
        if (response.pressure == 0)
          return;
        surface.shape.evaluate(pair.foot.xi, values);
        const FaceGap gap    = face_gap(surface.shape,
                                     placed.face(pair.face, places),
                                     pair.foot,
                                     pair.side,
                                     placed.place(point),
                                     values,
                                     false);
        const Vector3 force  = point.area / 2 * response.pressure * gap.n;
        const auto add_force = [&](const int node, const double weight) {
          for (int i = 0; i < dim; ++i)
            residual.local_element(surface.nodes[node].dofs[i]) -=
              weight * force[i];
        };
        for (std::size_t a = 0; a < point.nodes.size(); ++a)
          add_force(point.nodes[a], point.weights[a]);
        const auto nodes = surface.nodes_of(pair.face);
        for (std::size_t b = 0; b < nodes.size(); ++b)
          add_force(nodes[b], -values.value[b]);
      });
      if (deepest < -reach / 2)
        return {false,
                message("Contact \"",
                        contact.name,
                        "\" at t = ",
                        at.time,
                        ": the sides penetrate each other by ",
                        number_text(-deepest, 4),
                        ", more than what can be undone (",
                        number_text(reach / 2, 4),
                        "). The load step is too large: smaller steps "
                        "(\"Step size\", \"Maximum step size\").")};
      return {};
    }

    template <int dim>
    void BodyContactAction<dim>::add_tangent(const BodyState &at,
                                             TangentBlocks &blocks) const
    {
      const PlacedSurface<dim> placed = place(at);
      FaceValues values;
      std::array<Vector3, FaceValues::most_nodes> places;
      PairBlock<dim> block(blocks);
      std::vector<double> a;
      std::vector<Eigen::Vector2d> b;
      for_pairs(placed, [&](const Point &point, const ContactPair &pair) {
        const ContactResponse response = respond(contact.law, pair.gap);
        if (response.pressure == 0)
          return;
        surface.shape.evaluate(pair.foot.xi, values);
        const FaceGap gap = face_gap(surface.shape,
                                     placed.face(pair.face, places),
                                     pair.foot,
                                     pair.side,
                                     placed.place(point),
                                     values,
                                     true);
        a                 = point.weights;
        b.assign(a.size(), Eigen::Vector2d::Zero());
        for (int k = 0; k < surface.shape.n_nodes(); ++k)
          {
            a.push_back(-values.value[k]);
            b.emplace_back(-values.first[0][k],
                           dim == 3 ? -values.first[1][k] : 0.);
          }
        block.begin(surface, point.nodes, pair.face);
        block.add(point.area / 2, response, gap, a, b);
      });
      block.finish();
    }

    template <int dim>
    ActionBalance BodyContactAction<dim>::balance(const BodyState &at) const
    {
      ActionBalance result;
      for_pairs(place(at), [&](const Point &point, const ContactPair &pair) {
        result.energy += point.area / 2 * respond(contact.law, pair.gap).energy;
      });
      return result;
    }

    template <int dim>
    std::vector<std::string>
    BodyContactAction<dim>::column_titles(const UnitSystem &units) const
    {
      std::vector<std::string> titles;
      for (int i = 0; i < dim; ++i)
        titles.push_back(
          with_unit(contact.name + " contact force " + "xyz"[i], units.force));
      titles.push_back(with_unit(contact.name + " smallest gap", units.length));
      titles.push_back(
        with_unit(contact.name + " contact area", units.length + "^2"));
      titles.push_back(
        with_unit(contact.name + " largest contact pressure", units.stress));
      return titles;
    }

    template <int dim>
    std::vector<double>
    BodyContactAction<dim>::columns(const BodyState &at) const
    {
      std::array<double, 4> sums{}; // force on the first side, area
      for_pairs(place(at), [&](const Point &point, const ContactPair &pair) {
        if (respond(contact.law, pair.gap).pressure > 0)
          sums[3] += point.area / 2;
      });
      const DofVector force = nodal_forces(at);
      for (const auto &node : surface.nodes)
        if (node.dofs[0] < space.n_owned_dofs() && node.is_on_first_side)
          for (int i = 0; i < dim; ++i)
            sums[i] += force.local_element(node.dofs[i]);
      const std::vector<double> pressure = pressures(force);
      const MPI_Comm communicator        = space.communicator();
      MPI_Allreduce(
        MPI_IN_PLACE, sums.data(), 4, MPI_DOUBLE, MPI_SUM, communicator);
      std::vector<double> result(sums.begin(), sums.begin() + dim);
      result.insert(result.end(),
                    {smallest_gap(at),
                     sums[3],
                     *std::max_element(pressure.begin(), pressure.end())});
      return result;
    }

    template <int dim>
    DofVector BodyContactAction<dim>::nodal_forces(const BodyState &at) const
    {
      DofVector force = space.make_vector();
      // Where nothing could be undone there is something to see all the more.
      [[maybe_unused]] const Evaluation outcome = add_residual(at, force);
      force.compress(VectorOperation::add);
      force *= -1;
      force.update_ghost_values();
      return force;
    }

    template <int dim>
    std::vector<double>
    BodyContactAction<dim>::pressures(const DofVector &force) const
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

    template <int dim>
    void BodyContactAction<dim>::raise_picture_field(const BodyState &at,
                                                     DofVector &field) const
    {
      const std::vector<double> pressure = pressures(nodal_forces(at));
      for (std::size_t n = 0; n < pressure.size(); ++n)
        {
          double &value = field.local_element(surface.nodes[n].dofs[0]);
          value         = std::max(value, pressure[n]);
        }
    }
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  BodyContact::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<BodyContactAction<dim>>(*this, body);
  }

  template <int dim>
  void add_body_contact(const BodyContact &contact,
                        ModelDefinition<dim> &definition)
  {
    for (const auto &side : contact.sides)
      definition.shared_sets.insert(definition.shared_sets.end(),
                                    side.begin(),
                                    side.end());
    definition.actions.push_back(contact);
  }

  template std::unique_ptr<BodyAction<2>>
  BodyContact::operator()(const BodyView<2> &) const;
  template std::unique_ptr<BodyAction<3>>
  BodyContact::operator()(const BodyView<3> &) const;
  template void add_body_contact(const BodyContact &, ModelDefinition<2> &);
  template void add_body_contact(const BodyContact &, ModelDefinition<3> &);
} // namespace rivlin
