// SPDX-License-Identifier: Apache-2.0
// Unknowns and memory of a case, told before anything large is made.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/spaces/mesh_counts.h>

#include <mpi.h>

#include <string>

namespace rivlin
{
  struct SizeForecast
  {
    double cells    = 0;
    double unknowns = 0; ///< with those that supports will take away
    double needed   = 0; ///< per rank [byte]
    double allowed  = 0; ///< per rank [byte]: what is free, or the given limit
    bool is_limited = false; ///< by "Solver/Memory limit"
  };

  /// From the counts of the coarse mesh. Collective, the same on all ranks.
  SizeForecast forecast_size(const MeshCounts &coarse,
                             const CaseParameters &parameters,
                             MPI_Comm communicator);

  /// Throws Error with the numbers if the model does not fit.
  void require_fitting(const SizeForecast &size);

  /// One line: "memory: about 0.31 GB per rank, 20.1 GB are free".
  std::string memory_text(const SizeForecast &size);
} // namespace rivlin
