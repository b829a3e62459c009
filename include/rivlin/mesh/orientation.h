// SPDX-License-Identifier: Apache-2.0
// Cells whose corners go the wrong way around.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

namespace rivlin
{
  /// Mirror the corner order of a cell: the sign of its Jacobian changes, its
  /// place does not. Face sets are not touched: faces 0 and 1 change roles.
  void reverse_cell(PlainMesh &mesh, int cell);

  /// Mirror all cells, and the face sets with them; for meshes of which all
  /// cells are inverted.
  void reverse_all_cells(PlainMesh &mesh);
} // namespace rivlin
