// SPDX-License-Identifier: Apache-2.0
// Products of a subassembled matrix with vectors distributed over the ranks.
#pragma once

#include <rivlin/fe/subassembled_matrix.h>

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
    SubassembledProduct(const TripletPattern &pattern,
                        const Unknowns &unknowns,
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

    /// y = A x in double or float precision, with the values of the matrix in
    /// the order of the pattern. Ghosts of x are set on the way.
    template <typename Number>
    void multiply(const std::vector<Number> &values,
                  DistributedVector<Number> &x,
                  DistributedVector<Number> &y) const;

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
      return static_cast<int>(unknown_of_row.size());
    }
    Row row(const int r) const;

  private:
    /// Successive rows with the same columns but for the shrinking beginning:
    /// the unknowns of a node.
    struct Group
    {
      unsigned int first_row;
      unsigned int n_rows;
      std::size_t first_column; ///< of its first row
    };

    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    std::vector<unsigned int> unknown_of_row;
    std::vector<std::size_t> row_start; ///< in the values
    std::vector<unsigned int> group_of_row;
    std::vector<Group> groups;
    std::vector<unsigned int> columns; ///< of the first row of each group
  };
} // namespace rivlin
