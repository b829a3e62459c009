// SPDX-License-Identifier: Apache-2.0
// summary.json: what a run did and what it cost.
#pragma once

#include <rivlin/cases/checkpoint.h>
#include <rivlin/dynamics/integrate.h>

#include <nlohmann/json_fwd.hpp>

namespace rivlin
{
  /// Work and steps so far: `before` the run was resumed and since then.
  /// Collective.
  template <int dim>
  RunTotals add_work(const RunTotals &before,
                     const Counters &counters,
                     const FEModel<dim> &model,
                     const Timer &timer);

  /// Collective.
  template <int dim>
  nlohmann::ordered_json make_summary(const CaseParameters &parameters,
                                      const CaseModel<dim> &built,
                                      const IntegrationReport &report,
                                      const RunTotals &totals);
} // namespace rivlin
