// SPDX-License-Identifier: Apache-2.0
// Nodes and elements of an Abaqus deck, placed by the lines of an instance.
#pragma once

#include "abaqus_scope.h"
#include "element_layout.h"
#include "inp_deck.h"

#include <rivlin/mesh/plain_mesh.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// Translation first, then rotation about the axis from `a` to `b`, right
  /// hand, in degrees; both points in the coordinates of the assembly.
  struct InstancePlacement
  {
    MeshPoint translation{};
    MeshPoint a{}, b{};
    double degrees = 0;

    MeshPoint operator()(const MeshPoint &point) const;
  };

  /// The data lines of *INSTANCE.
  InstancePlacement read_placement(const InpBlock &block, const InpDeck &deck);

  class AbaqusCellReader
  {
  public:
    AbaqusCellReader(const InpDeck &deck, PlainMesh &mesh);

    /// *NODE
    void read_nodes(const InpBlock &block,
                    const InstancePlacement &placement,
                    AbaqusScope &scope);

    /// *ELEMENT; all nodes must be known.
    void read_elements(const InpBlock &block, AbaqusScope &scope);

    /// Adds a notice on what was skipped.
    void tell_skipped();

  private:
    void read_element_lines(const InpBlock &block,
                            const ElementLayout &layout,
                            const std::string &type,
                            AbaqusScope &scope);

    const InpDeck &deck;
    PlainMesh &mesh;
    bool has_cells = false;
    std::map<std::string, std::pair<std::size_t, std::string>> skipped;
  };
} // namespace rivlin
