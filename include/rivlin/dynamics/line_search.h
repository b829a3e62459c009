// SPDX-License-Identifier: Apache-2.0
// How far to go in a direction in which an energy falls.
#pragma once

#include <functional>
#include <optional>

namespace rivlin
{
  /// A length s in (0, longest] with |slope(s)| <= |slope_0| / 2, where
  /// slope(s) is the derivative of an energy along a direction in which it
  /// falls at first, slope_0 < 0; or `longest` if the energy still falls there.
  /// Empty: no energy at s (an inverted element). After six trials the last one
  /// is taken. The last call of slope() is the one with the result; 0 if that
  /// had no energy.
  double line_search(double slope_0,
                     double longest,
                     const std::function<std::optional<double>(double)> &slope);
} // namespace rivlin
