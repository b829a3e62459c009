// SPDX-License-Identifier: Apache-2.0
// What becomes of the blocks of a tangent.
#include <rivlin/fe/tangent_blocks.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// Local degree of freedom of row or column k of a block.
    template <int dim>
    unsigned int dof_of(const std::span<const unsigned int> cell_dofs,
                        const std::span<const int> nodes,
                        const std::size_t k)
    {
      return cell_dofs[nodes[k / dim] * dim + k % dim];
    }
  } // namespace

  template <int dim>
  void KeptBlocks<dim>::clear()
  {
    entries.clear();
    nodes.clear();
    values.clear();
  }

  template <int dim>
  void KeptBlocks<dim>::add(const TangentBlock &block, const double factor)
  {
    entries.push_back(
      {block.cell, nodes.size(), block.nodes.size(), values.size()});
    nodes.insert(nodes.end(), block.nodes.begin(), block.nodes.end());
    const std::size_t n = block.nodes.size() * dim;
    for (std::size_t k = 0; k < n * n; ++k)
      values.push_back(factor * block.values[k]);
  }

  template <int dim>
  void KeptBlocks<dim>::multiply(const Discretization<dim> &discretization,
                                 const DofVector &x,
                                 DofVector &y,
                                 DofVector &y_transposed) const
  {
    for (const Entry &entry : entries)
      {
        const auto cell_dofs = discretization.cell_dofs(entry.cell);
        const std::span<const int> at(nodes.data() + entry.first_node,
                                      entry.n_nodes);
        const double *K     = values.data() + entry.first_value;
        const std::size_t n = entry.n_nodes * dim;
        for (std::size_t i = 0; i < n; ++i)
          {
            double row = 0, column = 0;
            for (std::size_t j = 0; j < n; ++j)
              {
                const double x_j =
                  x.local_element(dof_of<dim>(cell_dofs, at, j));
                row += K[i * n + j] * x_j;
                column += K[j * n + i] * x_j;
              }
            const unsigned int dof = dof_of<dim>(cell_dofs, at, i);
            y.local_element(dof) += row;
            y_transposed.local_element(dof) += column;
          }
      }
  }

  template <int dim>
  AssembledBlocks<dim>::AssembledBlocks(const AssemblyMap &assembly_map,
                                        const TangentWeights &tangent_weights,
                                        SubassembledMatrix &to_matrix,
                                        KeptBlocks<dim> &to_kept)
    : map(assembly_map)
    , weights(tangent_weights)
    , matrix(to_matrix)
    , kept(to_kept)
  {}

  template <int dim>
  void AssembledBlocks<dim>::add(const TangentBlock &block)
  {
    const double weight =
      block.by == TangentBlock::By::displacement ? weights.q : weights.v;
    if (weight == 0)
      return;
    if (!block.dofs.empty())
      {
        map.add_dof_block(block.dofs, weight, block.values, matrix);
        return;
      }
    map.add_node_block(
      block.cell, block.nodes, dim, weight, block.values, matrix);
    if (!block.is_symmetric)
      kept.add(block, weight);
  }

  template <int dim>
  BlockProducts<dim>::BlockProducts(const Discretization<dim> &space,
                                    std::vector<BlockProduct> all_products)
    : discretization(space)
    , products(std::move(all_products))
  {}

  template <int dim>
  void BlockProducts<dim>::add(const TangentBlock &block)
  {
    const bool has_dofs  = !block.dofs.empty();
    const auto cell_dofs = has_dofs ? std::span<const unsigned int>()
                                    : discretization.cell_dofs(block.cell);
    const std::size_t n =
      has_dofs ? block.dofs.size() : block.nodes.size() * dim;
    const auto dof = [&](const std::size_t k) {
      return has_dofs ? block.dofs[k] : dof_of<dim>(cell_dofs, block.nodes, k);
    };
    for (const BlockProduct &product : products)
      {
        const DofVector *x = block.by == TangentBlock::By::displacement
                               ? product.displacement
                               : product.velocity;
        if (!x)
          continue;
        for (std::size_t j = 0; j < n; ++j)
          {
            const double x_j = x->local_element(dof(j));
            if (x_j == 0)
              continue;
            const double *K    = block.values;
            const bool by_rows = product.transposed;
            for (std::size_t i = 0; i < n; ++i)
              product.result->local_element(dof(i)) +=
                K[by_rows ? j * n + i : i * n + j] * x_j;
          }
      }
  }

  template class KeptBlocks<2>;
  template class KeptBlocks<3>;
  template class AssembledBlocks<2>;
  template class AssembledBlocks<3>;
  template class BlockProducts<2>;
  template class BlockProducts<3>;
} // namespace rivlin
