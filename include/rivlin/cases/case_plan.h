// SPDX-License-Identifier: Apache-2.0
// When a case steps and when it writes.
#pragma once

#include <rivlin/dynamics/integrate.h>
#include <rivlin/cases/case_parameters.h>

#include <vector>

namespace rivlin
{
  struct CasePlan
  {
    IntegrationPlan plan;          ///< its output times are those of both lists
    std::vector<double> outputs;   ///< empty: every step
    std::vector<double> snapshots; ///< empty: none
  };

  /// Throws Error for times that make no sense.
  CasePlan make_case_plan(const CaseParameters &parameters);
} // namespace rivlin
