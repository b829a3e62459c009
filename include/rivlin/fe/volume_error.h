// SPDX-License-Identifier: Apache-2.0
// Where the volume of rubber is not the one that its pressure asks for;
// doc/theory/edges.md.
#pragma once

#include <rivlin/fe/fe_model.h>

#include <cmath>
#include <string>

namespace rivlin
{
  /// The mixed element fulfils J = Jhat(p) in the mean, not at points. Beside a
  /// bonded edge, where the strain of the continuum is infinite, the deviation
  /// grows with every refinement.
  template <int dim>
  struct VolumeError
  {
    double J        = 1;      ///< at the Gauss point of the largest |J - Jhat|
    double expected = 1;      ///< Jhat(p) there
    dealii::Point<dim> place; ///< undeformed
    double share = 0;         ///< of the rubber's volume beyond the limit

    double size() const
    {
      return std::abs(J - expected);
    }
  };

  /// Over the cells that have a pressure; the same on all ranks. Collective.
  template <int dim>
  VolumeError<dim>
  volume_error(const FEModel<dim> &model, const State &state, double limit);

  /// "J is 1.4 at (10, 0, 20), where ..."; what it means, and what to do.
  template <int dim>
  std::string describe(const VolumeError<dim> &error, double limit);
} // namespace rivlin
