// SPDX-License-Identifier: Apache-2.0
// Meshes from Abaqus input files.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// The mesh in an Abaqus input file. `content` is that of `file`; *INCLUDE is
  /// followed relative to its folder.
  ///
  /// Read: C3D8, C3D20, CPE4, CPE8 with all endings, *NSET, *ELSET, *SURFACE,
  /// parts and placed instances, *SOLID SECTION (its element set names the
  /// region), *MATERIAL as suggestion. Names keep their spelling; a set of an
  /// instance has its plain name if no other has it, else "instance.name".
  /// What is ignored is told in the notices; what would change the mesh and is
  /// not understood is an Error with its line. doc/formats.md has the list.
  ///
  /// Safe for any bytes: an Error or a mesh as PlainMesh describes it.
  PlainMesh parse_abaqus_mesh(std::string content,
                              const std::filesystem::path &file);
} // namespace rivlin
