// SPDX-License-Identifier: Apache-2.0
// Points in a box, found without looking at all of them.
#pragma once

#include <rivlin/mesh/plain_mesh.h>

#include <functional>
#include <vector>

namespace rivlin
{
  /// A k-d tree (Bentley, Comm. ACM 18 (1975)) over some points, halved by
  /// number: its depth does not depend on where the points are. Keeps a
  /// reference to `points`.
  class PointTree
  {
  public:
    PointTree(const std::vector<MeshPoint> &points, std::vector<int> indices);

    /// Call `visit` with the index of each point in the box, borders included,
    /// until it returns false.
    void in_box(const MeshPoint &low,
                const MeshPoint &high,
                const std::function<bool(int)> &visit) const;

  private:
    void build(std::size_t begin, std::size_t end, int direction);
    bool search(std::size_t begin,
                std::size_t end,
                int direction,
                const MeshPoint &low,
                const MeshPoint &high,
                const std::function<bool(int)> &visit) const;

    const std::vector<MeshPoint> &points;
    std::vector<int> indices; ///< the median of each range is its root
  };
} // namespace rivlin
