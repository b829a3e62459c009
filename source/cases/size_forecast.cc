// SPDX-License-Identifier: Apache-2.0
// The formulas of doc/large_models.md and doc/theory/linear_solvers.md.
#include <rivlin/cases/size_forecast.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/solvers/direct_solver_memory.h>
#include <rivlin/solvers/linear_solver.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    constexpr double libraries   = 150 * 1048576.; // [byte], of each process
    constexpr double coarse_cell = 1200;           // [byte], on each rank

    /// Entries of one triangle of the matrices of cells per unknown; what
    /// memory per unknown grows with.
    double entries_per_unknown(const CaseParameters &parameters)
    {
      const double dim = parameters.dimension, p = parameters.degree;
      const bool mixed = parameters.formulation == Formulation::mixed;
      const double in_cell =
        dim * std::pow(p + 1, dim) + (mixed ? std::pow(p, dim) : 0);
      const double per_cell =
        dim * std::pow(p, dim) + (mixed ? std::pow(p - 1, dim) : 0);
      return in_cell * in_cell / 2 / per_cell;
    }

    /// What a rank needs with the iterative solver; `n` unknowns of its own.
    /// Measured with Q2/Q1 hexahedra, 158 entries per unknown.
    double iterative_memory(const CaseParameters &parameters, const double n)
    {
      return 4700 * entries_per_unknown(parameters) / 158 * n *
             (1 + 7.7 / std::cbrt(std::max(n, 1.)));
    }

    std::string gigabytes(const double bytes)
    {
      return number_text(bytes / 1e9, 3) + " GB";
    }

    std::string reference(const SizeForecast &size)
    {
      return gigabytes(size.allowed) +
             (size.is_limited ? " are allowed by \"Solver/Memory limit\""
                              : " are free");
    }
  } // namespace

  SizeForecast forecast_size(const MeshCounts &coarse,
                             const CaseParameters &parameters,
                             MPI_Comm communicator)
  {
    const int refinements = parameters.mesh.refinements;
    const int dim         = parameters.dimension;
    SizeForecast size;
    size.cells    = std::ldexp(coarse.cells(), dim * refinements);
    size.unknowns = dim * n_nodes(coarse, parameters.degree, refinements);
    if (parameters.formulation == Formulation::mixed)
      size.unknowns += n_nodes(coarse, parameters.degree - 1, refinements);

    const double n_ranks =
      dealii::Utilities::MPI::n_mpi_processes(communicator);
    const double direct = direct_solver_memory(dim, size.unknowns) / n_ranks;
    const double iterative =
      iterative_memory(parameters, size.unknowns / n_ranks);
    switch (parameters.solver.linear_solver)
      {
        case LinearSolverKind::iterative:
          size.needed = iterative;
          break;
        case LinearSolverKind::automatic: // takes the one that fits
          size.needed = std::min(direct, iterative);
          break;
        default:
          size.needed = direct;
      }
    size.needed += libraries + coarse_cell * coarse.cells();
    size.is_limited = parameters.solver.memory_limit > 0;
    size.allowed    = size.is_limited ? 1e9 * parameters.solver.memory_limit
                                      : available_memory_per_rank(communicator);
    return size;
  }

  void require_fitting(const SizeForecast &size)
  {
    const std::string what = "The model would have about " +
                             number_text(size.unknowns, 3) + " unknowns in " +
                             number_text(size.cells, 3) + " cells";
    const std::string remedy =
      "Reduce \"Mesh/Refinements\" or the numbers of elements";
    // Numbers of unknowns are of type int, here and in the linear solvers.
    if (size.unknowns > std::numeric_limits<int>::max())
      throw Error(what + ", more than the 2.147e9 that can be numbered. " +
                  remedy + ".");
    if (size.needed > size.allowed)
      throw Error(what + " and need about " + gigabytes(size.needed) +
                  " on each rank; " + reference(size) + ". " + remedy +
                  ", use more machines, or give \"Solver/Memory limit\" [GB] "
                  "to try it all the same.");
  }

  std::string memory_text(const SizeForecast &size)
  {
    return "memory: about " + gigabytes(size.needed) + " per rank, " +
           reference(size);
  }
} // namespace rivlin
