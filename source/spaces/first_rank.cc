// SPDX-License-Identifier: Apache-2.0
// The message of rank 0 goes to all.
#include <rivlin/spaces/first_rank.h>

#include <rivlin/base/error.h>

#include <deal.II/base/mpi.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  void on_first_rank(MPI_Comm communicator, const std::function<void()> &work)
  {
    namespace mpi = dealii::Utilities::MPI;
    std::string problem;
    if (mpi::this_mpi_process(communicator) == 0)
      try
        {
          work();
        }
      catch (const Error &error)
        {
          problem = error.what();
        }
      catch (const std::filesystem::filesystem_error &error)
        {
          problem = std::string("A file or folder cannot be changed: ") +
                    error.what() + ". Check its rights and the free space.";
        }
    problem = mpi::broadcast(communicator, problem, 0);
    if (!problem.empty())
      throw Error(problem);
  }
} // namespace rivlin
