// SPDX-License-Identifier: Apache-2.0
// Meshes from Gmsh.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <string_view>

namespace rivlin
{
  /// The mesh in the bytes of a Gmsh file of format 2.2 or 4.1, text or binary
  /// of this machine's byte order. Physical groups keep their names: those of
  /// the highest dimension are regions and cell sets, those one below are face
  /// sets, the others node sets; a group without name is called "volume 3",
  /// "surface 3", "curve 3" or "point 3". Plane meshes lie in z = 0;
  /// quadrilaterals that go around clockwise are reversed.
  ///
  /// Safe for any bytes: an Error or a mesh as PlainMesh describes it; nothing
  /// is allocated before the size of the file allows for it.
  PlainMesh parse_gmsh_mesh(std::string_view content,
                            const std::filesystem::path &file);
} // namespace rivlin
