// SPDX-License-Identifier: Apache-2.0
// Nodes at the same place, as between the parts of an assembly.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <vector>

namespace rivlin
{
  /// A thousandth of the shortest edge: no two nodes of a sound cell are that
  /// near, and files with seven digits still agree.
  double coincidence_tolerance(const PlainMesh &mesh);

  /// For each node the first node within the tolerance in each coordinate, or
  /// itself. Nodes that no cell has stay alone.
  std::vector<int> coincident_nodes(const PlainMesh &mesh, double tolerance);

  /// Connect cells at coincident nodes. Returns how many nodes went. Faces of
  /// sets that come to lie inside the body stay in their sets. Throws Error if
  /// two nodes of one cell would become one.
  int merge_coincident_nodes(PlainMesh &mesh, double tolerance);
} // namespace rivlin
