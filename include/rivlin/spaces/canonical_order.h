// SPDX-License-Identifier: Apache-2.0
// A numbering of the unknowns that does not depend on the number of ranks.
#pragma once

#include <rivlin/spaces/unknowns.h>

#include <mpi.h>

#include <vector>

namespace rivlin
{
  /// Files hold the unknowns of the whole model in this order: an unknown takes
  /// its place by the smallest pair (cell, number within the cell) among the
  /// cells that it belongs to, where cells are sorted by their place in the
  /// coarse mesh and in its refinement. The partition does not enter; nor do
  /// coordinates, which may coincide (cracks) or differ by rounding errors.
  class CanonicalOrder
  {
  public:
    enum class Block
    {
      displacement,
      pressure
    };

    /// Collective.
    template <int dim>
    CanonicalOrder(const Discretization<dim> &discretization,
                   const Unknowns &unknowns);

    /// Unknowns of a block over all ranks.
    int size(const Block block) const
    {
      return part(block).n_global;
    }
    MPI_Comm communicator() const
    {
      return mpi_communicator;
    }

    /// The vector of the whole model on rank 0; empty elsewhere. The vectors of
    /// the ranks hold their own entries of the block. On rank 0 there may be
    /// more behind them (coordinates of sleeves); they stay at the end.
    Vector gather(Block block, const Vector &own) const;

    /// The reverse: `whole` counts on rank 0.
    Vector scatter(Block block, const Vector &whole) const;

  private:
    struct Part
    {
      int n_own    = 0;
      int n_global = 0;
      std::vector<int> counts;  ///< per rank; all of this on rank 0 only
      std::vector<int> offsets; ///< per rank
      std::vector<int> places;  ///< in the canonical order, rank by rank
    };
    const Part &part(const Block block) const
    {
      return block == Block::displacement ? displacement : pressure;
    }

    MPI_Comm mpi_communicator;
    Part displacement;
    Part pressure;
  };
} // namespace rivlin
