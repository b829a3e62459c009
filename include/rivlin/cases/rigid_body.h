// SPDX-License-Identifier: Apache-2.0
// The rigid body of a free sleeve, as its section describes it.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/dynamics/rigid_sleeve.h>

#include <string>

namespace rivlin
{
  /// `section` is "Supports/inner". Throws Error for numbers and directions
  /// that make no sense.
  RigidSleeveProperties make_rigid_body(const SupportParameters &support,
                                        const CaseParameters &parameters,
                                        const std::string &section);
} // namespace rivlin
