// SPDX-License-Identifier: Apache-2.0
// Units as text: which unit a quantity has, and factors between units.
#pragma once

#include <rivlin/base/unit_system.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// The unit of a physical dimension: "mass/length^3" is "t/mm^3" or "kg/m^3".
  /// Words that are units already ("s", "rad") stay.
  std::string unit_of(const std::string &dimension, const UnitSystem &system);

  /// What numbers in the unit `from` are multiplied by to get numbers in `to`:
  /// "deg" to "rad", "kN m" to "N mm". Nothing if one of them is not known, or
  /// if they measure different things. Factors are separated by blanks, "*",
  /// "." or a raised dot, "/" divides by the next one, "^" raises it to a
  /// power.
  std::optional<double> unit_factor(std::string_view from, std::string_view to);

  /// Common units that can be converted to this one, which comes first; for
  /// messages.
  std::vector<std::string> units_like(const std::string &unit);

  /// A number in mm-t-s, converted and rounded to 15 digits, so that it reads
  /// as one would have written it: 1.1e-9 t/mm^3 is 1100 kg/m^3.
  double converted_from_mm(double number,
                           const std::string &dimension,
                           const UnitSystem &system);
} // namespace rivlin
