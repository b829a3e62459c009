// SPDX-License-Identifier: Apache-2.0
// Which boxes lie near a point: bins of the size of the boxes.
#pragma once

#include <rivlin/base/types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace rivlin
{
  struct Box
  {
    Vector3 low  = Vector3::Zero();
    Vector3 high = Vector3::Zero();

    /// Square of the distance of a point, 0 inside.
    double square_distance(const Vector3 &x) const
    {
      return (low - x).cwiseMax(x - high).cwiseMax(0.).squaredNorm();
    }
  };

  /// Made anew for every place of the boxes: a sort of as many numbers as boxes
  /// have bins, about 2^dim each.
  class BoxSearch
  {
  public:
    /// Finds boxes up to `reach` away from a point. Boxes that are not finite
    /// are never found.
    BoxSearch(int dim, std::vector<Box> boxes, double reach);

    /// Numbers of boxes among which are all that are near enough, ascending.
    std::span<const int> near(const Vector3 &x) const;

    const Box &box(const int i) const
    {
      return boxes[i];
    }

  private:
    using Place = std::array<std::int64_t, 3>;
    Place place_of(const Vector3 &x) const;

    int dim;
    double reach;
    std::vector<Box> boxes;
    Vector3 origin  = Vector3::Zero();
    double bin_size = 1;
    std::vector<Place> bins; ///< that have boxes, in order
    std::vector<int> start;  ///< of each bin in `members`
    std::vector<int> members;
  };
} // namespace rivlin
