// SPDX-License-Identifier: Apache-2.0
// Contact of the body with itself at points of both sides. Every rank knows the
// whole surface and looks after the points whose first node it owns.
#include <rivlin/fe/body_contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/fe/pair_block.h>

#include "contact_base.h"

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// All boundary sets of a contact, each once.
    std::vector<std::string> all_sets(const BodyContact &contact)
    {
      std::vector<std::string> all = contact.sides[0];
      for (const std::string &set : contact.sides[1])
        if (std::find(all.begin(), all.end(), set) == all.end())
          all.push_back(set);
      return all;
    }

    bool have_common_node(const std::vector<int> &a, const std::vector<int> &b)
    {
      return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) !=
             a.end();
    }

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
    class BodyContactAction final : public ContactBase<dim>
    {
    public:
      BodyContactAction(const BodyContact &given, const BodyView<dim> &body);

      std::vector<std::string> sets() const override
      {
        return all_sets(contact);
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
      void raise_picture_field(const BodyState &at,
                               DofVector &field) const override;

    protected:
      const std::string &name() const override
      {
        return contact.name;
      }
      bool has_force() const override
      {
        return !surface.touches_itself; // the forces on it balance
      }
      ContactState observe(const BodyState &at) const override;

    private:
      /// The surface at a state and the pairs that are near.
      struct Found
      {
        PlacedSurface<dim> placed;
        std::vector<ContactPair> pairs;
        std::vector<PairGroup> groups;
      };

      void complete_law(const BodyView<dim> &body);
      void refuse_held_sides(const BodyView<dim> &body) const;
      void refuse_sides_that_face_away() const;
      void refuse_penetration(const BodyState &undeformed) const;
      std::string describe_sides() const;
      /// Searched anew if the surface has moved: pattern, forces and tangent of
      /// one state have one search.
      const Found &find(const BodyState &at) const;
      /// Call action(pair, half of its area, response) for pairs under
      /// pressure.
      template <typename Action>
      void for_pressed(std::span<const ContactPair> pairs,
                       const Action &action) const;
      /// Forces on the nodes, with ghosts. Collective.
      DofVector nodal_forces(const BodyState &at) const;
      /// Smallest gap of all ranks, the size of the part if there is none.
      double smallest_gap(const BodyState &at) const;

      BodyContact contact;
      const Discretization<dim> &space;
      BodySurface<dim> surface;
      double size; ///< of the part
      double reach;
      double near; ///< gaps up to it couple the sides in the matrix
      mutable std::optional<Found> found; ///< last time
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
      near  = std::max(coupling_reach * reach, 2 * contact.law.distance);
    }

    template <int dim>
    std::string BodyContactAction<dim>::describe_sides() const
    {
      return surface.touches_itself
               ? "\"" + contact.sides[0].front() + "\""
               : "\"" + contact.sides[0].front() + "\" and \"" +
                   contact.sides[1].front() + "\"";
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
        throw Error("Contact \"" + contact.name +
                    "\": supports hold all nodes of " + describe_sides() +
                    ", nothing can touch. Name free surfaces.");
    }

    /// Sides that can meet have two points that lie before each other.
    template <int dim>
    void BodyContactAction<dim>::refuse_sides_that_face_away() const
    {
      const DofVector undeformed = space.make_vector();
      const PlacedSurface<dim> placed(surface, undeformed, reach);
      struct Place
      {
        const typename BodySurface<dim>::Patch *patch;
        Vector3 x, n;
      };
      std::vector<Place> places;
      for (const auto &patch : surface.patches)
        for (std::size_t q = 0; q < patch.areas.size(); ++q)
          places.push_back(
            {&patch,
             placed.place(patch, static_cast<int>(q)),
             placed.normal(patch, static_cast<int>(q)).normalized()});
      for (const Place &a : places)
        for (const Place &b : places)
          {
            const bool are_partners =
              surface.touches_itself
                ? !have_common_node(a.patch->nodes, b.patch->nodes)
                : a.patch->side < b.patch->side;
            const Vector3 r = b.x - a.x;
            // Sides that penetrate each other a little are another mistake.
            // Within one set that would be neighbours on a round surface: a
            // plane one, which may fold, is just accepted.
            const double tolerance =
              surface.touches_itself ? 1e-3 * r.norm() : reach;
            if (are_partners && r.dot(a.n) > -tolerance &&
                -r.dot(b.n) > -tolerance)
              return;
          }
      throw Error("Contact \"" + contact.name + "\": " +
                  (surface.touches_itself ? "all faces of " : "the sides ") +
                  describe_sides() +
                  " face away from each other, no point of one lies before "
                  "another. Name the two sides of a void, or of a part that "
                  "folds together.");
    }

    template <int dim>
    void BodyContactAction<dim>::refuse_penetration(
      const BodyState &undeformed) const
    {
      const double distance = contact.law.distance;
      require_gap(contact.name,
                  contact.law,
                  smallest_gap(undeformed),
                  -distance,
                  "the sides penetrate each other by more than the distance " +
                    number_text(distance) +
                    ". Correct the mesh, name sides that face each other, or "
                    "give a larger \"Distance\".");
    }

    template <int dim>
    const typename BodyContactAction<dim>::Found &
    BodyContactAction<dim>::find(const BodyState &at) const
    {
      if (!found || !found->placed.is_at(at.displacement))
        {
          found.emplace(
            Found{PlacedSurface<dim>(surface, at.displacement, reach), {}, {}});
          found->pairs  = found->placed.pairs(near);
          found->groups = group(surface, found->pairs);
        }
      return *found;
    }

    template <int dim>
    template <typename Action>
    void BodyContactAction<dim>::for_pressed(std::span<const ContactPair> pairs,
                                             const Action &action) const
    {
      for (const ContactPair &pair : pairs)
        if (const ContactResponse response = respond(contact.law, pair.gap);
            response.pressure > 0)
          action(pair,
                 surface.patches[pair.patch].areas[pair.point] / 2,
                 response);
    }

    template <int dim>
    double BodyContactAction<dim>::smallest_gap(const BodyState &at) const
    {
      double gap        = size;
      const auto lowest = [&](const std::vector<ContactPair> &pairs) {
        for (const ContactPair &pair : pairs)
          gap = std::min(gap, pair.gap);
        gap = Utilities::MPI::min(gap, space.communicator());
      };
      lowest(find(at).pairs);
      // Nothing near: look farther, then everywhere.
      if (gap == size)
        lowest(find(at).placed.pairs(reach));
      if (gap == size)
        lowest(PlacedSurface<dim>(surface, at.displacement, size).pairs(size));
      return gap;
    }

    template <int dim>
    std::vector<std::vector<unsigned int>>
    BodyContactAction<dim>::coupled_dofs(const BodyState &at) const
    {
      const Found &here = find(at);
      std::vector<std::vector<unsigned int>> result;
      for (std::size_t g = 0; g < here.groups.size(); ++g)
        if (g == 0 || here.groups[g].faces != here.groups[g - 1].faces)
          dofs_of_pair(surface,
                       here.pairs[here.groups[g].first],
                       result.emplace_back());
      return result;
    }

    template <int dim>
    Evaluation BodyContactAction<dim>::add_residual(const BodyState &at,
                                                    DofVector &residual) const
    {
      const Found &here = find(at);
      FaceValues values;
      for_pressed(here.pairs,
                  [&](const ContactPair &pair,
                      const double area,
                      const ContactResponse &response) {
                    surface.shape.evaluate(pair.foot.xi, values);
                    const FaceGap gap    = face_gap(surface.shape,
                                                 here.placed.face(pair.face),
                                                 pair.foot,
                                                 pair.side,
                                                 pair.at,
                                                 false);
                    const Vector3 force  = area * response.pressure * gap.n;
                    const auto add_force = [&](const int node,
                                               const double weight) {
                      for (int i = 0; i < dim; ++i)
                        residual.local_element(surface.nodes[node].dofs[i]) -=
                          weight * force[i];
                    };
                    const auto &patch  = surface.patches[pair.patch];
                    const auto weights = patch.weights_of(pair.point);
                    for (std::size_t a = 0; a < weights.size(); ++a)
                      add_force(patch.nodes[a], weights[a]);
                    const auto nodes = surface.nodes_of(pair.face);
                    for (std::size_t b = 0; b < nodes.size(); ++b)
                      add_force(nodes[b], -values.value[b]);
                  });
      // The deepest in parts of what is allowed.
      const auto deepest =
        std::min_element(here.pairs.begin(),
                         here.pairs.end(),
                         [](const ContactPair &a, const ContactPair &b) {
                           return a.gap * b.depth < b.gap * a.depth;
                         });
      if (deepest == here.pairs.end() || !(deepest->gap < -deepest->depth / 2))
        return {};
      return {false,
              message("Contact \"",
                      contact.name,
                      "\" at t = ",
                      at.time,
                      ": the sides penetrate each other by ",
                      number_text(-deepest->gap, 4),
                      ", more than what can be undone (",
                      number_text(deepest->depth / 2, 4),
                      "). The load step is too large: smaller steps "
                      "(\"Step size\", \"Maximum step size\").")};
    }

    template <int dim>
    void BodyContactAction<dim>::add_tangent(const BodyState &at,
                                             TangentBlocks &blocks) const
    {
      const Found &here = find(at);
      PairBlock<dim> block(surface, blocks);
      std::vector<PressedPair> pressed;
      for (const PairGroup &group : here.groups)
        {
          pressed.clear();
          for_pressed(std::span(here.pairs)
                        .subspan(group.first, group.last - group.first),
                      [&](const ContactPair &pair,
                          const double area,
                          const ContactResponse &response) {
                        pressed.push_back({&pair, area, response});
                      });
          if (!pressed.empty())
            block.add(group,
                      pressed,
                      here.placed.face(here.pairs[group.first].face));
        }
      block.finish();
    }

    template <int dim>
    ActionBalance BodyContactAction<dim>::balance(const BodyState &at) const
    {
      ActionBalance result;
      for_pressed(find(at).pairs,
                  [&](const ContactPair &,
                      const double area,
                      const ContactResponse &response) {
                    result.energy += area * response.energy;
                  });
      return result;
    }

    template <int dim>
    ContactState BodyContactAction<dim>::observe(const BodyState &at) const
    {
      std::array<double, 4> sums{}; // force on the first side, area
      for_pressed(find(at).pairs,
                  [&](const ContactPair &,
                      const double area,
                      const ContactResponse &) { sums[3] += area; });
      const DofVector force = nodal_forces(at);
      for (const auto &node : surface.nodes)
        if (node.dofs[0] < space.n_owned_dofs() && node.is_on_first_side)
          for (int i = 0; i < dim; ++i)
            sums[i] += force.local_element(node.dofs[i]);
      const std::vector<double> pressure = nodal_pressures(surface, force);
      MPI_Allreduce(MPI_IN_PLACE,
                    sums.data(),
                    4,
                    MPI_DOUBLE,
                    MPI_SUM,
                    space.communicator());
      ContactState state;
      state.force        = Vector3(sums[0], sums[1], sums[2]);
      state.smallest_gap = smallest_gap(at);
      state.area         = sums[3];
      state.largest_pressure =
        *std::max_element(pressure.begin(), pressure.end());
      return state;
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
    void BodyContactAction<dim>::raise_picture_field(const BodyState &at,
                                                     DofVector &field) const
    {
      const std::vector<double> pressure =
        nodal_pressures(surface, nodal_forces(at));
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
    const std::vector<std::string> sets = all_sets(contact);
    definition.shared_sets.insert(definition.shared_sets.end(),
                                  sets.begin(),
                                  sets.end());
    definition.actions.push_back(contact);
  }

  template std::unique_ptr<BodyAction<2>>
  BodyContact::operator()(const BodyView<2> &) const;
  template std::unique_ptr<BodyAction<3>>
  BodyContact::operator()(const BodyView<3> &) const;
  template void add_body_contact(const BodyContact &, ModelDefinition<2> &);
  template void add_body_contact(const BodyContact &, ModelDefinition<3> &);
} // namespace rivlin
