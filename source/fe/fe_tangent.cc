// SPDX-License-Identifier: Apache-2.0
// Assembly and factorization of the tangent of the finite element model.
#include <rivlin/fe/fe_model.h>

#include <stdexcept>

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
        if (Evaluation failure = solver->solve(rows, solution); !failure.valid)
          return failure;
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
        const auto &space           = model.discretization();
        const ElementKernel &kernel = space.kernel();
        ElementWorkspace workspace;
        ElementResult cell;
        const DofVector dofs = model.all_dofs(state);
        std::vector<double> values(space.n_dofs_per_cell());
        int bad_cell = -1;
        std::fill(matrix.values.begin(), matrix.values.end(), 0.);
        for (int c = 0; c < space.n_cells() && bad_cell < 0; ++c)
          {
            const auto indices = space.cell_dofs(c);
            for (std::size_t k = 0; k < indices.size(); ++k)
              values[k] = dofs.local_element(indices[k]);
            kernel.evaluate(model.material_of_cell(c),
                            space.inverse_jacobians(c),
                            space.weights(c),
                            values.data(),
                            values.data() + space.n_displacements_per_cell(),
                            Need::residual_and_tangent,
                            workspace,
                            cell);
            if (cell.valid)
              map->add(c, cell, matrix);
            else
              bad_cell = c;
          }
        if (model.loads().has_pressure())
          model.loads().add_tangent(state.time, dofs, *map, matrix);
        return model.agree(bad_cell, cell.min_J, state.time);
      }

      const FEModel<dim> &model;
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
