// SPDX-License-Identifier: Apache-2.0
// Contacts with random modes for synthetic models: about half of the points
// touch.
#pragma once

#include <rivlin/online/reduced_contact.h>

#include "synthetic_model.h"

namespace rivlin
{
  /// In the frame of the surface the points are within `depth` of it.
  inline ReducedContact contact_example(const int dim,
                                        const int n_points,
                                        const int n_coordinates,
                                        const RigidSurface &surface,
                                        const int sleeve,
                                        const double depth = 0.3)
  {
    RandomNumbers random(50);
    ReducedContact contact;
    contact.name    = "stop";
    contact.surface = surface;
    contact.law     = {ContactMethod::penalty, 1, 15};
    contact.sleeve  = sleeve;
    if (sleeve >= 0)
      {
        contact.carrier = "sleeve " + std::to_string(sleeve);
        contact.centre  = Vector3(0.3, -0.2, dim == 3 ? 0.1 : 0);
      }
    contact.points.resize(dim, n_points);
    for (int k = 0; k < n_points; ++k)
      {
        Vector3 x   = Vector3::Zero();
        x.head(dim) = random.vector(dim, 2);
        // Onto the surface and a little beyond or before it.
        for (int step = 0; step < 2; ++step)
          {
            const Gap at = gap(surface, x);
            x -= (at.value + (step == 1 ? random(depth) : 0)) * at.normal;
          }
        contact.points.col(k) = x.head(dim);
      }
    contact.modes   = random.matrix(n_points * dim, n_coordinates, 0.3);
    contact.weights = (random.vector(n_points).array().abs() + 0.2).matrix();
    contact.touched.assign(n_points, 1);
    return contact;
  }

  inline std::vector<RigidSurface> surfaces_under_test()
  {
    return {Plane{{0.1, 0.2, 0}, Vector3(0.6, -0.8, 0)},
            Cylinder{{0.2, -0.1, 0}, Vector3::UnitZ(), 1.5, true},
            Cylinder{{0.2, -0.1, 0}, Vector3::UnitZ(), 1.5, false},
            // Rounded so gently that points may go deep.
            Revolution{{0.2, -0.1, 0},
                       Vector3::UnitZ(),
                       rounded_profile({{-2, 1.3}, {0, 1.5}, {2, 1.3}},
                                       8,
                                       "The profile"),
                       true}};
  }
} // namespace rivlin
