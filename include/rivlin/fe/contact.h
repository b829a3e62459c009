// SPDX-License-Identifier: Apache-2.0
// Contact of the boundary with a rigid surface, with or without friction;
// doc/theory/contact.md.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/solid/friction_law.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// The energy sum_n w_n phi(gap(x_n)) over the nodes of boundary sets, w_n
  /// the undeformed area of node n by Gauss-Lobatto quadrature. The surface is
  /// given in the undeformed body; it is at rest or moves with a fixed, driven
  /// or free support, which then carries the forces.
  ///
  /// Columns of history.csv: force on the body, smallest gap, undeformed area
  /// under pressure, largest pressure per undeformed area.
  struct Contact
  {
    std::string name; ///< for messages and columns
    std::vector<std::string> sets;
    RigidSurface surface;
    /// A distance or pressure of 0 is chosen by the size and the shear modulus
    /// of the part.
    ContactLaw law = {ContactMethod::penalty, 0, 0};
    /// Number of the support that carries the surface; none: the ground.
    std::optional<unsigned int> carrier = {};
    /// Without a coefficient there is no friction, and nothing to remember. Its
    /// pressure is that of `law`; an elastic slip of 0 is its distance.
    FrictionLaw friction = {};

    /// Throws Error for an unknown set, sets that supports hold altogether, a
    /// carrier that is not rigid, and a body that the surface cuts before
    /// anything has moved.
    template <int dim>
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
