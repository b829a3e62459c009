// SPDX-License-Identifier: Apache-2.0
// Approximations of the Schur complement of the pressures.
#pragma once

#include <rivlin/solvers/kernels/packed_block.h>

#include <deal.II/lac/trilinos_precondition.h>
#include <deal.II/lac/trilinos_sparse_matrix.h>

#include <vector>

namespace rivlin
{
  /// Whether each local unknown, owned or ghost, is a pressure.
  template <int dim>
  std::vector<char> find_pressures(const Discretization<dim> &discretization,
                                   const Unknowns &unknowns,
                                   const SubassembledProduct &product);

  /// S = C + B K^-1 B^T for the blocks [K B^T; B -C]. Where the stiffness rules
  /// K, S is spectrally equivalent to the mass matrix of the pressures with the
  /// weight 1/mu + 1/kappa; where K is a mass matrix, to C + B diag(K)^-1 B^T.
  class PressureSchur
  {
  public:
    /// One material per cell.
    template <int dim>
    PressureSchur(const Discretization<dim> &discretization,
                  const Unknowns &unknowns,
                  const std::vector<const Material *> &materials,
                  const SubassembledProduct &product,
                  const std::vector<char> &is_pressure);

    /// Local numbers of the owned pressures among the unknowns.
    const std::vector<unsigned int> &pressures() const
    {
      return rows;
    }

    /// Choose the approximation for a matrix; `diagonal` is its diagonal.
    void update(const std::vector<double> &values,
                const DofVector &diagonal,
                bool is_mass_dominated);

    /// Diagonal of the approximation, one entry per owned pressure.
    double diagonal_entry(const int i) const
    {
      return 1 / inverse_diagonal.local_element(i);
    }

    /// p = -S^-1 r, read and written at the pressures.
    void solve(const DofVector &r, DofVector &p) const;

    /// f -= B^T p in single precision, p read at the pressures.
    void subtract_force(const DofVector &p, DofVector &f);

  private:
    /// For each entry of the matrix that has to do with pressures: the two
    /// local unknowns, the second of them a pressure, and the value.
    template <typename Action>
    void for_entries(const Action &action) const;
    void make_diagonal_approximation(const std::vector<double> &values,
                                     const DofVector &diagonal);

    const SubassembledProduct *product;
    std::vector<unsigned int> rows;
    std::vector<int> number; ///< among the pressures, per local unknown; or -1
    PackedBlock coupling;
    DistributedVector<float> pressure, force; ///< of the coupling
    dealii::IndexSet owned, owned_unknowns;
    dealii::TrilinosWrappers::SparseMatrix mass;  ///< weight 1/mu + 1/kappa
    dealii::TrilinosWrappers::SparseMatrix other; ///< C + B diag(K)^-1 B^T
    dealii::TrilinosWrappers::PreconditionAMG multigrid; ///< for the other
    DofVector inverse_diagonal;                          ///< of the chosen one
    bool uses_mass = true;
  };
} // namespace rivlin
