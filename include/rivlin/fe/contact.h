// SPDX-License-Identifier: Apache-2.0
// Frictionless contact of the boundary with a rigid surface;
// doc/theory/contact.md.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/rigid_surface.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// The energy sum_n w_n phi(gap(x_n)) over the nodes of boundary sets, w_n
  /// the undeformed area of node n by Gauss-Lobatto quadrature. The surface is
  /// given in the undeformed body; it is at rest or moves with a support that
  /// no unknown moves.
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

    /// Throws Error for an unknown set, sets that supports hold altogether, a
    /// carrier that unknowns move, and a body that the surface cuts before
    /// anything has moved.
    template <int dim>
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };
} // namespace rivlin
