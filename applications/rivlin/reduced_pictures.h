// SPDX-License-Identifier: Apache-2.0
// Pictures of reduced models.
#pragma once

#include <rivlin/studies/reduced_case.h>

namespace rivlin
{
  /// solution.pvd and one VTU file per output time: displacement, velocity and,
  /// where pressures live on nodes, the pressure. The fields must be in `data`.
  void write_pictures(const ReducedModelData &data,
                      const Prediction &prediction,
                      const UnitSystem &units,
                      const std::filesystem::path &folder);
} // namespace rivlin
