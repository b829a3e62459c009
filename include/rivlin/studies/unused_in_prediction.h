// SPDX-License-Identifier: Apache-2.0
// What a case says that a prediction with a reduced model does not use.
#pragma once

#include <rivlin/cases/case_parameters.h>

#include <vector>

namespace rivlin
{
  struct PredictionOptions;

  /// Parameters that the case gives, each with the reason why it has no effect.
  /// Those of the body are not among them: they must be those of the model, see
  /// require_supported.
  std::vector<UnusedParameter>
  unused_in_prediction(const CaseParameters &parameters,
                       const PredictionOptions &options);
} // namespace rivlin
