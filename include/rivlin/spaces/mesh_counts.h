// SPDX-License-Identifier: Apache-2.0
// How large a mesh and its spaces will be, before either is made.
#pragma once

#include <rivlin/spaces/mesh_parameters.h>

namespace rivlin
{
  /// Of a coarse mesh, before its refinements. Real numbers, because a product
  /// of three counts may be beyond what integers hold.
  struct MeshCounts
  {
    int dimension   = 0;
    double vertices = 0;
    double lines    = 0;
    double quads    = 0; ///< 2D: the cells
    double hexes    = 0;

    double cells() const
    {
      return dimension == 3 ? hexes : quads;
    }
  };

  /// Of all shapes but the file. Exact for full blocks; where a bushing has
  /// voids or flanges, the cells are exact and the rest is in proportion.
  /// Throws Error if a number makes no sense.
  MeshCounts generated_counts(const MeshParameters &parameters, int dimension);

  /// Nodes of continuous elements of this degree after the refinements.
  double n_nodes(const MeshCounts &coarse, int degree, int refinements);
} // namespace rivlin
