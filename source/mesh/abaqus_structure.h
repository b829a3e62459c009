// SPDX-License-Identifier: Apache-2.0
// Which blocks of an Abaqus deck belong to which part, instance or the
// assembly.
#pragma once

#include "inp_deck.h"

#include <string>
#include <vector>

namespace rivlin
{
  /// Pointers into the deck.
  using Blocks = std::vector<const InpBlock *>;

  struct AbaqusInstance
  {
    std::string name;
    const InpBlock *block = nullptr; ///< *INSTANCE; none without parts
    Blocks content;                  ///< of its part, then its own
  };

  /// The deck by owners; without parts one instance without name.
  struct AbaqusStructure
  {
    bool has_parts = false;
    std::vector<AbaqusInstance> instances;
    Blocks assembly;
  };


  /// Throws Error for parts, instances and assemblies that are not closed, not
  /// known or at the wrong place.
  AbaqusStructure find_structure(const InpDeck &deck);
} // namespace rivlin
