// SPDX-License-Identifier: Apache-2.0
// Assembly and factorization of the tangent of the finite element model; the
// free sleeves border it (doc/theory/sleeves.md).
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/dynamics/stage_tangent.h>
#include <rivlin/solvers/remainder_solver.h>
#include <rivlin/fe/sleeve_border.h>
#include <rivlin/fe/volume_constraint.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace rivlin
{
  namespace
  {
    template <int dim>
    class FETangent final : public Tangent, public StageTangent
    {
    public:
      explicit FETangent(const FEModel<dim> &fe_model)
        : model(fe_model)
        , border(fe_model)
      {
        analyse();
      }

      Evaluation linearize(const State &state,
                           const ConstraintLevel level,
                           const TangentWeights &weights_in,
                           const Vector *increment) override
      {
        return linearize(
          state, level, weights_in, increment, PositionOperator::increment);
      }

      Evaluation linearize_stage(const State &state,
                                 const ConstraintLevel level,
                                 const TangentWeights &weights_in,
                                 const Vector &turn) override
      {
        return linearize(
          state, level, weights_in, &turn, PositionOperator::stage);
      }

      Evaluation linearize(const State &state,
                           const ConstraintLevel level,
                           const TangentWeights &weights_in,
                           const Vector *increment,
                           const PositionOperator kind)
      {
        weights = weights_in;
        form    = choose_form(level);
        at.reset();
        at.emplace(model.body_at(state));
        points     = state.points; // the state may be gone before the tangent
        at->points = &points;
        if (form == Form::position)
          follow_couplings();
        {
          const auto section = model.timer().section("assembly");
          if (Evaluation failure = assemble(state, increment, kind);
              !failure.valid)
            return failure;
        }
        {
          const auto section = model.timer().section("factorization");
          if (Evaluation failure =
                solver->factorize(matrix,
                                  form == Form::position ? Dominance::stiffness
                                                         : Dominance::mass);
              !failure.valid)
            return failure;
        }
        const auto section = model.timer().section("solve");
        // The columns of the border are multiplied by motions of sleeves, which
        // may be large against what is left of the right-hand side.
        return border.factorize([this](const Vector &b, Vector &x) {
          return solve_free(b, x, Accuracy::result);
        });
      }

      Evaluation solve(const Blocks &rhs, Blocks &x) const override
      {
        const auto section = model.timer().section("solve");
        Vector rows, solution;
        model.unknowns().to_rows(rhs, rows);
        if (Evaluation failure =
              solve_free(rows, solution, Accuracy::correction);
            !failure.valid)
          return failure;
        const Vector tail = border.solve(rhs.q, solution);
        model.unknowns().from_rows(solution, x);
        x.q.conservativeResize(model.n_velocities());
        x.q.tail(tail.size()) = tail;
        return {};
      }

      void apply(const double c_v,
                 const double c_a,
                 const Vector &x,
                 Blocks &y) const override
      {
        if (!model.is_dynamic())
          {
            y.q      = Vector::Zero(model.n_velocities());
            y.lambda = Vector::Zero(model.n_multipliers());
            return;
          }
        const auto &space  = model.discretization();
        DofVector velocity = space.make_vector(), bend = space.make_vector();
        model.unknowns().scatter(x,
                                 Vector::Zero(model.n_multipliers()),
                                 velocity);
        border.set_velocity_fields(x, velocity, bend);
        velocity.update_ghost_values();
        bend.update_ghost_values();
        DofVector product = space.make_vector();
        model.inertia()->add_mass_product(c_a, velocity, product);
        model.inertia()->add_damping_product(c_v, velocity, product);
        if (border.size() > 0)
          model.inertia()->add_mass_product(c_v, bend, product);
        if (c_v != 0 && model.has_viscous_actions())
          add_viscosity_product(c_v, velocity, product);
        if (form == Form::acceleration)
          {
            if (c_v != 0)
              throw std::logic_error(
                "The finite element model has no damping "
                "of the constraint's acceleration.");
            add_volume_rate(space,
                            model.cell_materials(),
                            at->displacement,
                            velocity,
                            product);
            if (c_a != 1)
              throw std::logic_error(
                "The constraint's acceleration wants the "
                "weight 1.");
          }
        product.compress(dealii::VectorOperation::add);
        model.unknowns().gather(product, y);
        if (form != Form::acceleration)
          y.lambda.setZero();
        border.add_rows(c_v, c_a, product, x, y.q);
      }

    private:
      /// Which blocks stand in the factorized matrix.
      enum class Form
      {
        position,     ///< [c_q K + c_v D + c_a M, B^T; B, -C], c_q = 1
        acceleration, ///< [M, B^T; B, -C], C = 0 if rigid, weights (0, 0, 1)
        triangular    ///< [M, B^T; 0, -C]: compliant ones, weights (0, 0, 1)
      };

      /// Sparsity, constant matrices and solver for what is coupled now.
      void analyse()
      {
        const auto section = model.timer().section("analysis");
        const auto &space  = model.discretization();
        solver.reset(); // it reads the matrix
        map = std::make_unique<AssemblyMap>(space, model.unknowns(), coupled);
        matrix = map->make_matrix();
        if (model.is_dynamic())
          {
            mass = model.inertia()->mass_matrix(*map).values;
            if (model.inertia()->has_damping())
              damping = model.inertia()->damping_matrix(*map).values;
          }
        solver = make_linear_solver(model.solver_options(),
                                    matrix,
                                    space,
                                    model.unknowns(),
                                    model.cell_materials(),
                                    model.solver_record());
      }

      /// Actions that couple cells may couple others than before.
      void follow_couplings()
      {
        bool may_change = false;
        CoupledDofs now;
        for (const auto &action : model.actions())
          if (action->couples_cells())
            {
              may_change = true;
              for (auto &group : action->coupled_dofs(*at))
                now.push_back(std::move(group));
            }
        if (!may_change || dealii::Utilities::MPI::max(
                             now == coupled ? 0 : 1,
                             model.discretization().communicator()) == 0)
          return;
        coupled = std::move(now);
        analyse();
      }

      Form choose_form(const ConstraintLevel level) const
      {
        const bool consistent =
          weights.q == 0 && weights.v == 0 && weights.a == 1;
        if (level == ConstraintLevel::position && weights.q == 1 &&
            (model.is_dynamic() || (weights.v == 0 && weights.a == 0)))
          return Form::position;
        if (level == ConstraintLevel::acceleration && consistent)
          return Form::acceleration;
        if (level == ConstraintLevel::position && consistent)
          return Form::triangular;
        throw std::logic_error(
          "The finite element model has its tangent at the position level with "
          "c_q = 1 and, with weights (0, 0, 1), for consistent accelerations.");
      }

      /// Accelerations and what GMRES builds on are always results.
      Evaluation solve_free(const Vector &rows,
                            Vector &solution,
                            const Accuracy accuracy) const
      {
        if (form == Form::triangular)
          return solve_triangular(rows, solution);
        if (form == Form::acceleration)
          return solve_balanced(rows, solution);
        if (!has_remainder)
          return solver->solve(rows, solution, accuracy);
        return solve_with_remainder(
          [this](const Vector &b, Vector &y) {
            return solver->solve(b, y, Accuracy::result);
          },
          [this](const Vector &y, Vector &image) {
            const auto [row, column] = multiply_kept(y);
            image                    = (row - column) / 2;
          },
          rows,
          solution,
          model.discretization().communicator());
      }

      /// The factorized matrix is [s M, B^T; B, -C/s], whose unknowns are the
      /// accelerations and s times the pressures.
      Evaluation solve_balanced(const Vector &rows, Vector &solution) const
      {
        Blocks blocks;
        Vector balanced;
        model.unknowns().from_rows(rows, blocks);
        blocks.q *= mass_scale;
        model.unknowns().to_rows(blocks, balanced);
        if (Evaluation failure =
              solver->solve(balanced, solution, Accuracy::result);
            !failure.valid)
          return failure;
        model.unknowns().from_rows(solution, blocks);
        blocks.lambda /= mass_scale;
        model.unknowns().to_rows(blocks, solution);
        return {};
      }

      /// The largest entry of B over that of M. In consistent units M may be
      /// 1e-9 of B: unbalanced, no entry of M would be accepted as a pivot and
      /// the fill would exceed all estimates.
      double choose_mass_scale() const
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

      /// The factorized matrix is diag(M, -C): pressures first, then M x = rhs
      /// - B^T p.
      Evaluation solve_triangular(const Vector &rows, Vector &solution) const
      {
        Blocks rhs, x;
        if (Evaluation failure =
              solver->solve(rows, solution, Accuracy::result);
            !failure.valid)
          return failure;
        if (model.constraint_kind() == ConstraintKind::none)
          return {};
        model.unknowns().from_rows(solution, x);
        model.unknowns().from_rows(rows, rhs);
        DofVector force = model.discretization().make_vector();
        add_pressure_force(x.lambda, force);
        Blocks product;
        model.unknowns().gather(force, product);
        rhs.q -= product.q;
        Vector corrected;
        model.unknowns().to_rows(rhs, corrected);
        return solver->solve(corrected, solution, Accuracy::result);
      }

      /// B^T p over all degrees of freedom, summed over the ranks.
      void add_pressure_force(const Vector &pressure, DofVector &force) const
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
              evaluate_cell(c, at->displacement, Need::residual_and_tangent);
            const auto dofs = space.cell_dofs(c);
            for (int m = 0; m < np; ++m)
              if (const double value = p.local_element(dofs[nu + m]);
                  value != 0)
                for (int k = 0; k < nu; ++k)
                  force.local_element(dofs[k]) +=
                    cell.coupling[m * nu + k] * value;
          }
        force.compress(dealii::VectorOperation::add);
      }

      Evaluation assemble(const State &state,
                          const Vector *increment,
                          const PositionOperator kind)
      {
        CellEvaluator<dim> evaluate_cell(model, *at);
        border.begin(state,
                     at->placement,
                     weights,
                     form == Form::acceleration,
                     increment,
                     kind);
        if (form == Form::acceleration && mass_scale == 0)
          mass_scale = choose_mass_scale();
        Evaluation own;
        std::fill(matrix.values.begin(), matrix.values.end(), 0.);
        for (int c = 0; c < model.discretization().n_cells(); ++c)
          {
            const ElementResult &cell =
              evaluate_cell(c, at->displacement, Need::residual_and_tangent);
            if (!cell.valid)
              {
                own = model.inverted(c, cell.min_J, state.time);
                break;
              }
            if (form == Form::position)
              map->add(c, cell, matrix);
            else
              {
                without_stiffness = cell;
                without_stiffness.stiffness.assign(cell.stiffness.size(), 0.);
                if (form == Form::triangular)
                  without_stiffness.coupling.assign(cell.coupling.size(), 0.);
                else
                  for (double &c_mn : without_stiffness.compliance)
                    c_mn /= mass_scale;
                map->add(c, without_stiffness, matrix);
              }
            border.add_cell(c, cell);
          }
        add_scaled(mass, form == Form::acceleration ? mass_scale : weights.a);
        add_scaled(damping, weights.v);
        if (Evaluation failure = model.agree(own); !failure.valid)
          return failure;
        kept.clear();
        if (form == Form::position)
          {
            AssembledBlocks<dim> blocks(*map, weights, matrix, kept);
            for (const auto &action : model.actions())
              action->add_tangent(*at, blocks);
          }
        has_remainder = kept_is_unsymmetric();
        return border.finish(*at);
      }

      /// y += c_v times the derivatives of all actions by velocities times x.
      void add_viscosity_product(const double c_v,
                                 const DofVector &x,
                                 DofVector &y) const
      {
        DofVector scaled = x;
        scaled *= c_v;
        scaled.update_ghost_values();
        BlockProducts<dim> products(model.discretization(),
                                    {{nullptr, &scaled, &y}});
        for (const auto &action : model.actions())
          action->add_tangent(*at, products);
      }

      void add_scaled(const std::vector<double> &values, const double factor)
      {
        if (factor != 0)
          for (std::size_t k = 0; k < values.size(); ++k)
            matrix.values[k] += factor * values[k];
      }

      /// K x and K^T x of the unsymmetric blocks K of the last linearization.
      std::pair<Vector, Vector> multiply_kept(const Vector &x) const
      {
        const auto &space = model.discretization();
        Blocks blocks;
        model.unknowns().from_rows(x, blocks);
        DofVector x_dofs = space.make_vector();
        model.unknowns().scatter(blocks.q, blocks.lambda, x_dofs);
        x_dofs.update_ghost_values();
        std::array<DofVector, 2> products = {space.make_vector(),
                                             space.make_vector()};
        kept.multiply(space, x_dofs, products[0], products[1]);
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
      bool kept_is_unsymmetric() const
      {
        if (model.actions().empty() ||
            dealii::Utilities::MPI::max(
              kept.empty() ? 0 : 1, model.discretization().communicator()) == 0)
          return false;
        const auto &unknowns = model.unknowns();
        const Vector x = Vector::NullaryExpr(unknowns.n_owned(), [&](int i) {
          return std::sin(unknowns.first() + i + 1.);
        });
        const auto [row, column]    = multiply_kept(x);
        const MPI_Comm communicator = model.discretization().communicator();
        const double gap =
          dealii::Utilities::MPI::sum((row - column).squaredNorm(),
                                      communicator);
        const double size =
          dealii::Utilities::MPI::sum(row.squaredNorm(), communicator);
        return gap > 1e-20 * size;
      }

      const FEModel<dim> &model;
      SleeveBorder<dim> border;
      TangentWeights weights;
      Form form         = Form::position;
      double mass_scale = 0; ///< of the form `acceleration`; 0: not yet known
      std::optional<BodyState> at;        ///< of the last linearization
      std::vector<PointVariables> points; ///< of it
      KeptBlocks<dim> kept;               ///< of it
      bool has_remainder = false;
      CoupledDofs coupled; ///< what the pattern has besides the cells
      std::unique_ptr<AssemblyMap> map;
      SubassembledMatrix matrix;
      std::vector<double> mass, damping; ///< values in the matrix's pattern
      ElementResult without_stiffness;
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
