// SPDX-License-Identifier: Apache-2.0
// Mesh files as meshes to compute with.
#pragma once

#include <rivlin/spaces/mesh.h>
#include <rivlin/spaces/mesh_counts.h>
#include <rivlin/mesh/plain_mesh.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  struct MeshImport
  {
    std::filesystem::path file;
    bool merge_coincident_nodes = false;
    /// Surfaces with a support or load, and what probes look at: surfaces or
    /// regions.
    std::vector<std::string> sets_in_use;
    std::vector<std::string> probed_sets;
    int refinements = 0;
    /// Called on all ranks once the coarse mesh is known; may throw to refuse
    /// its refinement.
    std::function<void(const MeshCounts &coarse)> before_refining = {};
  };

  template <int dim>
  struct ImportedMesh
  {
    std::unique_ptr<Mesh<dim>> mesh;
    std::vector<MaterialSuggestion> materials;
    /// Of the reader and of the check.
    std::vector<std::string> notices;
  };

  /// Read on rank 0, check, and distribute: the cells of the file are the
  /// coarse mesh, which each rank holds as p4est needs it; their refinements
  /// are distributed. Surfaces in use become boundary sets under the name that
  /// the case gives them, other surfaces of the file do where they lie on the
  /// boundary and have their faces to themselves. Mid-nodes make the geometry
  /// quadratic, in refined cells too. Throws Error for what the user can
  /// repair, see read_mesh_file, check_mesh, boundary_sets_in_use. Collective.
  template <int dim>
  ImportedMesh<dim> import_mesh(const MeshImport &import,
                                MPI_Comm communicator);
} // namespace rivlin
