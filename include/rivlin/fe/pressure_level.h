// SPDX-License-Identifier: Apache-2.0
// Whether incompressible rubber knows the level of its pressure.
#pragma once

#include <rivlin/fe/fe_model.h>

namespace rivlin
{
  /// Throws Error if all rubber is incompressible and the constant pressure
  /// does no work on any free displacement: then its level is undetermined and
  /// every tangent is singular. So it is when the whole boundary is prescribed.
  template <int dim>
  void refuse_free_pressure_level(const FEModel<dim> &model);
} // namespace rivlin
