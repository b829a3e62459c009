// SPDX-License-Identifier: Apache-2.0
// Sums over the cells and over what acts on the body.
#include <rivlin/fe/fe_model.h>

#include <rivlin/base/text.h>
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/solid/point_response.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  Evaluation
  FEModel<dim>::inverted(const int c, const double J, const double time) const
  {
    const auto &cell = discretization_.cell(c);
    return {
      false,
      message("Element ",
              invalid_point_text(J),
              " at t = ",
              time,
              ": J = ",
              number_text(J, 4),
              " in cell ",
              cell->id().to_string(),
              " near X = ",
              point_text(cell->center()),
              ", material \"",
              region_name(cell->material_id()),
              "\". The load step is too large for this mesh: smaller steps "
              "(\"Step size\", \"Minimum step size\"), a mesh that is finer "
              "there, or a smaller load.")};
  }

  template <int dim>
  Evaluation FEModel<dim>::agree(const Evaluation &own) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const int rank = Utilities::MPI::this_mpi_process(communicator);
    const int none = Utilities::MPI::n_mpi_processes(communicator);
    const int first =
      Utilities::MPI::min(own.valid ? none : rank, communicator);
    if (first == none)
      return {};
    return {false, Utilities::MPI::broadcast(communicator, own.reason, first)};
  }

  template <int dim>
  Evaluation FEModel<dim>::add_cells(const BodyState &at,
                                     DofVector &force,
                                     CellSums *sums) const
  {
    const auto section = timer_->section("residual");
    CellEvaluator<dim> evaluate_cell(*this, at);
    const int nu = discretization_.n_displacements_per_cell();
    const int np = discretization_.n_pressures_per_cell();
    for (int c = 0; c < discretization_.n_cells(); ++c)
      {
        const ElementResult &cell =
          evaluate_cell(c, at.displacement, Need::residual);
        if (!cell.valid)
          return inverted(c, cell.min_J, at.time);
        const auto indices = discretization_.cell_dofs(c);
        for (int k = 0; k < nu; ++k)
          force.local_element(indices[k]) += cell.force[k];
        for (int m = 0; m < np; ++m)
          force.local_element(indices[nu + m]) += cell.volume[m];
        if (sums)
          {
            sums->energy += cell.energy;
            sums->max_J_error = std::max(sums->max_J_error, cell.max_J_error);
            sums->min_J       = std::min(sums->min_J, cell.min_J);
          }
      }
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::assemble(const State &state,
                                    const BodyState &at,
                                    DofVector &force,
                                    CellSums *sums) const
  {
    Evaluation own = add_cells(at, force, sums);
    for (std::size_t k = 0; own.valid && k < actions_.size(); ++k)
      own = actions_[k]->add_residual(at, force);
    if (Evaluation failure = agree(own); !failure.valid)
      return failure;
    if (definition.inertia)
      {
        inertia_->add_mass_product(1, dofs_at(state, at.placement, 2), force);
        if (inertia_->has_damping())
          inertia_->add_damping_product(1, at.velocity, force);
      }
    force.compress(VectorOperation::add);
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::full_residual(const State &state,
                                         DofVector &result) const
  {
    result = discretization_.make_vector();
    return assemble(state, body_at(state), result, nullptr);
  }

  template <int dim>
  Evaluation FEModel<dim>::internal_force(const State &state,
                                          DofVector &result) const
  {
    result             = discretization_.make_vector();
    const BodyState at = body_at_rest(state, 0);
    Evaluation own     = add_cells(at, result, nullptr);
    for (const auto &action : actions_)
      if (own.valid && action->stores_energy())
        own = action->add_residual(at, result);
    if (Evaluation failure = agree(own); !failure.valid)
      return failure;
    result.compress(VectorOperation::add);
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::not_finite(const BodyState &at) const
  {
    for (const auto &action : actions_)
      {
        DofVector force      = discretization_.make_vector();
        const Evaluation own = action->add_residual(at, force);
        force.compress(VectorOperation::add);
        if (own.valid && !std::isfinite(force.l2_norm()))
          return {false,
                  "The residual is not finite at t = " +
                    number_text(at.time, 6) + ": the " + describe(*action) +
                    " gives no number. Check its channels at this time."};
      }
    return {false,
            "The residual is not finite at t = " + number_text(at.time, 6) +
              ". Check the channels of loads and sleeves at this time."};
  }

  template <int dim>
  Evaluation FEModel<dim>::add_tangent_product(const BodyState &at,
                                               const DofVector &displacement,
                                               const DofVector *velocity,
                                               DofVector &result) const
  {
    CellEvaluator<dim> evaluate_cell(*this, at);
    const int nu = discretization_.n_displacements_per_cell();
    const int np = discretization_.n_pressures_per_cell();
    std::vector<double> du(nu);
    Evaluation own;
    // What couples cells may feel a node that moves in a cell of another rank.
    bool anything_moves =
      velocity != nullptr ||
      std::any_of(actions_.begin(), actions_.end(), [](const auto &action) {
        return action->couples_cells();
      });
    for (int c = 0; c < discretization_.n_cells(); ++c)
      {
        const auto indices = discretization_.cell_dofs(c);
        bool moves         = false;
        for (int k = 0; k < nu; ++k)
          {
            du[k] = displacement.local_element(indices[k]);
            moves = moves || du[k] != 0;
          }
        if (!moves)
          continue;
        anything_moves = true;
        const ElementResult &cell =
          evaluate_cell(c, at.displacement, Need::residual_and_tangent);
        if (!cell.valid)
          {
            own = inverted(c, cell.min_J, at.time);
            break;
          }
        for (int l = 0; l < nu; ++l)
          if (du[l] != 0)
            {
              for (int k = 0; k < nu; ++k)
                result.local_element(indices[k]) +=
                  cell.stiffness[k * nu + l] * du[l];
              for (int m = 0; m < np; ++m)
                result.local_element(indices[nu + m]) +=
                  cell.coupling[m * nu + l] * du[l];
            }
      }
    if (own.valid && anything_moves)
      {
        BlockProducts<dim> products(discretization_,
                                    {{&displacement, velocity, &result}});
        for (const auto &action : actions_)
          action->add_tangent(at, products);
      }
    return agree(own);
  }

  template <int dim>
  Evaluation FEModel<dim>::add_load_change(const State &state,
                                           const double h,
                                           const BodyState &at,
                                           DofVector &change) const
  {
    if (std::all_of(actions_.begin(), actions_.end(), [](const auto &action) {
          return action->time_dependence() == TimeDependence::none;
        }))
      return {};
    const BodyState later{state.time + h,
                          at.placement,
                          dofs_at(state, at.placement, 0),
                          {}};
    DofVector before = discretization_.make_vector();
    DofVector after  = discretization_.make_vector();
    Evaluation own;
    for (const auto &action : actions_)
      if (action->time_dependence() != TimeDependence::none)
        {
          if (own.valid)
            own = action->add_residual(at, before);
          if (own.valid)
            own = action->add_residual(later, after);
        }
    if (Evaluation failure = agree(own); !failure.valid)
      return failure;
    before.compress(VectorOperation::add);
    after.compress(VectorOperation::add);
    change += after;
    change -= before;
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::add_relaxation(const State &state,
                                          const double h,
                                          const BodyState &at,
                                          DofVector &change) const
  {
    if (!viscous_cells_->remember())
      return {};
    BodyState later  = body_at_rest(state, 0);
    later.step       = at.step + h;
    DofVector before = discretization_.make_vector();
    Evaluation own   = add_cells(at, before, nullptr);
    if (own.valid)
      own = add_cells(later, change, nullptr);
    for (unsigned int i = 0; i < discretization_.n_relevant_dofs(); ++i)
      change.local_element(i) -= before.local_element(i);
    return agree(own);
  }

  template Evaluation FEModel<2>::inverted(int, double, double) const;
  template Evaluation FEModel<2>::agree(const Evaluation &) const;
  template Evaluation FEModel<2>::assemble(const State &,
                                           const BodyState &,
                                           DofVector &,
                                           CellSums *) const;
  template Evaluation FEModel<2>::full_residual(const State &,
                                                DofVector &) const;
  template Evaluation FEModel<2>::internal_force(const State &,
                                                 DofVector &) const;
  template Evaluation FEModel<2>::not_finite(const BodyState &) const;
  template Evaluation FEModel<2>::add_tangent_product(const BodyState &,
                                                      const DofVector &,
                                                      const DofVector *,
                                                      DofVector &) const;
  template Evaluation FEModel<2>::add_relaxation(const State &,
                                                 double,
                                                 const BodyState &,
                                                 DofVector &) const;
  template Evaluation FEModel<2>::add_load_change(const State &,
                                                  double,
                                                  const BodyState &,
                                                  DofVector &) const;
  template Evaluation FEModel<3>::inverted(int, double, double) const;
  template Evaluation FEModel<3>::agree(const Evaluation &) const;
  template Evaluation FEModel<3>::assemble(const State &,
                                           const BodyState &,
                                           DofVector &,
                                           CellSums *) const;
  template Evaluation FEModel<3>::full_residual(const State &,
                                                DofVector &) const;
  template Evaluation FEModel<3>::internal_force(const State &,
                                                 DofVector &) const;
  template Evaluation FEModel<3>::not_finite(const BodyState &) const;
  template Evaluation FEModel<3>::add_tangent_product(const BodyState &,
                                                      const DofVector &,
                                                      const DofVector *,
                                                      DofVector &) const;
  template Evaluation FEModel<3>::add_relaxation(const State &,
                                                 double,
                                                 const BodyState &,
                                                 DofVector &) const;
  template Evaluation FEModel<3>::add_load_change(const State &,
                                                  double,
                                                  const BodyState &,
                                                  DofVector &) const;
} // namespace rivlin
