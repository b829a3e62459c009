// SPDX-License-Identifier: Apache-2.0
// The finite element model as plain arrays, for training reduced models.
#pragma once

#include <rivlin/spaces/canonical_order.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/solid/discrete_body.h>

namespace rivlin
{
  /// Pressures and free displacements in the order of the snapshots. Supports
  /// have the names given. Throws Error if there are several ranks, and for
  /// supports whose displacement is a field.
  template <int dim>
  DiscreteBody extract_body(const FEModel<dim> &model,
                            const CanonicalOrder &order,
                            const std::vector<std::string> &support_names);
} // namespace rivlin
