// SPDX-License-Identifier: Apache-2.0
// A mesh as a picture for ParaView.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <string>

namespace rivlin
{
  /// The text of a VTU file: the cells, curved if they have a node on each
  /// edge, and after them the faces of all sets as cells of their own.
  ///
  /// Cell data: `region` (1, 2, ... in the order of PlainMesh::regions; 0 for
  /// faces), `surface` (1, 2, ... in the order of the names; 0 for cells),
  /// `element` (number in the file), `scaled Jacobian`. Point data: `node`
  /// (number in the file). Field data: `region names`, `surface names`.
  std::string mesh_vtu(const PlainMesh &mesh);
} // namespace rivlin
