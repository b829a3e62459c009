// SPDX-License-Identifier: Apache-2.0
// Frictionless contact of the body with itself: two sides of a void, or of a
// part that folds; doc/theory/body_contact.md.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/fe/body_surface.h>
#include <rivlin/fe/model_definition.h>
#include <rivlin/solid/contact_law.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  /// The energy 1/2 sum_p w_p phi(gap_p) over points p of both sides, w_p their
  /// undeformed areas, gap_p the distance from the other side. Neither side is
  /// preferred.
  ///
  /// Columns of history.csv: force on the first side (not if the sets touch
  /// themselves, where forces balance), smallest gap (at most the size of the
  /// part), undeformed area under pressure (mean of the sides),
  /// largest pressure per undeformed area. Pressures are forces over areas
  /// at vertices: at single points they scatter.
  struct BodyContact
  {
    std::string name; ///< for messages and columns
    ContactSides sides;
    /// A distance or pressure of 0 is chosen by the size and the shear modulus
    /// of the part.
    ContactLaw law       = {ContactMethod::penalty, 0, 0};
    ContactPoints points = ContactPoints::gauss;

    /// Throws Error for an unknown set, a face on both sides of different sets,
    /// sides that face away from each other, sides that supports hold
    /// altogether, and sides that penetrate each other by more than the
    /// distance before anything has moved.
    template <int dim>
    std::unique_ptr<BodyAction<dim>>
    operator()(const BodyView<dim> &body) const;
  };

  /// Adds the contact and tells all ranks of its sets.
  template <int dim>
  void add_body_contact(const BodyContact &contact,
                        ModelDefinition<dim> &definition);
} // namespace rivlin
