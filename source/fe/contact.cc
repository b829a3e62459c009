// SPDX-License-Identifier: Apache-2.0
// Contact at nodes. Nodal forces and stiffnesses are proportional to the area
// of a node, so every rank works with the part of it that its own faces have.
#include <rivlin/fe/contact.h>

#include "contact_action.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

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
    /// What is not given: the distance relative to the size of the part, the
    /// pressure relative to its shear modulus. Contact pressures of rubber are
    /// a few shear moduli.
    constexpr double default_distance = 1e-4;
    constexpr double default_pressure = 10;
    /// Penetration of the undeformed body that counts as touching, relative to
    /// the distance.
    constexpr double largest_cut = 1e-6;

    bool lies_in_plane(const Plane &plane)
    {
      return plane.normal[2] == 0;
    }

    bool lies_in_plane(const Cylinder &cylinder)
    {
      return std::abs(cylinder.axis[2]) == 1;
    }

    bool lies_in_plane(const Revolution &)
    {
      return false;
    }

  } // namespace

  template <int dim>
  ContactAction<dim>::ContactAction(const Contact &given,
                                    const BodyView<dim> &body)
    : contact(given)
    , space(body.discretization)
  {
    complete_law(body);
    if (dim == 2 &&
        !std::visit([](const auto &one) { return lies_in_plane(one); },
                    contact.surface))
      throw Error("Contact \"" + contact.name +
                  "\": in plane strain the normal of a plane has no "
                  "component z, a cylinder has the axis z, and there is no "
                  "surface of revolution.");
    if (contact.carrier)
      {
        refuse_bent_carrier(body.motion);
        centre = to_vector3<dim>(body.motion.centre(*contact.carrier));
      }
    nodes = contact_nodes(body.mesh,
                          space,
                          contact.sets,
                          contact.surface,
                          body.motion.is_prescribed(),
                          1e-6 * contact.law.distance);
    if (Utilities::MPI::sum(nodes.size(), space.communicator()) == 0)
      throw Error("Contact \"" + contact.name +
                  "\": supports hold all nodes of \"" + contact.sets.front() +
                  "\", nothing can touch. Name a free surface.");
    undeformed_gap = find_gap(body.motion.supports().size());
  }

  template <int dim>
  void ContactAction<dim>::complete_law(const BodyView<dim> &body)
  {
    if (contact.law.distance == 0)
      contact.law.distance = default_distance * body.length_scale;
    if (contact.law.pressure == 0)
      contact.law.pressure = default_pressure * body.stress_scale;
    check(contact.law);
    contact.friction.pressure = contact.law.pressure;
    if (contact.friction.elastic_slip == 0)
      contact.friction.elastic_slip = contact.law.distance;
    check(contact.friction);
    check(contact.surface);
    // Up to its corner radius the distance from a profile is smooth.
    if (const auto *round = std::get_if<Revolution>(&contact.surface);
        round && !(smallest_radius(round->profile) > contact.law.distance))
      throw Error("Contact \"" + contact.name + "\": the corner radius " +
                  number_text(smallest_radius(round->profile)) +
                  " of its profile is not larger than its distance " +
                  number_text(contact.law.distance) +
                  ". Give a larger corner radius or a smaller distance.");
  }

  template <int dim>
  void ContactAction<dim>::refuse_bent_carrier(
    const PrescribedMotion<dim> &motion) const
  {
    const Support<dim> &support = motion.supports()[*contact.carrier];
    if (support.displacement)
      throw Error("Contact \"" + contact.name +
                  "\": its surface is carried by \"" + support.set +
                  "\", which does not move as a rigid body. Let a fixed, "
                  "driven or free sleeve or the ground carry it.");
  }

  template <int dim>
  double ContactAction<dim>::find_gap(const std::size_t n_supports) const
  {
    const BodyState undeformed{0,
                               {std::vector<RigidMotion>(n_supports), {}},
                               space.make_vector(),
                               {}};
    const double gap = observe(undeformed).smallest_gap;
    require_gap(contact.name,
                contact.law,
                gap,
                -largest_cut * contact.law.distance,
                "the surface cuts the body deeper than " +
                  number_text(largest_cut) +
                  " of its distance. Move the surface, or turn its side "
                  "around.");
    return gap;
  }

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  Contact::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<ContactAction<dim>>(*this, body);
  }

  template std::unique_ptr<BodyAction<2>>
  Contact::operator()(const BodyView<2> &) const;
  template std::unique_ptr<BodyAction<3>>
  Contact::operator()(const BodyView<3> &) const;
} // namespace rivlin
