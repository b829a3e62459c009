// SPDX-License-Identifier: Apache-2.0
// How the cells of a mesh hang together; parts of check_mesh.
#pragma once

#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/mesh_check.h>
#include <rivlin/mesh/plain_mesh.h>

namespace rivlin
{
  /// Nodes without cells and nodes at the same place.
  void check_nodes(const PlainMesh &mesh, MeshCheck &check);

  /// Cells twice, faces of more than two cells.
  void check_repetitions(const PlainMesh &mesh,
                         const FaceTable &faces,
                         MeshCheck &check);

  /// Nodes in the middle of edges of other cells.
  void check_hanging_nodes(const PlainMesh &mesh,
                           const FaceTable &faces,
                           MeshCheck &check);

  /// Bodies and the edges of their boundary.
  void
  check_bodies(const PlainMesh &mesh, const FaceTable &faces, MeshCheck &check);
} // namespace rivlin
