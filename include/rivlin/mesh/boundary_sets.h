// SPDX-License-Identifier: Apache-2.0
// The parts of the boundary that a case uses, by name.
#pragma once

#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/plain_mesh.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// The faces of each named set. A name is that of a surface or, if there is
  /// none, of a node set, which stands for the free faces with all corners in
  /// it; "instance.name" is understood, and upper and lower case count as equal
  /// unless that leaves a choice.
  ///
  /// Throws Error if a set does not exist (with the nearest name), is empty or
  /// lies inside the body, or if two of the sets share a face: a face carries
  /// one support or load.
  std::vector<std::vector<CellFace>>
  boundary_sets_in_use(const PlainMesh &mesh,
                       const FaceTable &faces,
                       const std::vector<std::string> &names);
} // namespace rivlin
