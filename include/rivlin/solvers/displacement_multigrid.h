// SPDX-License-Identifier: Apache-2.0
// A V-cycle for the displacement block: all nodes, their vertices, and
// algebraic multigrid below.
#pragma once

#include <rivlin/solvers/chebyshev_smoother.h>
#include <rivlin/solvers/vertex_space.h>

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

    /// Prepare the cycle for new values and the diagonal of the matrix.
    void update(const std::vector<double> &values, const DofVector &diagonal);

    /// result ~ K^-1 b; zero at the pressures.
    void solve(const DofVector &b, DofVector &result);

  private:
    void make_coarse_cycle();

    VertexSpace vertices;
    ChebyshevSmoother node_smoother;
    dealii::TrilinosWrappers::SparseMatrix coarse_matrix;
    dealii::TrilinosWrappers::PreconditionAMG coarse_cycle;
    DofVector coarse_residual, coarse_solution;
  };
} // namespace rivlin
