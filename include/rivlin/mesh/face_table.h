// SPDX-License-Identifier: Apache-2.0
// Which cells meet at which face.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <array>
#include <span>
#include <vector>

namespace rivlin
{
  /// All faces of all cells, found by their corner nodes in any order. Keeps no
  /// reference to the mesh.
  class FaceTable
  {
  public:
    explicit FaceTable(const PlainMesh &mesh);

    /// All cells with a face between these nodes; unused places are -1.
    std::span<const CellFace> faces_between(std::array<int, 4> nodes) const;

    /// All cells that share this face, the given one included.
    std::span<const CellFace> sharing(CellFace face) const;

    /// Whether one cell alone has this face.
    bool is_free(const CellFace face) const
    {
      return sharing(face).size() == 1;
    }

    /// Groups of sides that are one and the same face.
    int n_faces() const
    {
      return static_cast<int>(starts.size()) - 1;
    }

    std::span<const CellFace> group(const int i) const
    {
      return {sides.data() + starts[i], sides.data() + starts[i + 1]};
    }

  private:
    int n_faces_per_cell;
    std::vector<std::array<int, 4>> keys; ///< sorted, one per group
    std::vector<CellFace> sides;          ///< by group
    std::vector<int> starts;              ///< of the groups in `sides`
    std::vector<int> group_of;            ///< by cell and face
  };

  /// The free faces all of whose corners are among the nodes; `nodes` sorted.
  std::vector<CellFace> free_faces_with_nodes(const PlainMesh &mesh,
                                              const FaceTable &faces,
                                              const std::vector<int> &nodes);
} // namespace rivlin
