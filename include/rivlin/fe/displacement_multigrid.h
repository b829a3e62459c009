// SPDX-License-Identifier: Apache-2.0
// A V-cycle for the displacement block: Chebyshev smoothing on all nodes,
// algebraic multigrid on the vertices.
#pragma once

#include <rivlin/fe/packed_block.h>
#include <rivlin/fe/vertex_space.h>

#include <deal.II/lac/trilinos_precondition.h>

namespace rivlin
{
  /// Works on vectors over all unknowns whose entries at the pressures are zero
  /// or not read.
  class DisplacementMultigrid
  {
  public:
    template <int dim>
    DisplacementMultigrid(const Discretization<dim> &discretization,
                          const Unknowns &unknowns,
                          const SubassembledProduct &product,
                          const std::vector<char> &is_pressure);

    /// Prepare the cycle for new values. `inverse_diagonal` is zero at the
    /// pressures.
    void update(const std::vector<double> &values,
                const DofVector &inverse_diagonal);

    /// result ~ K^-1 b; zero at the pressures.
    void solve(const DofVector &b, DofVector &result);

  private:
    /// The largest eigenvalue of diag(K)^-1 K by Lanczos' method.
    double largest_eigenvalue();
    void make_coarse_cycle();
    /// Chebyshev iterations for K x = right_hand_side, from x or from zero.
    void smooth(bool from_zero);

    const SubassembledProduct *product;
    VertexSpace vertices;
    /// Single precision halves the memory that a cycle reads, and FGMRES
    /// removes the error that it leaves.
    PackedBlock stiffness;
    DistributedVector<float> inverse_diagonal, right_hand_side, x, residual,
      direction;
    double lambda_max = 1;
    dealii::TrilinosWrappers::SparseMatrix coarse_matrix;
    dealii::TrilinosWrappers::PreconditionAMG coarse_cycle;
    DofVector coarse_residual, coarse_solution;
  };
} // namespace rivlin
