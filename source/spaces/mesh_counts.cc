// SPDX-License-Identifier: Apache-2.0
// Products of numbers of points and of intervals.
#include <rivlin/spaces/mesh_counts.h>

#include <rivlin/spaces/bushing_shape.h>

#include <array>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Of a full block; direction 1 may close on itself.
    MeshCounts block_counts(const std::array<int, 3> &n,
                            const int dimension,
                            const bool is_closed)
    {
      std::array<double, 3> intervals = {0, 0, 0}, points = {1, 1, 1};
      for (int d = 0; d < dimension; ++d)
        {
          intervals[d] = n[d];
          points[d]    = n[d] + (d == 1 && is_closed ? 0. : 1.);
        }
      MeshCounts counts;
      counts.dimension = dimension;
      counts.vertices  = points[0] * points[1] * points[2];
      counts.hexes     = intervals[0] * intervals[1] * intervals[2];
      for (int d = 0; d < 3; ++d)
        {
          const int e = (d + 1) % 3, f = (d + 2) % 3;
          counts.lines += intervals[d] * points[e] * points[f];
          counts.quads += points[d] * intervals[e] * intervals[f];
        }
      return counts;
    }

    /// Share of the cells of the block that exist.
    double filling(const BushingShape &shape, const int dimension)
    {
      const BushingShape::Cell n = shape.n_cells();
      // A cross-section beyond this is told by its block alone.
      if (1. * n[0] * n[1] > 4e6)
        return 1;
      const int n_layers = dimension == 3 ? n[2] : 1;
      // A layer is one of two kinds: with and without flange. Its last cell
      // outwards tells which.
      const auto kind = [&](const int k) {
        return shape.region({n[0] - 1, 0, k}).has_value();
      };
      std::array<double, 2> n_cells = {-1, -1};
      double n_existing             = 0;
      for (int k = 0; k < n_layers; ++k)
        {
          double &in_layer = n_cells[kind(k)];
          if (in_layer < 0)
            {
              in_layer = 0;
              for (int j = 0; j < n[1]; ++j)
                for (int i = 0; i < n[0]; ++i)
                  in_layer += shape.region({i, j, k}).has_value();
            }
          n_existing += in_layer;
        }
      return n_existing / (1. * n[0] * n[1] * n_layers);
    }
  } // namespace

  MeshCounts generated_counts(const MeshParameters &parameters,
                              const int dimension)
  {
    if (parameters.shape != MeshShape::bushing)
      return block_counts(parameters.elements, dimension, false);
    const BushingShape shape(parameters, dimension);
    MeshCounts counts =
      block_counts(shape.n_cells(), dimension, shape.is_closed());
    const double share = filling(shape, dimension);
    for (double *count :
         {&counts.vertices, &counts.lines, &counts.quads, &counts.hexes})
      *count *= share;
    return counts;
  }

  double
  n_nodes(const MeshCounts &coarse, const int degree, const int refinements)
  {
    // The nodes of a refined mesh lie like those of a higher degree on the
    // coarse one.
    const double inside = std::ldexp(degree, refinements) - 1;
    return coarse.vertices +
           inside *
             (coarse.lines + inside * (coarse.quads + inside * coarse.hexes));
  }
} // namespace rivlin
