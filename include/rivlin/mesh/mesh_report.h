// SPDX-License-Identifier: Apache-2.0
// What `rivlin mesh` shows on the screen.
#pragma once

#include <rivlin/mesh/mesh_check.h>
#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// Counts, quality, regions, surfaces, sets, notices, warnings, errors; lines
  /// end in '\n'. Lengths have the unit of the file.
  std::string mesh_report(const PlainMesh &mesh,
                          const MeshCheck &check,
                          const std::filesystem::path &file);
} // namespace rivlin
