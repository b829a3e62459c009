// SPDX-License-Identifier: Apache-2.0
// Products of a subassembled matrix with vectors distributed over the ranks.
#pragma once

#include <rivlin/solvers/kernels/row_groups.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <deal.II/base/index_set.h>

#include <memory>
#include <span>
#include <vector>

namespace rivlin
{
  template <typename Number>
  using DistributedVector = dealii::LinearAlgebra::distributed::Vector<Number>;

  /// Each rank multiplies with the triangle of its own cells, once as it is and
  /// once transposed; what it owes to other ranks is added there. The matrix is
  /// never assembled: a product reads half of it.
  class SubassembledProduct
  {
  public:
    /// `owned`: the numbers of this rank, without gaps.
    SubassembledProduct(const TripletPattern &pattern,
                        const dealii::IndexSet &owned,
                        MPI_Comm communicator);

    /// A zero vector over the owned unknowns and those that own cells touch.
    template <typename Number = double>
    DistributedVector<Number> make_vector() const
    {
      return DistributedVector<Number>(partitioner);
    }
    /// Position in such a vector of the unknown with this number.
    unsigned int local_index(const int number) const
    {
      return partitioner->global_to_local(number);
    }
    int n_owned() const
    {
      return static_cast<int>(partitioner->locally_owned_size());
    }
    int n_local() const
    {
      return n_owned() + static_cast<int>(partitioner->n_ghost_indices());
    }

    /// y = A x with the values of the matrix in the order of the pattern.
    /// Ghosts of x are set on the way.
    void multiply(const std::vector<double> &values,
                  const DofVector &x,
                  DofVector &y) const;

    /// Diagonal of A, owned entries.
    DofVector diagonal(const std::vector<double> &values) const;

    /// A row of this rank's triangle: entry k of the matrix's values belongs to
    /// the unknowns `unknown` and columns[k - first]; the first is the
    /// diagonal. All are local.
    struct Row
    {
      unsigned int unknown;
      std::size_t first;
      std::span<const unsigned int> columns;
    };
    int n_rows() const
    {
      return static_cast<int>(row_groups.unknowns.size());
    }
    Row row(const int r) const;

    /// Successive rows of the unknowns of a node.
    const RowGroups &groups() const
    {
      return row_groups;
    }

  private:
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    RowGroups row_groups;
    std::vector<std::size_t> row_start; ///< in the values
    std::vector<unsigned int> group_of_row;
    std::vector<std::size_t> first_column; ///< of each group
    std::vector<unsigned int> columns;     ///< of the first row of each group
  };

  /// y = A x, where `multiply_local(in, out)` adds what this rank's cells give.
  template <typename Number, typename Multiply>
  void multiply_subassembled(const Multiply &multiply_local,
                             const DistributedVector<Number> &x,
                             DistributedVector<Number> &y)
  {
    x.update_ghost_values();
    y = Number(0);
    multiply_local(x.begin(), y.begin());
    x.zero_out_ghost_values();
    y.compress(dealii::VectorOperation::add);
  }
} // namespace rivlin
