// SPDX-License-Identifier: Apache-2.0
// A whole run: from the parameters of a case to its output directory.
#pragma once

#include <rivlin/cases/case_parameters.h>

#include <deal.II/base/mpi.h>

#include <filesystem>
#include <iosfwd>

namespace rivlin
{
  struct RunOptions
  {
    std::filesystem::path output_directory;
    bool quiet  = false;
    bool resume = false; ///< go on where an earlier run was interrupted
  };

  /// Run the case. Throws Error before anything is written if the input is at
  /// fault, and ComputationFailed after the results so far were written.
  void simulate(const CaseParameters &parameters,
                const RunOptions &options,
                MPI_Comm communicator);

  /// Build the model and say what would run; changes nothing.
  void describe(const CaseParameters &parameters,
                std::ostream &out,
                MPI_Comm communicator);
} // namespace rivlin
