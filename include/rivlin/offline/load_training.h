// SPDX-License-Identifier: Apache-2.0
// Loads and springs on the surface of the body in the coordinates of a reduced
// model.
#pragma once

#include <rivlin/online/reduced_model_data.h>
#include <rivlin/solid/discrete_body.h>

namespace rivlin
{
  /// Sets the loads of `data`, its stiffness by springs and what it is capable
  /// of, and adds the viscosity of springs to its damping. All of it is exact:
  /// springs are linear in r, pressures polynomials of degree dim - 1.
  void project_loads(const DiscreteBody &body,
                     const Matrix &modes,
                     ReducedModelData &data);
} // namespace rivlin
