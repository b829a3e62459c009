// SPDX-License-Identifier: Apache-2.0
// The state in which a reduced model begins: equilibrium with inputs that are
// held.
#pragma once

#include <rivlin/online/reduced_model.h>
#include <rivlin/online/sleeve_inputs.h>

#include <memory>
#include <vector>

namespace rivlin
{
  /// All that acts on a model at one time, at rest.
  struct HeldInputs
  {
    std::vector<SleeveInput> sleeves; ///< poses and loads
    Vector prescribed;
    Vector loads;
    Vector3 gravity = Vector3::Zero();
  };

  /// Those of the start of the data; without one all are zero.
  HeldInputs inputs_at_start(const ReducedModelData &data);

  /// The static state with the inputs, approached from the start of the data;
  /// `bodies` of the sleeves tell which of their directions are free. Throws
  /// ComputationFailed if none is found.
  State equilibrium(const std::shared_ptr<const ReducedModelData> &data,
                    const std::vector<RigidSleeveProperties> &bodies,
                    const HeldInputs &inputs);
} // namespace rivlin
