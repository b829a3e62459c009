// SPDX-License-Identifier: Apache-2.0
// Assembly and factorization of the tangent of the finite element model.
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/remainder_solver.h>

#include <deal.II/base/mpi.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace rivlin
{
  namespace
  {
    template <int dim>
    class FETangent final : public Tangent
    {
    public:
      explicit FETangent(const FEModel<dim> &fe_model)
        : model(fe_model)
      {
        const auto section = model.timer().section("analysis");
        const auto &space  = model.discretization();
        map    = std::make_unique<AssemblyMap>(space, model.unknowns());
        matrix = map->make_matrix();
        solver =
          make_linear_solver(model.solver_kind(),
                             matrix,
                             model.unknowns(),
                             model.solver_kind() == LinearSolverKind::mumps
                               ? nested_dissection(space, model.unknowns())
                               : std::vector<int>(),
                             space.communicator());
      }

      Evaluation linearize(const State &state,
                           const ConstraintLevel level,
                           const TangentWeights &weights,
                           const Vector *) override
      {
        if (level != ConstraintLevel::position || weights.q != 1 ||
            weights.v != 0 || weights.a != 0)
          throw std::logic_error(
            "The finite element model has only its static tangent.");
        {
          const auto section = model.timer().section("assembly");
          if (Evaluation failure = assemble(state); !failure.valid)
            return failure;
        }
        const auto section = model.timer().section("factorization");
        return solver->factorize(matrix);
      }

      Evaluation solve(const Blocks &rhs, Blocks &x) const override
      {
        const auto section = model.timer().section("solve");
        Vector rows, solution;
        model.unknowns().to_rows(rhs, rows);
        Evaluation evaluation;
        if (has_remainder)
          evaluation = solve_with_remainder(
            [this](const Vector &b, Vector &y) { return solver->solve(b, y); },
            [this](const Vector &y, Vector &image) {
              const auto [row, column] = apply_load_stiffness(y);
              image                    = (row - column) / 2;
            },
            rows,
            solution,
            model.discretization().communicator());
        else
          evaluation = solver->solve(rows, solution);
        if (!evaluation.valid)
          return evaluation;
        model.unknowns().from_rows(solution, x);
        return {};
      }

      void apply(const double c_v,
                 const double c_a,
                 const Vector &,
                 Blocks &y) const override
      {
        if (c_v != 0 || c_a != 0)
          throw std::logic_error(
            "The finite element model has neither mass nor damping.");
        y.q      = Vector::Zero(model.n_velocities());
        y.lambda = Vector::Zero(model.n_multipliers());
      }

    private:
      Evaluation assemble(const State &state)
      {
        CellEvaluator<dim> evaluate_cell(model);
        const DofVector dofs = model.all_dofs(state);
        int bad_cell         = -1;
        double bad_J         = 1;
        std::fill(matrix.values.begin(), matrix.values.end(), 0.);
        for (int c = 0; c < model.discretization().n_cells(); ++c)
          {
            const ElementResult &cell =
              evaluate_cell(c, dofs, Need::residual_and_tangent);
            if (!cell.valid)
              {
                bad_cell = c;
                bad_J    = cell.min_J;
                break;
              }
            map->add(c, cell, matrix);
          }
        has_remainder = false;
        if (model.loads().has_pressure() && bad_cell < 0)
          {
            model.loads().add_tangent(state.time, dofs, *map, matrix);
            time          = state.time;
            configuration = dofs;
            has_remainder = load_stiffness_is_unsymmetric();
          }
        return model.agree(bad_cell, bad_J, state.time);
      }

      /// K x and K^T x of the load stiffness K at the last linearization.
      std::pair<Vector, Vector> apply_load_stiffness(const Vector &x) const
      {
        const auto &space = model.discretization();
        Blocks blocks;
        model.unknowns().from_rows(x, blocks);
        DofVector x_dofs = space.make_vector();
        model.unknowns().scatter(blocks.q, blocks.lambda, x_dofs);
        x_dofs.update_ghost_values();
        std::array<DofVector, 2> products = {space.make_vector(),
                                             space.make_vector()};
        model.loads().apply_stiffness(
          time, configuration, x_dofs, products[0], products[1]);
        std::array<Vector, 2> rows;
        for (int i = 0; i < 2; ++i)
          {
            products[i].compress(dealii::VectorOperation::add);
            model.unknowns().gather(products[i], blocks);
            model.unknowns().to_rows(blocks, rows[i]);
          }
        return {rows[0], rows[1]};
      }

      /// Seen with one irregular vector. Where the parts of the elements cancel
      /// the difference is rounding error.
      bool load_stiffness_is_unsymmetric() const
      {
        const auto &unknowns = model.unknowns();
        const Vector x = Vector::NullaryExpr(unknowns.n_owned(), [&](int i) {
          return std::sin(unknowns.first() + i + 1.);
        });
        const auto [row, column]    = apply_load_stiffness(x);
        const MPI_Comm communicator = model.discretization().communicator();
        const double gap =
          dealii::Utilities::MPI::sum((row - column).squaredNorm(),
                                      communicator);
        const double size =
          dealii::Utilities::MPI::sum(row.squaredNorm(), communicator);
        return gap > 1e-20 * size;
      }

      const FEModel<dim> &model;
      double time = 0; ///< of the last linearization, for the load stiffness
      DofVector configuration;
      bool has_remainder = false;
      std::unique_ptr<AssemblyMap> map;
      SubassembledMatrix matrix;
      std::unique_ptr<LinearSolver> solver;
    };
  } // namespace

  template <int dim>
  std::unique_ptr<Tangent> FEModel<dim>::make_tangent() const
  {
    return std::make_unique<FETangent<dim>>(*this);
  }

  template std::unique_ptr<Tangent> FEModel<2>::make_tangent() const;
  template std::unique_ptr<Tangent> FEModel<3>::make_tangent() const;
} // namespace rivlin
