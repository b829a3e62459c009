// SPDX-License-Identifier: Apache-2.0
// Assembly and factorization of the tangent of the finite element model; the
// free sleeves border it (doc/theory/sleeves.md).
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/fe/consistent_accelerations.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/increment_weights.h>
#include <rivlin/dynamics/stage_tangent.h>
#include <rivlin/fe/sleeve_border.h>
#include <rivlin/fe/unsymmetric_blocks.h>
#include <rivlin/solvers/factor_solver.h>
#include <rivlin/solvers/kept_factors.h>
#include <rivlin/solvers/matrix_product.h>
#include <rivlin/solvers/remainder_solver.h>
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
    /// Error of a correction relative to itself; the next iteration removes it.
    constexpr double correction_accuracy = 1e-6;

    template <int dim>
    class FETangent final : public Tangent,
                            public StageTangent,
                            public KeptFactorization
    {
    public:
      explicit FETangent(const FEModel<dim> &fe_model)
        : model(fe_model)
        , border(std::make_unique<SleeveBorder<dim>>(fe_model))
      {
        analyse();
      }

      /// Not where actions remember: a place would need their variables.
      bool keep_factorizations() override
      {
        if (direct == nullptr || direct->factorization_cost() == 0 ||
            !model.initial_points().empty())
          return false;
        factors = std::make_unique<KeptFactors>(
          ChangingSystem{[this] { return factorize(); },
                         [this](const Vector &b, Vector &x) {
                           return apply_factors(b, x);
                         },
                         [this](const Vector &x, Vector &y) { multiply(x, y); },
                         [this] { return factorization_cost(); },
                         increment_weights(model),
                         model.discretization().communicator()},
          model.solver_record());
        matrix_product = make_product();
        return true;
      }

      const FactorizedPlace &factorized_place() const override
      {
        return factors->place();
      }

      long n_factorizations() const override
      {
        return factors->n_factorizations();
      }

      Evaluation go_back_to(const FactorizedPlace &place) override
      {
        if (!place.exists)
          {
            factors->forget();
            return {};
          }
        if (!factors->are_of(place))
          {
            factors->forget();
            if (Evaluation failure = linearize(state_of(place),
                                               ConstraintLevel::position,
                                               place.weights,
                                               &place.increment);
                !failure.valid)
              return failure;
          }
        factors->set_costs(place);
        return {};
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
        if (!factors)
          return factorize();
        if (form == Form::position && kind == PositionOperator::increment)
          return factors->follow(place_of(state, weights, increment),
                                 !has_remainder);
        factors->forget();
        return factorize();
      }

      Evaluation solve(const Blocks &rhs, Blocks &x) const override
      {
        return solve_roughly(rhs, correction_accuracy, x);
      }

      Evaluation solve_roughly(const Blocks &rhs,
                               const double accuracy,
                               Blocks &x) const override
      {
        const auto section = model.timer().section("solve");
        Vector rows, solution, tail;
        model.unknowns().to_rows(rhs, rows);
        if (factors && factors->place().exists)
          {
            const int n_sleeves = model.sleeves().n_owned_velocities();
            Vector b(rows.size() + n_sleeves), all;
            b << rows, rhs.q.tail(n_sleeves);
            if (Evaluation failure = factors->solve(b, accuracy, all);
                !failure.valid)
              return failure;
            solution = all.head(rows.size());
            tail     = all.tail(n_sleeves);
          }
        else
          {
            if (Evaluation failure =
                  solve_free(rows, solution, Accuracy::correction);
                !failure.valid)
              return failure;
            tail = border->solve(rhs.q, solution);
          }
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
        border->set_velocity_fields(x, velocity, bend);
        velocity.update_ghost_values();
        bend.update_ghost_values();
        DofVector product = space.make_vector();
        model.inertia()->add_mass_product(c_a, velocity, product);
        model.inertia()->add_damping_product(c_v, velocity, product);
        if (border->size() > 0)
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
        border->add_rows(c_v, c_a, product, x, y.q);
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
        direct = dynamic_cast<FactorSolver *>(solver.get());
        if (factors)
          {
            matrix_product = make_product();
            factors->forget();
          }
      }

      std::unique_ptr<MatrixProduct> make_product() const
      {
        return std::make_unique<MatrixProduct>(
          matrix, model.unknowns(), model.discretization().communicator());
      }

      /// In solutions. The columns of the border are solved at once, at a third
      /// of what they would cost one by one.
      double factorization_cost() const
      {
        return direct->factorization_cost() + border->size() / 3.;
      }

      /// The matrix and the border that were assembled.
      Evaluation factorize()
      {
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
        // may be large against what is left of the right-hand side. Factors
        // that are kept are those of the symmetric part.
        return border->factorize(
          [this](const std::vector<Vector> &b, std::vector<Vector> &x) {
            if (direct != nullptr && form == Form::position &&
                (!has_remainder || factors))
              return direct->solve_all(b, x);
            x.resize(b.size());
            for (std::size_t j = 0; j < b.size(); ++j)
              if (Evaluation failure = solve_free(b[j], x[j], Accuracy::result);
                  !failure.valid)
                return failure;
            return Evaluation();
          });
      }

      /// Unknowns of the mesh, then of the sleeves.
      Evaluation apply_factors(const Vector &b, Vector &x) const
      {
        Vector on_mesh;
        if (Evaluation failure = solver->solve(
              b.head(model.unknowns().n_owned()), on_mesh, Accuracy::result);
            !failure.valid)
          return failure;
        const Vector on_sleeves = border->solve(b, on_mesh);
        x.resize(b.size());
        x << on_mesh, on_sleeves;
        return {};
      }

      void multiply(const Vector &x, Vector &y) const
      {
        const Vector on_mesh = x.head(model.unknowns().n_owned());
        Vector image;
        matrix_product->multiply(matrix, on_mesh, image);
        if (has_remainder)
          image += skew_product(model, kept, on_mesh);
        const Vector on_sleeves = border->multiply(on_mesh, x, image);
        y.resize(x.size());
        y << image, on_sleeves;
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
          return solve_triangular(
            model, at->displacement, *solver, rows, solution);
        if (form == Form::acceleration)
          return solve_balanced(model, mass_scale, *solver, rows, solution);
        if (!has_remainder)
          return solver->solve(rows, solution, accuracy);
        return solve_with_remainder(
          [this](const Vector &b, Vector &y) {
            return solver->solve(b, y, Accuracy::result);
          },
          [this](const Vector &y, Vector &image) {
            image = skew_product(model, kept, y);
          },
          rows,
          solution,
          model.discretization().communicator());
      }

      Evaluation assemble(const State &state,
                          const Vector *increment,
                          const PositionOperator kind)
      {
        CellEvaluator<dim> evaluate_cell(model, *at);
        border->begin(state,
                      at->placement,
                      weights,
                      form == Form::acceleration,
                      increment,
                      kind);
        if (form == Form::acceleration && mass_scale == 0)
          mass_scale = coupling_over_mass(model, mass);
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
            border->add_cell(c, cell);
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
        has_remainder = is_unsymmetric(model, kept);
        return border->finish(*at);
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

      const FEModel<dim> &model;
      std::unique_ptr<SleeveBorder<dim>> border;
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
      FactorSolver *direct = nullptr; ///< the same, if its factors last
      std::unique_ptr<MatrixProduct> matrix_product; ///< with `factors`
      std::unique_ptr<KeptFactors> factors; ///< null: each tangent has its own
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
