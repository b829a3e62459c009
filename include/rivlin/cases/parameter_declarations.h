// SPDX-License-Identifier: Apache-2.0
// The declaration of every parameter of a case.
#pragma once

#include <rivlin/cases/case_parameters.h>

#include <deal.II/base/parameter_handler.h>

namespace rivlin
{
  /// Choices that are text in the file and something else in CaseParameters.
  struct TextChoices
  {
    std::string dimension    = "2";
    std::string shape        = "bushing";
    std::string flanges      = "none";
    std::string free_surface = "flat";
  };

  /// Bind all parameters to `values` and `text`, which must outlive `prm`. The
  /// named sections (supports, loads, ...) are those that `values` has.
  void declare_parameters(dealii::ParameterHandler &prm,
                          CaseParameters &values,
                          TextChoices &text);
} // namespace rivlin
