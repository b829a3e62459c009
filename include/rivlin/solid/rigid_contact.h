// SPDX-License-Identifier: Apache-2.0
// Contact of a body with a rigid surface as plain arrays.
#pragma once

#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/rigid_surface.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// The energy sum_n w_n phi(gap(x_n)) of doc/theory/contact.md, without
  /// friction.
  struct RigidContact
  {
    std::string name;
    RigidSurface surface; ///< in the undeformed body
    ContactLaw law;       ///< complete
    int carrier = -1;     ///< number of a support; -1: the ground
    std::vector<int> nodes;
    std::vector<double> weights; ///< w_n, undeformed areas
  };
} // namespace rivlin
