// SPDX-License-Identifier: Apache-2.0
// The failure of one rank goes to all.
#include <rivlin/spaces/first_rank.h>

#include <rivlin/base/failure.h>
#include <rivlin/base/number_text.h>

namespace rivlin
{
  namespace
  {
    Failure failure_in(const std::function<void()> &work)
    {
      try
        {
          work();
        }
      catch (...)
        {
          return failure_of(std::current_exception());
        }
      return {};
    }

    /// The failure of one rank, thrown on all if it is one.
    void throw_failure_of(const int rank,
                          const Failure &failure,
                          MPI_Comm communicator)
    {
      int numbers[2] = {failure.exit_code,
                        static_cast<int>(failure.message.size())};
      MPI_Bcast(numbers, 2, MPI_INT, rank, communicator);
      if (numbers[0] == 0)
        return;
      std::string text = failure.message;
      text.resize(numbers[1]);
      MPI_Bcast(text.data(), numbers[1], MPI_CHAR, rank, communicator);
      throw_failure({numbers[0], text});
    }
  } // namespace

  void on_first_rank(MPI_Comm communicator, const std::function<void()> &work)
  {
    int rank = 0;
    MPI_Comm_rank(communicator, &rank);
    throw_failure_of(0, rank == 0 ? failure_in(work) : Failure(), communicator);
  }

  void on_all_ranks(MPI_Comm communicator, const std::function<void()> &work)
  {
    int rank = 0, n_ranks = 1;
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &n_ranks);
    Failure failure = failure_in(work);
    if (failure.exit_code != 0 && n_ranks > 1)
      failure.message = "Rank " + number_text(rank) + ": " + failure.message;
    const int mine = failure.exit_code != 0 ? rank : n_ranks;
    int first      = n_ranks;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, communicator);
    if (first < n_ranks)
      throw_failure_of(first, failure, communicator);
  }
} // namespace rivlin
