// SPDX-License-Identifier: Apache-2.0
// Every box, grown by the reach, is a member of the bins that it meets; a point
// then has to look into its own bin only.
#include <rivlin/solid/box_search.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rivlin
{
  BoxSearch::BoxSearch(const int space_dim,
                       std::vector<Box> all_boxes,
                       const double search_reach)
    : dim(space_dim)
    , reach(search_reach)
    , boxes(std::move(all_boxes))
  {
    double size = 0, largest = 0;
    int n_finite = 0;
    Vector3 low  = Vector3::Constant(std::numeric_limits<double>::max());
    for (const Box &box : boxes)
      if (box.low.allFinite() && box.high.allFinite())
        {
          const double extent = (box.high - box.low).head(dim).maxCoeff();
          size += extent;
          largest = std::max(largest, extent);
          low     = low.cwiseMin(box.low);
          ++n_finite;
        }
    if (n_finite == 0)
      return;
    origin = low - Vector3::Constant(reach);
    // No box meets more than five bins per direction.
    bin_size = std::max(size / n_finite + 2 * reach, (largest + 2 * reach) / 3);
    if (!(bin_size > 0))
      bin_size = 1;

    std::vector<std::pair<Place, int>> entries;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      {
        const Box &box = boxes[i];
        if (!box.low.allFinite() || !box.high.allFinite())
          continue;
        const Place first = place_of(box.low - Vector3::Constant(reach));
        const Place last  = place_of(box.high + Vector3::Constant(reach));
        Place at;
        for (at[0] = first[0]; at[0] <= last[0]; ++at[0])
          for (at[1] = first[1]; at[1] <= last[1]; ++at[1])
            for (at[2] = first[2]; at[2] <= last[2]; ++at[2])
              entries.push_back({at, static_cast<int>(i)});
      }
    std::sort(entries.begin(), entries.end());
    for (const auto &[bin, box] : entries)
      {
        if (bins.empty() || bins.back() != bin)
          {
            bins.push_back(bin);
            start.push_back(static_cast<int>(members.size()));
          }
        members.push_back(box);
      }
    start.push_back(static_cast<int>(members.size()));
  }

  BoxSearch::Place BoxSearch::place_of(const Vector3 &x) const
  {
    Place place{};
    for (int i = 0; i < dim; ++i)
      // Far away, in an iterate that is none, is outside all bins.
      place[i] = static_cast<std::int64_t>(
        std::clamp(std::floor((x[i] - origin[i]) / bin_size), -1e6, 1e6));
    return place;
  }

  std::span<const int> BoxSearch::near(const Vector3 &x) const
  {
    if (!x.allFinite())
      return {};
    const Place place = place_of(x);
    const auto found  = std::lower_bound(bins.begin(), bins.end(), place);
    if (found == bins.end() || *found != place)
      return {};
    const std::size_t k = found - bins.begin();
    return {members.data() + start[k],
            static_cast<std::size_t>(start[k + 1] - start[k])};
  }
} // namespace rivlin
