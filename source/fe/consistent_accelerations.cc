// SPDX-License-Identifier: Apache-2.0
// Balance of mass and coupling; elimination of compliant pressures.
#include <rivlin/fe/consistent_accelerations.h>

#include <rivlin/fe/cell_evaluator.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// force += B^T p over all degrees of freedom, summed over the ranks.
    template <int dim>
    void add_pressure_force(const FEModel<dim> &model,
                            const DofVector &displacement,
                            const Vector &pressure,
                            DofVector &force)
    {
      const auto &space = model.discretization();
      DofVector p       = space.make_vector();
      model.unknowns().scatter(Vector::Zero(model.unknowns().n_q()),
                               pressure,
                               p);
      p.update_ghost_values();
      const int nu = space.n_displacements_per_cell();
      const int np = space.n_pressures_per_cell();
      CellEvaluator<dim> evaluate_cell(model);
      for (int c = 0; c < space.n_cells(); ++c)
        {
          const ElementResult &cell =
            evaluate_cell(c, displacement, Need::residual_and_tangent);
          const auto dofs = space.cell_dofs(c);
          for (int m = 0; m < np; ++m)
            if (const double value = p.local_element(dofs[nu + m]); value != 0)
              for (int k = 0; k < nu; ++k)
                force.local_element(dofs[k]) +=
                  cell.coupling[m * nu + k] * value;
        }
      force.compress(dealii::VectorOperation::add);
    }
  } // namespace

  template <int dim>
  double coupling_over_mass(const FEModel<dim> &model,
                            const std::vector<double> &mass)
  {
    const auto &space = model.discretization();
    double largest_b = 0, largest_m = 0;
    CellEvaluator<dim> evaluate_cell(model);
    const DofVector at_rest = space.make_vector();
    for (int c = 0; c < space.n_cells(); ++c)
      for (const double b :
           evaluate_cell(c, at_rest, Need::residual_and_tangent).coupling)
        largest_b = std::max(largest_b, std::abs(b));
    for (const double m : mass)
      largest_m = std::max(largest_m, std::abs(m));
    const MPI_Comm communicator = space.communicator();
    largest_b = dealii::Utilities::MPI::max(largest_b, communicator);
    largest_m = dealii::Utilities::MPI::max(largest_m, communicator);
    return largest_b > 0 ? largest_b / largest_m : 1.;
  }

  template <int dim>
  Evaluation solve_balanced(const FEModel<dim> &model,
                            const double mass_scale,
                            LinearSolver &solver,
                            const Vector &rows,
                            Vector &solution)
  {
    Blocks blocks;
    Vector balanced;
    model.unknowns().from_rows(rows, blocks);
    blocks.q *= mass_scale;
    model.unknowns().to_rows(blocks, balanced);
    if (Evaluation failure = solver.solve(balanced, solution, Accuracy::result);
        !failure.valid)
      return failure;
    model.unknowns().from_rows(solution, blocks);
    blocks.lambda /= mass_scale;
    model.unknowns().to_rows(blocks, solution);
    return {};
  }

  template <int dim>
  Evaluation solve_triangular(const FEModel<dim> &model,
                              const DofVector &displacement,
                              LinearSolver &solver,
                              const Vector &rows,
                              Vector &solution)
  {
    Blocks rhs, x;
    if (Evaluation failure = solver.solve(rows, solution, Accuracy::result);
        !failure.valid)
      return failure;
    if (model.constraint_kind() == ConstraintKind::none)
      return {};
    model.unknowns().from_rows(solution, x);
    model.unknowns().from_rows(rows, rhs);
    DofVector force = model.discretization().make_vector();
    add_pressure_force(model, displacement, x.lambda, force);
    Blocks product;
    model.unknowns().gather(force, product);
    rhs.q -= product.q;
    Vector corrected;
    model.unknowns().to_rows(rhs, corrected);
    return solver.solve(corrected, solution, Accuracy::result);
  }

  template double coupling_over_mass(const FEModel<2> &,
                                     const std::vector<double> &);
  template double coupling_over_mass(const FEModel<3> &,
                                     const std::vector<double> &);
  template Evaluation solve_balanced(
    const FEModel<2> &, double, LinearSolver &, const Vector &, Vector &);
  template Evaluation solve_balanced(
    const FEModel<3> &, double, LinearSolver &, const Vector &, Vector &);
  template Evaluation solve_triangular(const FEModel<2> &,
                                       const DofVector &,
                                       LinearSolver &,
                                       const Vector &,
                                       Vector &);
  template Evaluation solve_triangular(const FEModel<3> &,
                                       const DofVector &,
                                       LinearSolver &,
                                       const Vector &,
                                       Vector &);
} // namespace rivlin
