// SPDX-License-Identifier: Apache-2.0
// Solutions with the matrices for consistent accelerations.
#pragma once

#include <rivlin/fe/fe_model.h>

#include <vector>

namespace rivlin
{
  /// s of solve_balanced: the largest entry of B in the undeformed body over
  /// that of M, whose values on this rank are given; 1 without pressures. In
  /// consistent units M may be 1e-9 of B: unbalanced, no entry of M would be
  /// accepted as a pivot and the fill would exceed all estimates. Collective.
  template <int dim>
  double coupling_over_mass(const FEModel<dim> &model,
                            const std::vector<double> &mass);

  /// [M, B^T; B, -C]. The factorized matrix is [s M, B^T; B, -C/s], whose
  /// unknowns are the accelerations and s times the pressures.
  template <int dim>
  Evaluation solve_balanced(const FEModel<dim> &model,
                            double mass_scale,
                            LinearSolver &solver,
                            const Vector &rows,
                            Vector &solution);

  /// [M, B^T; 0, -C]. The factorized matrix is diag(M, -C): pressures first,
  /// then M x = rhs - B^T p.
  template <int dim>
  Evaluation solve_triangular(const FEModel<dim> &model,
                              const DofVector &displacement,
                              LinearSolver &solver,
                              const Vector &rows,
                              Vector &solution);
} // namespace rivlin
