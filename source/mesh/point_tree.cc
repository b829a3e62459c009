// SPDX-License-Identifier: Apache-2.0
// Directions take turns; the recursion is as deep as the logarithm of the size.
#include "point_tree.h"

#include <algorithm>
#include <utility>

namespace rivlin
{
  PointTree::PointTree(const std::vector<MeshPoint> &all_points,
                       std::vector<int> some_indices)
    : points(all_points)
    , indices(std::move(some_indices))
  {
    build(0, indices.size(), 0);
  }

  void PointTree::build(const std::size_t begin,
                        const std::size_t end,
                        const int direction)
  {
    if (end - begin < 2)
      return;
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(indices.begin() + static_cast<long>(begin),
                     indices.begin() + static_cast<long>(middle),
                     indices.begin() + static_cast<long>(end),
                     [&](const int a, const int b) {
                       return points[a][direction] < points[b][direction];
                     });
    build(begin, middle, (direction + 1) % 3);
    build(middle + 1, end, (direction + 1) % 3);
  }

  void PointTree::in_box(const MeshPoint &low,
                         const MeshPoint &high,
                         const std::function<bool(int)> &visit) const
  {
    search(0, indices.size(), 0, low, high, visit);
  }

  bool PointTree::search(const std::size_t begin,
                         const std::size_t end,
                         const int direction,
                         const MeshPoint &low,
                         const MeshPoint &high,
                         const std::function<bool(int)> &visit) const
  {
    if (begin >= end)
      return true;
    const std::size_t middle = begin + (end - begin) / 2;
    const MeshPoint &point   = points[indices[middle]];
    bool is_inside           = true;
    for (int k = 0; k < 3; ++k)
      is_inside = is_inside && point[k] >= low[k] && point[k] <= high[k];
    if (is_inside && !visit(indices[middle]))
      return false;
    const int next = (direction + 1) % 3;
    // Equal coordinates may be on both sides of the median.
    return (low[direction] > point[direction] ||
            search(begin, middle, next, low, high, visit)) &&
           (high[direction] < point[direction] ||
            search(middle + 1, end, next, low, high, visit));
  }
} // namespace rivlin
