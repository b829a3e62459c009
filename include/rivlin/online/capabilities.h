// SPDX-License-Identifier: Apache-2.0
// What a reduced model can be asked for beside the motion of its sleeves; part
// of its file, so that no one drives it with more than it knows.
#pragma once

#include <array>

namespace rivlin
{
  /// The defaults are what the models of version 0.1 can do: their files do not
  /// say.
  struct Capabilities
  {
    bool contacts              = false;
    bool body_loads            = false;
    bool springs               = false;
    bool prescribed_components = false;
    bool initial_values        = false;
    bool nonlinear_volume      = false;
    bool load_steps            = true;
    bool gravity               = true;
    bool inertia               = true;

    bool operator==(const Capabilities &) const = default;
  };

  /// One capability: where it stands, its key in files and its name for people.
  struct Capability
  {
    bool Capabilities::*member;
    const char *key;
    const char *text;
  };

  inline constexpr std::array<Capability, 9> all_capabilities = {
    {{&Capabilities::contacts, "contacts", "contacts"},
     {&Capabilities::body_loads,
      "body_loads",
      "loads on the rubber (pressures and tractions on its surface)"},
     {&Capabilities::springs,
      "springs",
      "springs on the surface of the rubber"},
     {&Capabilities::prescribed_components,
      "prescribed_components",
      "supports that are prescribed by components"},
     {&Capabilities::initial_values,
      "initial_values",
      "a given displacement or velocity at the start"},
     {&Capabilities::nonlinear_volume,
      "nonlinear_volume",
      "mixed elements with a volumetric law that is not quadratic"},
     {&Capabilities::load_steps, "load_steps", "load steps"},
     {&Capabilities::gravity, "gravity", "gravity"},
     {&Capabilities::inertia, "inertia", "inertia (dynamics)"}}};

  static_assert(sizeof(Capabilities) == all_capabilities.size(),
                "a capability is missing in all_capabilities");
} // namespace rivlin
