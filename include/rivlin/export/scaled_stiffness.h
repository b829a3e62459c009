// SPDX-License-Identifier: Apache-2.0
// A compound that is stiffer or softer than the one that was trained.
#pragma once

#include <rivlin/online/reduced_model_data.h>

namespace rivlin
{
  /// The model in another unit of force, `scale` times the old one: what is not
  /// rubber (masses, gravity, loads, springs, the sleeve) is divided by it.
  /// The reactions of the result, times `scale`, are those of the same part
  /// with all moduli and the damping of the rubber times `scale`.
  ReducedModelData scaled_stiffness(ReducedModelData data, double scale);
} // namespace rivlin
