// SPDX-License-Identifier: Apache-2.0
// Names of the units of a case; the solver itself works in any consistent set.
#pragma once

#include <string>

namespace rivlin
{
  struct UnitSystem
  {
    std::string name;
    std::string length;
    std::string force;
    std::string moment;
    std::string stress;
    std::string energy;
    std::string density;
  };

  /// "mm-t-s" (mm, t, s, N, MPa) or "m-kg-s"; throws Error for another name.
  const UnitSystem &unit_system(const std::string &name);

  /// "name [unit]": the form of every column and field name.
  std::string with_unit(const std::string &name, const std::string &unit);
} // namespace rivlin
