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
    bool force  = false; ///< take the directory from whoever holds its lock
  };

  /// Run the case. Throws Error before anything is written if the input is at
  /// fault, ComputationFailed or Error (a full disk) after the results so far
  /// were written, and Interrupted if a signal asked to stop (see
  /// base/interruption.h): then there is a checkpoint, too. All ranks throw the
  /// same; where one rank fails alone, it prints its message and ends all.
  void simulate(const CaseParameters &parameters,
                const RunOptions &options,
                MPI_Comm communicator);

  /// Build the model and say what would run; changes nothing.
  void describe(const CaseParameters &parameters,
                std::ostream &out,
                MPI_Comm communicator);
} // namespace rivlin
