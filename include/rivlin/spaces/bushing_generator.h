// SPDX-License-Identifier: Apache-2.0
// The bushing as a mesh.
#pragma once

#include <rivlin/spaces/mesh_generator.h>

namespace rivlin
{
  /// Coarse cells, names and geometry; not refined. Throws Error if a number
  /// makes no sense.
  template <int dim>
  void make_bushing(const MeshParameters &parameters, Mesh<dim> &mesh);
} // namespace rivlin
