// SPDX-License-Identifier: Apache-2.0
// A vector field given by the user as formulas in the place.
#pragma once

#include <rivlin/dynamics/expression.h>

#include <span>
#include <string>
#include <vector>

namespace rivlin
{
  /// Formulas in x, y (and z in 3D), and in abbreviations that are defined
  /// first: "r = sqrt(x^2+y^2); phi = 0.1/r", each of which may use those
  /// before it.
  class PlaceField
  {
  public:
    /// One formula per component, as many as the space has dimensions. Throws
    /// Error.
    PlaceField(const std::string &definitions,
               const std::vector<std::string> &components);

    /// The field at a place. Throws Error if a component is not finite there.
    std::vector<double> value(std::span<const double> place) const;

  private:
    std::vector<Expression> abbreviations;
    std::vector<Expression> formulas;
  };
} // namespace rivlin
