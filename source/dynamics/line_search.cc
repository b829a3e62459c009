// SPDX-License-Identifier: Apache-2.0
// Regula falsi between a point where the energy falls and one where it rises.
#include <rivlin/dynamics/line_search.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  double line_search(const double slope_0,
                     const double longest,
                     const std::function<std::optional<double>(double)> &slope)
  {
    constexpr int n_trials        = 6;
    constexpr double enough       = 0.5; // of the first slope may be left
    constexpr double least_change = 0.1; // of the bracket
    double low = 0, slope_low = slope_0, high = longest;
    std::optional<double> slope_high;
    double s = longest;
    for (int i = 1;; ++i)
      {
        const std::optional<double> here = slope(s);
        if (here && (std::abs(*here) <= enough * std::abs(slope_0) ||
                     (s == longest && *here < 0)))
          return s;
        if (i == n_trials)
          return here ? s : 0;
        if (here && *here < 0)
          {
            low       = s;
            slope_low = *here;
          }
        else
          {
            high       = s;
            slope_high = here;
          }
        const double root =
          slope_high ? slope_low / (slope_low - *slope_high) : 0.5;
        s = std::lerp(low,
                      high,
                      std::clamp(root, least_change, 1 - least_change));
      }
  }
} // namespace rivlin
