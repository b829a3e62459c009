// SPDX-License-Identifier: Apache-2.0
// Coulomb friction with elastic sticking; doc/theory/contact.md.
#pragma once

#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/rigid_surface.h>

namespace rivlin
{
  /// A point that touches is held by a spring at the place where it began to
  /// stick, and slips as soon as the spring pulls with coefficient * pressure.
  struct FrictionLaw
  {
    double coefficient  = 0;
    double elastic_slip = 0; ///< length of the spring at `pressure`, slipping
    double pressure     = 0; ///< that of the contact law

    /// Of the spring, per area; the same for all pressures, so that it stores
    /// an energy.
    double stiffness() const
    {
      return coefficient * pressure / elastic_slip;
    }
  };

  /// What friction does at one point, in the frame of the surface; per area.
  struct FrictionResponse
  {
    Vector3 traction = Vector3::Zero(); ///< on the rubber
    Matrix3 K        = Matrix3::Zero(); ///< - d traction/dy, not symmetric
    double energy    = 0;               ///< of the spring
    bool slips       = false;
    /// Since the spring was anchored: energy dissipated, and where the spring
    /// is anchored now, relative to the point.
    double dissipated = 0;
    Vector3 anchor    = Vector3::Zero();
  };

  /// A point with the given gap and contact pressure, `moved` from where its
  /// spring was anchored. Without pressure the anchor is at the point itself.
  FrictionResponse respond(const FrictionLaw &law,
                           const Gap &gap,
                           const ContactResponse &contact,
                           const Vector3 &moved);

  /// Throws Error for a negative coefficient and, with friction, an elastic
  /// slip that is not positive.
  void check(const FrictionLaw &law);
} // namespace rivlin
