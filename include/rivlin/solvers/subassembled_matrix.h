// SPDX-License-Identifier: Apache-2.0
// The symmetric matrix of this rank's cells; the sum over the ranks is the
// matrix of the model.
#pragma once

#include <rivlin/spaces/unknowns.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace rivlin
{
  /// One triangle as triplets sorted by row, each pair of unknowns once per
  /// rank. The numbers count from 1 because MUMPS reads these arrays in place
  /// and adds up what the ranks share: assembly needs no communication.
  struct TripletPattern
  {
    std::vector<int> row;    ///< number of the unknown + 1, row <= column
    std::vector<int> column; ///< number of the unknown + 1
  };

  struct SubassembledMatrix
  {
    std::shared_ptr<const TripletPattern> pattern;
    std::vector<double> values;
  };

  /// Local degrees of freedom that are coupled though no cell has them all,
  /// group by group.
  using CoupledDofs = std::vector<std::vector<unsigned int>>;

  /// Where the entries of each cell's matrix go; made once per mesh, and anew
  /// if other degrees of freedom are coupled.
  class AssemblyMap
  {
  public:
    template <int dim>
    AssemblyMap(const Discretization<dim> &discretization,
                const Unknowns &unknowns,
                const CoupledDofs &coupled = {});

    /// A zero matrix with the sparsity of the model.
    SubassembledMatrix make_matrix() const;

    /// Add a cell's blocks [[K, B^T], [B, -C]].
    void add(int cell,
             const ElementResult &blocks,
             SubassembledMatrix &matrix) const;

    /// Add a symmetric matrix between the displacements of a cell, row-major.
    void add_displacement_block(int cell,
                                const double *block,
                                SubassembledMatrix &matrix) const;

    /// Add `factor` times the symmetric part of a matrix between the
    /// displacements of some nodes of a cell: rows and columns are node * dim +
    /// component over `nodes`, row-major.
    void add_node_block(int cell,
                        std::span<const int> nodes,
                        int dim,
                        double factor,
                        const double *block,
                        SubassembledMatrix &matrix) const;

    /// Add `factor` times a symmetric matrix between degrees of freedom of one
    /// group that the map was made with, row-major.
    void add_dof_block(std::span<const unsigned int> dofs,
                       double factor,
                       const double *block,
                       SubassembledMatrix &matrix) const;

  private:
    const std::uint32_t *positions_of(const int cell) const
    {
      return positions.data() + std::size_t(cell) * n_dofs * (n_dofs + 1) / 2;
    }

    static constexpr std::uint32_t nowhere = 0xffffffffu;

    std::size_t n_dofs;
    std::size_t n_displacements;
    std::shared_ptr<const TripletPattern> pattern;
    std::vector<std::uint32_t> positions; ///< per cell, upper triangle by rows
    /// Per relevant degree of freedom, only with coupled ones: its row of the
    /// pattern, empty if it is eliminated.
    std::vector<std::array<std::uint32_t, 2>> row_range;
    std::vector<int> numbers; ///< of the unknowns, likewise
  };
} // namespace rivlin
