// SPDX-License-Identifier: Apache-2.0
// Piecewise multilinear displacements on the vertices of the mesh: the coarse
// space of the two-level preconditioner.
#pragma once

#include <rivlin/solvers/kernels/subassembled_product.h>

#include <deal.II/lac/trilinos_sparse_matrix.h>

#include <memory>
#include <vector>

namespace rivlin
{
  /// Unknowns: all components of the vertices of which at least one is free, so
  /// that a node is always a block of dim. Prescribed components among them
  /// have a row of the unit matrix times a typical diagonal entry.
  class VertexSpace
  {
  public:
    template <int dim>
    VertexSpace(const Discretization<dim> &discretization,
                const Unknowns &unknowns,
                const SubassembledProduct &fine_product);

    int n_components() const
    {
      return dim_;
    }
    DofVector make_vector() const
    {
      return DofVector(partitioner);
    }

    /// coarse = P^T fine; both over owned entries.
    template <typename Number>
    void restrict_residual(const DistributedVector<Number> &fine,
                           DofVector &coarse) const;
    /// fine += P coarse.
    template <typename Number>
    void add_prolongation(DofVector &coarse,
                          DistributedVector<Number> &fine) const;

    /// A zero matrix with the pattern of P^T A P.
    void make_matrix(dealii::TrilinosWrappers::SparseMatrix &matrix) const;
    /// matrix = P^T A P.
    void galerkin(const std::vector<double> &fine_values,
                  dealii::TrilinosWrappers::SparseMatrix &matrix);

    /// Translations and rotations at the owned vertices, one after the other;
    /// zero at prescribed components.
    const std::vector<std::vector<double>> &rigid_modes() const
    {
      return modes;
    }

  private:
    /// Parents and children; `numbers` of the vertices at their first
    /// displacement.
    template <int dim>
    void make_interpolation(const Discretization<dim> &discretization,
                            const Unknowns &unknowns,
                            const DofVector &numbers);
    /// Call action(I, columns, sums) with each local row of P^T (U + D/2) P,
    /// where A = U + D + U^T; the other half is its transpose.
    template <typename Action>
    void for_half_rows(const std::vector<double> *fine_values,
                       const Action &action) const;
    /// Pattern of the triangle, and where half rows are added to it.
    void make_triangle();
    void assemble(dealii::TrilinosWrappers::SparseMatrix &matrix) const;

    struct Parent
    {
      unsigned int coarse;
      double weight;
    };

    const SubassembledProduct *nodes;
    int dim_;
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    std::vector<std::size_t> parent_start; ///< per local unknown
    std::vector<Parent> parents;
    std::vector<std::size_t> child_start; ///< per local coarse unknown
    std::vector<Parent> children;         ///< local unknown and weight
    std::vector<unsigned int> row_of;     ///< row of the triangle, per unknown
    std::vector<unsigned int> prescribed; ///< owned coarse unknowns
    std::vector<std::vector<double>> modes;

    SubassembledMatrix matrix_of_vertices; ///< P^T A P, this rank's triangle
    /// In the triangle: of each entry of the half rows, and of the diagonals of
    /// prescribed components.
    std::vector<std::uint32_t> positions, prescribed_positions;
  };
} // namespace rivlin
