// SPDX-License-Identifier: Apache-2.0
// What a reduced model says of itself.
#pragma once

#include <rivlin/online/reduced_model_data.h>

#include <string>

namespace rivlin
{
  /// Some lines: where it came from, its sizes, its range, its errors. `name`
  /// is that of the file.
  std::string model_info(const ReducedModelData &data, const std::string &name);

  /// What training.json tells of the force model in the file, as JSON; empty
  /// if the file does not say.
  std::string trained_model_json(const ReducedModelData &data);
} // namespace rivlin
