// SPDX-License-Identifier: Apache-2.0
// What stands in a Gmsh file, before it is a mesh.
#pragma once

#include "element_layout.h"

#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// An element type of Gmsh.
  struct GmshType
  {
    std::string name; ///< "tetrahedra", in the plural
    int dimension = 0;
    int n_nodes   = 0;
    bool is_cell  = false; ///< a quadrilateral or hexahedron that we read
  };

  /// Nothing for types that are not known.
  std::optional<GmshType> gmsh_type(long long type);

  /// For types with is_cell.
  ElementLayout gmsh_layout(long long type);

  struct GmshFile
  {
    struct Element
    {
      long long id;
      int type;
      int entity;        ///< with the dimension of the type
      int physical;      ///< format 2.2; 0: none
      std::size_t nodes; ///< begin in `element_nodes`
    };

    std::vector<MeshPoint> nodes;
    std::vector<long long> node_ids;
    std::vector<Element> elements;
    std::vector<int> element_nodes;
    /// By dimension and number.
    std::map<std::pair<int, int>, std::string> physical_names;
    /// Format 4.1: physical groups by dimension and entity.
    std::map<std::pair<int, int>, std::vector<int>> entity_groups;
  };

  GmshFile parse_gmsh_file(std::string_view content,
                           const std::filesystem::path &file);
} // namespace rivlin
