// SPDX-License-Identifier: Apache-2.0
// What blocks of a tangent have besides their symmetric part.
#pragma once

#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/tangent_blocks.h>

namespace rivlin
{
  /// (K - K^T) x / 2 of the blocks K, over the owned unknowns in the order of
  /// the linear system. Collective.
  template <int dim>
  Vector skew_product(const FEModel<dim> &model,
                      const KeptBlocks<dim> &blocks,
                      const Vector &x);

  /// Seen with one irregular vector. Where the parts of the elements cancel
  /// the difference is rounding error. Collective.
  template <int dim>
  bool is_unsymmetric(const FEModel<dim> &model, const KeptBlocks<dim> &blocks);
} // namespace rivlin
