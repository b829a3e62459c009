// SPDX-License-Identifier: Apache-2.0
// The two unit systems.
#include <rivlin/base/unit_system.h>

#include <rivlin/base/error.h>

#include <array>

namespace rivlin
{
  const UnitSystem &unit_system(const std::string &name)
  {
    static const std::array<UnitSystem, 2> systems = {
      {{"mm-t-s", "mm", "N", "N mm", "MPa", "mJ", "t/mm^3"},
       {"m-kg-s", "m", "N", "N m", "Pa", "J", "kg/m^3"}}};
    for (const UnitSystem &system : systems)
      if (system.name == name)
        return system;
    throw Error("Unknown unit system \"" + name +
                "\". Use \"mm-t-s\" (mm, t, s, N, MPa) or \"m-kg-s\".");
  }

  std::string with_unit(const std::string &name, const std::string &unit)
  {
    return name + " [" + unit + "]";
  }
} // namespace rivlin
