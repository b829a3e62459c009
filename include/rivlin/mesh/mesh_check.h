// SPDX-License-Identifier: Apache-2.0
// What a mesh is made of and what is wrong with it.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rivlin
{
  struct MeshCheck
  {
    MeshPoint low{}, high{};            ///< box around the cells
    std::vector<double> region_volumes; ///< as PlainMesh::regions; 2D: areas
    std::vector<int> region_cells;
    std::map<std::string, double> face_set_areas; ///< 2D: lengths
    double volume = 0;

    double smallest_scaled_jacobian = 1;
    int smallest_jacobian_cell      = 0;
    double largest_aspect_ratio     = 1;
    int largest_aspect_cell         = 0;

    int n_mid_nodes              = 0;
    int n_unused_nodes           = 0;
    int n_coincident_nodes       = 0;
    double coincidence_tolerance = 0;
    int n_free_faces             = 0;
    int n_free_faces_without_set = 0;
    int n_boundary_edges         = 0; ///< 3D: between free faces
    int n_bodies                 = 0; ///< connected by nodes

    /// One cannot compute with the mesh.
    std::vector<std::string> errors;
    /// One can, but it may not be what was meant.
    std::vector<std::string> warnings;
  };

  MeshCheck check_mesh(const PlainMesh &mesh);

  /// Throws Error with all errors of the check and the name of the file.
  void require_computable(const MeshCheck &check,
                          const std::filesystem::path &file);
} // namespace rivlin
