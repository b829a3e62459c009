// SPDX-License-Identifier: Apache-2.0
// Parametric meshes: bushing (ring in 2D, tube in 3D), box, Cook's membrane.
#pragma once

#include <rivlin/spaces/mesh.h>
#include <rivlin/spaces/mesh_parameters.h>

#include <memory>

namespace rivlin
{
  /// All shapes but the file. Throws Error if a number makes no sense (radii,
  /// counts, angle, grading).
  template <int dim>
  std::unique_ptr<Mesh<dim>> make_mesh(const MeshParameters &parameters,
                                       MPI_Comm communicator);
} // namespace rivlin
