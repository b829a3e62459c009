// SPDX-License-Identifier: Apache-2.0
// A numbering of unknowns, cells and boundary faces that does not depend on the
// number of ranks.
#pragma once

#include <rivlin/spaces/unknowns.h>

#include <mpi.h>

#include <array>
#include <vector>

namespace rivlin
{
  /// Files hold the unknowns of the whole model in this order: an unknown takes
  /// its place by the smallest pair (cell, number within the cell) among the
  /// cells that it belongs to, where cells are sorted by their place in the
  /// coarse mesh and in its refinement. The partition does not enter; nor do
  /// coordinates, which may coincide (cracks) or differ by rounding errors.
  /// Values at points go by cells, or by boundary faces of cells.
  class CanonicalOrder
  {
  public:
    enum class Block
    {
      displacement,
      pressure,
      cell, ///< of a rank: those of Discretization::cell
      face  ///< of a rank: boundary_faces()
    };

    /// Collective.
    template <int dim>
    CanonicalOrder(const Discretization<dim> &discretization,
                   const Unknowns &unknowns);

    /// Unknowns, cells or faces of a block over all ranks, and of this one.
    int size(const Block block) const
    {
      return part(block).n_global;
    }
    int own_size(const Block block) const
    {
      return part(block).n_own;
    }
    MPI_Comm communicator() const
    {
      return mpi_communicator;
    }

    /// The vector of the whole model on rank 0; empty elsewhere. The vectors of
    /// the ranks hold their own entries of the block. On rank 0 there may be
    /// more behind them (coordinates of sleeves); they stay at the end. `width`
    /// is the number of values per unknown, cell or face.
    Vector gather(Block block, const Vector &own, int width = 1) const;

    /// The reverse: `whole` counts on rank 0.
    Vector scatter(Block block, const Vector &whole, int width = 1) const;

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
      return parts[static_cast<std::size_t>(block)];
    }

    MPI_Comm mpi_communicator;
    std::array<Part, 4> parts; ///< one per Block
  };

  /// A face of Discretization::cell(cell), by deal.II's number.
  struct BoundaryFace
  {
    int cell = 0;
    int face = 0;
  };

  /// Those of the cells that this rank owns, cell by cell.
  template <int dim>
  std::vector<BoundaryFace>
  boundary_faces(const Discretization<dim> &discretization);
} // namespace rivlin
