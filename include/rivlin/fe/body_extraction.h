// SPDX-License-Identifier: Apache-2.0
// The finite element model as plain arrays, for training reduced models.
#pragma once

#include <rivlin/spaces/canonical_order.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/solid/discrete_body.h>

namespace rivlin
{
  /// A load on a boundary set; its surface is found by the extraction.
  struct LoadOnSet
  {
    std::string set;
    BodyLoad load;
  };

  /// Pressures and free displacements in the order of the snapshots. Supports
  /// have the names given; one with a PrescribedField has a channel for each
  /// component that it holds, "outer displacement x", and one for the radius if
  /// it holds x and y. Throws Error if there are several ranks, and for
  /// supports whose displacement is any other field.
  template <int dim>
  DiscreteBody extract_body(const FEModel<dim> &model,
                            const CanonicalOrder &order,
                            const std::vector<std::string> &support_names,
                            const std::vector<LoadOnSet> &loads = {});
} // namespace rivlin
