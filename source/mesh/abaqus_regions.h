// SPDX-License-Identifier: Apache-2.0
// Material regions of an Abaqus deck: its solid sections.
#pragma once

#include "abaqus_scope.h"
#include "abaqus_structure.h"
#include "inp_deck.h"

#include <rivlin/mesh/plain_mesh.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// *SOLID SECTION
  struct AbaqusSection
  {
    std::string region;
    std::string material;
    std::string instance;
    const InpBlock *block;
    std::vector<int> cells;
  };

  /// The sections of an instance; all sets must be known.
  std::vector<AbaqusSection> read_sections(const AbaqusInstance &instance,
                                           const AbaqusScope &scope,
                                           const AbaqusSetReader &sets,
                                           const InpDeck &deck);

  /// Regions by the element sets of the sections, materials as suggestions with
  /// a notice. Without any section, `element_sets` name the regions: for each
  /// cell the place of its name in `set_names`, or -1. Cells that are left go
  /// to the region "body".
  void assign_regions(const std::vector<AbaqusSection> &sections,
                      const std::vector<int> &element_sets,
                      const std::vector<std::string> &set_names,
                      const InpDeck &deck,
                      PlainMesh &mesh);
} // namespace rivlin
