// SPDX-License-Identifier: Apache-2.0
// Places in messages.
#pragma once

#include <rivlin/base/number_text.h>

#include <deal.II/base/point.h>

namespace rivlin
{
  /// "(1, 0.5, -2e-07)": the coordinates with six digits.
  template <int dim>
  std::string point_text(const dealii::Point<dim> &X)
  {
    return '(' + numbers_text({X.begin_raw(), X.end_raw()}) + ')';
  }
} // namespace rivlin
