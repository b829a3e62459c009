// SPDX-License-Identifier: Apache-2.0
// The whole truth about a mechanical system at one time, as a copyable value.
#pragma once

#include <rivlin/base/types.h>

#include <vector>

namespace rivlin
{
  /// Time, configuration, velocity, acceleration, multipliers and the memory of
  /// the integration method. Restart, step rejection and snapshots are copies.
  /// Under MPI the vectors hold the locally owned entries.
  struct State
  {
    double time = 0;
    Vector q;
    Vector v;
    Vector a;
    Vector lambda;
    std::vector<Vector> memory;
    /// Step size the driver will try next; 0 before the first step. Part of the
    /// state because a restarted run must take the same steps.
    double next_step = 0;
  };

  /// The two blocks of an equation or of an increment: rows of the equations of
  /// motion (size n_v) and rows of the constraints (size n_lambda).
  struct Blocks
  {
    Vector q;
    Vector lambda;
  };
} // namespace rivlin
