// SPDX-License-Identifier: Apache-2.0
// Approximations of the Schur complement of the pressures.
#pragma once

#include <rivlin/fe/subassembled_product.h>

#include <deal.II/lac/trilinos_precondition.h>
#include <deal.II/lac/trilinos_sparse_matrix.h>

#include <vector>

namespace rivlin
{
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
                  const SubassembledProduct &product);

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

    /// f -= B^T p.
    void subtract_force(const std::vector<double> &values,
                        DofVector &p,
                        DofVector &f) const;

  private:
    /// An entry of the matrix between local unknowns.
    struct Entry
    {
      unsigned int row; ///< a displacement in B^T, a pressure in C
      unsigned int pressure;
      std::size_t position; ///< in the values of the matrix
    };
    void make_diagonal_approximation(const std::vector<double> &values,
                                     const DofVector &diagonal);

    std::vector<unsigned int> rows;
    std::vector<int> number; ///< among the pressures, per local unknown; or -1
    std::vector<Entry> coupling;
    std::vector<Entry> compliance; ///< one triangle
    dealii::IndexSet owned, owned_unknowns;
    dealii::TrilinosWrappers::SparseMatrix mass;  ///< weight 1/mu + 1/kappa
    dealii::TrilinosWrappers::SparseMatrix other; ///< C + B diag(K)^-1 B^T
    dealii::TrilinosWrappers::PreconditionAMG multigrid; ///< for the other
    DofVector inverse_diagonal;                          ///< of the chosen one
    bool uses_mass = true;
  };
} // namespace rivlin
