// SPDX-License-Identifier: Apache-2.0
// The norm of increments as weights of the unknowns.
#pragma once

#include <rivlin/fe/fe_model.h>

namespace rivlin
{
  /// Of this rank's unknowns in the order of the linear system, then of the
  /// sleeves that it stores: the Euclidean norm of weighted unknowns over all
  /// ranks is FEModel::increment_norm. Collective.
  template <int dim>
  Vector increment_weights(const FEModel<dim> &model);
} // namespace rivlin
