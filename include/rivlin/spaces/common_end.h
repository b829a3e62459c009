// SPDX-License-Identifier: Apache-2.0
// How ranks end: together, or one of them for all.
#pragma once

#include <rivlin/base/failure.h>

#include <mpi.h>

namespace rivlin
{
  /// Most failures hit all ranks, since they agree on them. A failure of one
  /// rank alone (its memory, its copy of a file) leaves the others waiting for
  /// it somewhere: then it speaks and ends all of them.
  class CommonEnd
  {
  public:
    /// Collective: messages about the end have a communicator of their own.
    explicit CommonEnd(MPI_Comm communicator);
    ~CommonEnd();
    CommonEnd(const CommonEnd &)            = delete;
    CommonEnd &operator=(const CommonEnd &) = delete;

    /// To be called on a rank that failed. Returns when all ranks have called
    /// it. If they do not within `seconds`, it prints the message and ends all
    /// ranks with the exit code.
    void fail_together(const Failure &failure, double seconds = 10) const;

    /// The last call of all ranks, those that failed and those that did not.
    /// The first of those that failed prints its message; nobody waits for a
    /// rank that did not come longer than in fail_together(). The exit code.
    int finish(const Failure &failure, double seconds = 10) const;

  private:
    MPI_Comm communicator = MPI_COMM_NULL;
    int rank              = 0;
    int n_ranks           = 1;
  };

  /// One line on standard error.
  void print_failure(const Failure &failure);
} // namespace rivlin
