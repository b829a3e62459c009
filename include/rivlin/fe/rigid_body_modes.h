// SPDX-License-Identifier: Apache-2.0
// Refuses bodies that can move without deforming.
#pragma once

#include <rivlin/fe/prescribed_motion.h>

#include <vector>

namespace rivlin
{
  /// Throws Error for a rigid body motion that neither the supports nor what
  /// acts on the body hold: it is named. `held` has the points that actions
  /// hold on this rank, `length` is the size of the part. Collective.
  template <int dim>
  void refuse_free_rigid_body_modes(const PrescribedMotion<dim> &motion,
                                    const std::vector<HeldPoint<dim>> &held,
                                    double length,
                                    MPI_Comm communicator);
} // namespace rivlin
