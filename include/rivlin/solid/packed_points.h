// SPDX-License-Identifier: Apache-2.0
// Forces of a hyper-reduced model without tangent: gradients, stresses and
// their sum in one walk over the points.
#pragma once

#include <rivlin/solid/aligned_vector.h>
#include <rivlin/solid/point_batch.h>

#include <vector>

namespace rivlin
{
  /// sum_k w_k G_k^T P(I + G_k r) for given points. The gradients are stored
  /// again, eight points side by side, so that they are read once per force and
  /// from end to end: in the order of points it is the memory that takes the
  /// time.
  class PackedPoints
  {
  public:
    /// No points.
    PackedPoints() = default;

    /// `gradients` is [point][i][J][column].
    PackedPoints(int dim,
                 bool isochoric,
                 std::vector<Material> materials,
                 const std::vector<int> &material_of_point,
                 const double *gradients,
                 int n_columns,
                 const double *weights);

    bool is_empty() const
    {
      return runs.empty();
    }

    /// `force` has one entry per column; it means nothing if a point is
    /// invalid. Allocates nothing.
    PointBatchSum force(const double *r, double *force);

    static constexpr int n_lanes = 8;

    /// Points of one material that follow each other.
    struct Run
    {
      int material = 0;
      int n_points = 0;
      const double *gradients; ///< [block][column][i][J][lane]
      const double *weights;   ///< [block][lane]
    };

  private:
    int dim        = 3;
    bool isochoric = false;
    int n_columns  = 0;
    std::vector<Material> materials;
    AlignedVector gradients, weights;
    AlignedVector sums; ///< [column][lane]
    std::vector<Run> runs;
  };
} // namespace rivlin
