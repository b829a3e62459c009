// SPDX-License-Identifier: Apache-2.0
// Refusals of constants by name and value.
#pragma once

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/solid/law_constant.h>

#include <string>

namespace rivlin
{
  inline void require_constant(const bool holds,
                               const std::string &name,
                               const double value,
                               const std::string &requirement)
  {
    if (holds)
      return;
    throw Error("Material: " + name + " = " + number_text(value, 6) +
                ", but it must be " + requirement + ". Correct the constant.");
  }

  inline void require_in_range(const std::string &name,
                               const double value,
                               const NumberRange &range)
  {
    require_constant(range.contains(value), name, value, range.requirement);
  }
} // namespace rivlin
