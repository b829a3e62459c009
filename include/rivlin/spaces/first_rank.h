// SPDX-License-Identifier: Apache-2.0
// Work that ranks do each for itself, and how they agree on its failure.
#pragma once

#include <functional>
#include <mpi.h>

namespace rivlin
{
  /// Call `work` on rank 0. Where it throws there, all ranks throw the same, so
  /// that none waits for the others. Collective.
  void on_first_rank(MPI_Comm communicator, const std::function<void()> &work);

  /// Call `work`, which must not be collective, on all ranks. Where it throws
  /// on some, all throw what the first of them did. Collective.
  void on_all_ranks(MPI_Comm communicator, const std::function<void()> &work);
} // namespace rivlin
