// SPDX-License-Identifier: Apache-2.0
// Bases that span everything a small body can do: the reduced model is then
// the full one in other coordinates.
#pragma once

#include <rivlin/offline/training.h>

#include "offline/static_states.h"
#include "offline/trial_basis.h"

namespace rivlin
{
  /// As many random snapshots as there are free displacements, with poses of
  /// the inner sleeve in all directions of the dimension.
  inline MemorySnapshots random_snapshots(const DiscreteBody &body, int count)
  {
    const int n_free     = static_cast<int>(body.free_displacements.size());
    const Matrix numbers = random_numbers(6, count, 3, 0.2);
    Matrix poses(12 * body.supports.size(), count);
    for (int k = 0; k < count; ++k)
      {
        std::vector<SleevePose> all(body.supports.size());
        all[0].translation     = numbers.col(k).head<3>();
        all[0].rotation_vector = numbers.col(k).tail<3>();
        if (body.dim() == 2)
          {
            all[0].translation[2] = 0;
            all[0].rotation_vector.head<2>().setZero();
          }
        poses.col(k) = pose_column(all);
      }
    return MemorySnapshots(
      "random",
      Vector::LinSpaced(count, 0, 1),
      {{SnapshotField::displacement, random_numbers(n_free, count, 4)},
       {SnapshotField::pressure, random_numbers(body.n_pressures, count, 5)},
       {SnapshotField::pose, poses},
       {SnapshotField::prescribed,
        random_numbers(n_lifted(body) - n_rho(body), count, 6, 0.1)}});
  }

  inline ReducedBases all_modes(const DiscreteBody &body)
  {
    const int n_free = static_cast<int>(body.free_displacements.size());
    const MemorySnapshots snapshots = random_snapshots(body, n_free + 5);
    BasisOptions options;
    options.method      = PodMethod::svd;
    options.modes.count = n_free;
    options.n_pressures = -1;
    return train_bases(body, {&snapshots}, options);
  }
} // namespace rivlin
