// SPDX-License-Identifier: Apache-2.0
// How an action hands over its tangent: once, block by block; the matrix and
// all products with it are made from the blocks.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <span>
#include <vector>

namespace rivlin
{
  /// A part of the derivative of the residual, between the displacements of
  /// some nodes of one cell: these entries the pattern of the matrix has.
  struct TangentBlock
  {
    enum class By
    {
      displacement,
      velocity
    };

    int cell;
    std::span<const int> nodes; ///< their numbers in the cell
    /// Rows and columns are node * dim + component over `nodes`; by rows.
    const double *values;
    By by             = By::displacement;
    bool is_symmetric = true; ///< but for rounding errors
    /// Of nodes of different cells, instead of cell and nodes: local degrees of
    /// freedom of the rows (BodyAction::coupled_dofs). Such a block is
    /// symmetric.
    std::span<const unsigned int> dofs = {};
  };

  class TangentBlocks
  {
  public:
    virtual ~TangentBlocks() = default;
    /// The block may be changed or gone after the call.
    virtual void add(const TangentBlock &block) = 0;
  };

  /// Blocks that are kept because they are not symmetric.
  template <int dim>
  class KeptBlocks
  {
  public:
    void clear();
    void add(const TangentBlock &block, double factor);
    bool empty() const
    {
      return entries.empty();
    }

    /// y += K x and y_transposed += K^T x; x with ghosts, the caller sums over
    /// the ranks.
    void multiply(const Discretization<dim> &discretization,
                  const DofVector &x,
                  DofVector &y,
                  DofVector &y_transposed) const;

  private:
    struct Entry
    {
      int cell;
      std::size_t first_node, n_nodes, first_value;
    };
    std::vector<Entry> entries;
    std::vector<int> nodes;
    std::vector<double> values;
  };

  /// Adds blocks to a matrix: the derivative by displacements with the weight
  /// c_q, that by velocities with c_v. Of blocks that are not symmetric the
  /// matrix gets the symmetric part, and they are kept.
  template <int dim>
  class AssembledBlocks final : public TangentBlocks
  {
  public:
    AssembledBlocks(const AssemblyMap &map,
                    const TangentWeights &weights,
                    SubassembledMatrix &matrix,
                    KeptBlocks<dim> &kept);
    void add(const TangentBlock &block) override;

  private:
    const AssemblyMap &map;
    TangentWeights weights;
    SubassembledMatrix &matrix;
    KeptBlocks<dim> &kept;
  };

  /// result += K displacement + D velocity, or with K^T and D^T. The
  /// directions have ghosts, null stands for zero; the caller sums over the
  /// ranks.
  struct BlockProduct
  {
    const DofVector *displacement;
    const DofVector *velocity;
    DofVector *result;
    bool transposed = false;
  };

  /// Multiplies each block as it comes with all directions.
  template <int dim>
  class BlockProducts final : public TangentBlocks
  {
  public:
    BlockProducts(const Discretization<dim> &discretization,
                  std::vector<BlockProduct> products);
    void add(const TangentBlock &block) override;

  private:
    const Discretization<dim> &discretization;
    std::vector<BlockProduct> products;
  };
} // namespace rivlin
