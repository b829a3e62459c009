// SPDX-License-Identifier: Apache-2.0
// Pictures of reduced models.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/base/vtu_file.h>
#include <rivlin/online/prediction.h>
#include <rivlin/online/reduced_model_data.h>

#include <filesystem>

namespace rivlin
{
  /// The body at one output time (a column of the prediction) with
  /// displacement, velocity and, where pressures live on nodes, the pressure.
  /// The fields must be in `data`.
  VtuGrid reduced_picture(const ReducedModelData &data,
                          const Prediction &prediction,
                          int column,
                          const UnitSystem &units);

  /// solution.pvd and one VTU file per output time.
  void write_pictures(const ReducedModelData &data,
                      const Prediction &prediction,
                      const UnitSystem &units,
                      const std::filesystem::path &folder);
} // namespace rivlin
