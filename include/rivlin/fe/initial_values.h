// SPDX-License-Identifier: Apache-2.0
// A start that is deformed or moves.
#pragma once

#include <rivlin/fe/fe_model.h>

namespace rivlin
{
  /// Displacement and velocity by place in the undeformed body; empty: zero.
  template <int dim>
  struct InitialFields
  {
    using Field =
      std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X)>;

    Field displacement;
    Field velocity;
    /// Remove changes of volume that are errors of interpolation (see
    /// ConsistencySolver::remove_fast_oscillation).
    bool without_volume_waves = false;
  };

  /// The state at t = 0 that interpolates the fields at the nodes. Supports
  /// and sleeves keep what they prescribe; throws Error where a field differs
  /// from that by more than 1e-6 of the largest value of either. Collective.
  template <int dim>
  State make_initial_state(const FEModel<dim> &model,
                           const InitialFields<dim> &fields);
} // namespace rivlin
