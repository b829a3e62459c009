// SPDX-License-Identifier: Apache-2.0
// Work with files that one rank does for all.
#pragma once

#include <functional>
#include <mpi.h>

namespace rivlin
{
  /// Call `work` on rank 0. Where it throws Error there, all ranks throw it, so
  /// that none waits for the others. Collective.
  void on_first_rank(MPI_Comm communicator, const std::function<void()> &work);
} // namespace rivlin
