// SPDX-License-Identifier: Apache-2.0
// Prescribed displacements, loads, springs, volumetric laws and the start of
// reduced models in files.
#pragma once

#include "rom_parts.h"

#include <rivlin/online/reduced_model_data.h>

namespace rivlin
{
  /// Whether a model has anything of this file, which older programs do not
  /// know.
  bool has_loads_or_start(const ReducedModelData &data);

  /// Entries of the description of the model, and its arrays.
  void write_loads_and_start(const ReducedModelData &data,
                             Container &container,
                             nlohmann::json &model);
  void read_loads_and_start(const Container &container,
                            const RomObject &model,
                            ReducedModelData &data);
} // namespace rivlin
