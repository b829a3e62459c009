// SPDX-License-Identifier: Apache-2.0
// How a gap becomes a contact pressure; doc/theory/contact.md.
#pragma once

namespace rivlin
{
  enum class ContactMethod
  {
    penalty, ///< acts on penetration and grows without bound before `distance`
    barrier  ///< acts from `distance` on and grows without bound before zero
  };

  /// Either way the surfaces are never further from touching exactly than
  /// `distance` while they press on each other.
  struct ContactLaw
  {
    ContactMethod method = ContactMethod::penalty;
    double distance      = 0.01; ///< d [length]
    double pressure      = 10;   ///< P, sets the stiffness P/d [stress]
  };

  /// Energy per area and its derivatives with respect to the gap.
  struct ContactResponse
  {
    double energy    = 0;
    double pressure  = 0; ///< - d energy/d gap >= 0
    double stiffness = 0; ///< d^2 energy/d gap^2 >= 0
  };

  /// Defined for every gap, so that iterations may pass through states that
  /// are none: beyond the largest pressure the law goes on as a straight line.
  ContactResponse respond(const ContactLaw &law, double gap);

  /// The gap from which on there is no pressure.
  double reach(const ContactLaw &law);

  /// The pressure up to which the surfaces keep the stated distance.
  double largest_pressure(const ContactLaw &law);

  /// Throws Error for a distance or pressure that is not positive.
  void check(const ContactLaw &law);
} // namespace rivlin
