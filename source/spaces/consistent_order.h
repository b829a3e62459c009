// SPDX-License-Identifier: Apache-2.0
// Cells turned so that neighbours agree on the direction of common edges.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

namespace rivlin
{
  /// Turn cells, with their mid-nodes and faces in sets, so that both ends of
  /// each edge are the same for all its cells. deal.II needs that in 2D, where
  /// it is always possible; in 3D meshes that do not allow it stay as they are.
  void order_consistently(PlainMesh &mesh);
} // namespace rivlin
