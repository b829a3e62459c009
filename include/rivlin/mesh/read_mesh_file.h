// SPDX-License-Identifier: Apache-2.0
// Mesh files of any supported kind.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// The mesh in a file: Gmsh if it begins with "$MeshFormat" or is called
  /// .msh, Abaqus if it begins with a star or is called .inp. Throws Error with
  /// file, place and what to do; says nothing on whether one can compute with
  /// the mesh, see check_mesh.
  PlainMesh read_mesh_file(const std::filesystem::path &file);

  /// The same for bytes at hand; *INCLUDE is still looked for beside `file`.
  PlainMesh parse_mesh(std::string content, const std::filesystem::path &file);
} // namespace rivlin
