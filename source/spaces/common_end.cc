// SPDX-License-Identifier: Apache-2.0
// A barrier with a limit of time.
#include <rivlin/spaces/common_end.h>

#include <unistd.h>

#include <iostream>
#include <limits>

namespace rivlin
{
  namespace
  {
    /// Whether all ranks come within the time.
    bool all_come(MPI_Comm communicator, const double seconds)
    {
      MPI_Request request;
      MPI_Ibarrier(communicator, &request);
      const double begin = MPI_Wtime();
      for (int done = 0;; usleep(1000))
        {
          MPI_Test(&request, &done, MPI_STATUS_IGNORE);
          if (done)
            return true;
          if (MPI_Wtime() - begin > seconds)
            return false;
        }
    }
  } // namespace

  void print_failure(const Failure &failure)
  {
    // One write: lines of several ranks must not mix.
    std::cerr << std::string("rivlin: ") +
                   (failure.exit_code == 3 ? "a defect of the program: " : "") +
                   failure.message + "\n"
              << std::flush;
  }

  CommonEnd::CommonEnd(MPI_Comm parent)
  {
    MPI_Comm_dup(parent, &communicator);
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &n_ranks);
  }

  CommonEnd::~CommonEnd()
  {
    MPI_Comm_free(&communicator);
  }

  void CommonEnd::fail_together(const Failure &failure,
                                const double seconds) const
  {
    // One after the other: the first one ends all, and one message is enough.
    if (all_come(communicator, seconds + 0.5 * rank))
      return;
    print_failure(failure);
    MPI_Abort(communicator, failure.exit_code);
  }

  int CommonEnd::finish(const Failure &failure, const double seconds) const
  {
    if (failure.exit_code != 0)
      fail_together(failure, seconds);
    else
      all_come(communicator, std::numeric_limits<double>::infinity());
    const int mine = failure.exit_code != 0 ? rank : n_ranks;
    int first      = n_ranks;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, communicator);
    if (first == rank)
      print_failure(failure);
    return failure.exit_code;
  }
} // namespace rivlin
