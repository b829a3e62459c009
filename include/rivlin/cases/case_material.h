// SPDX-License-Identifier: Apache-2.0
// From the parameters of a section to a material.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/solid/material.h>

#include <string>

namespace rivlin
{
  /// The material that a section describes; `section` is for messages.
  Material make_material(const MaterialParameters &parameters,
                         const std::string &section);
} // namespace rivlin
