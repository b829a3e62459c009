// SPDX-License-Identifier: Apache-2.0
// Interpolation of tabulated data with two continuous derivatives.
#pragma once

#include <rivlin/base/taylor.h>

#include <vector>

namespace rivlin
{
  /// The cubic spline through (x_i, y_i) with the not-a-knot condition at both
  /// ends (the third derivative is continuous at the second and the last but
  /// one point), so that cubic polynomials are reproduced; after de Boor, A
  /// Practical Guide to Splines, 1978, chapter IV. Two points give a straight
  /// line, three a parabola.
  class CubicSpline
  {
  public:
    /// Needs at least two points with strictly increasing x.
    CubicSpline(std::vector<double> x, const std::vector<double> &y);

    double first() const
    {
      return x.front();
    }

    double last() const
    {
      return x.back();
    }

    /// Value and derivatives at `position`. Outside of [first(), last()] the
    /// end polynomials are continued; at a point the third derivative is the
    /// one to its right.
    Taylor<3> evaluate(double position) const;

  private:
    std::vector<double> x;
    std::vector<Taylor<3>> pieces; ///< expanded about the left end of each
  };
} // namespace rivlin
