// SPDX-License-Identifier: Apache-2.0
// Residual and observation of the finite element model; theory in
// doc/theory/mixed_form.md.
#include <rivlin/fe/fe_model.h>

#include <rivlin/base/error.h>
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/fe/pressure_level.h>

#include <deal.II/base/mpi.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/numerics/vector_tools.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    std::map<types::material_id, Material>
    materials_by_id(const Mesh<dim> &mesh,
                    const ModelDefinition<dim> &definition)
    {
      std::map<types::material_id, Material> result;
      for (const auto &[region, material] : definition.materials)
        {
          check(material);
          if (!definition.element.mixed && is_incompressible(material))
            throw Error(
              "Material of region \"" + region +
              "\" is incompressible (infinite bulk modulus), but the "
              "displacement formulation has no pressure. Give a finite "
              "\"Bulk modulus\" or choose the mixed formulation.");
          result[mesh.material_id(region)] = material;
        }
      for (const auto &[region, id] : mesh.material_sets)
        if (result.count(id) == 0)
          throw Error("Region \"" + region +
                      "\" of the mesh has no material. Add a section "
                      "Material/" +
                      region + ".");
      return result;
    }
  } // namespace

  template <int dim>
  FEModel<dim>::FEModel(std::unique_ptr<Mesh<dim>> named_mesh,
                        const ModelDefinition<dim> &model_definition)
    : timer_(std::make_unique<Timer>())
    , mesh_(std::move(named_mesh))
    , definition(model_definition)
    , discretization_(*mesh_, definition.element, definition.thickness)
    , material_by_id(materials_by_id(*mesh_, definition))
    , motion_(*mesh_, discretization_, definition.supports)
    , unknowns_(discretization_, find_eliminated())
    , loads_(*mesh_, discretization_, definition)
  {
    for (int c = 0; c < discretization_.n_cells(); ++c)
      cell_material.push_back(
        &material_by_id.at(discretization_.cell(c)->material_id()));
    if (n_unknowns() == 0)
      throw Error(
        "All degrees of freedom are prescribed by the supports: there "
        "is nothing to compute. Refine the mesh or free a set.");

    const MPI_Comm communicator = discretization_.communicator();
    const auto box = GridTools::compute_bounding_box(mesh_->triangulation);
    length_scale = Utilities::MPI::max(box.get_boundary_points().first.distance(
                                         box.get_boundary_points().second),
                                       communicator);
    stress_scale = std::numeric_limits<double>::max();
    for (const auto &[id, material] : material_by_id)
      stress_scale = std::min(stress_scale, initial_shear_modulus(material));
    global_size = {
      Utilities::MPI::sum(static_cast<double>(unknowns_.n_q()), communicator),
      Utilities::MPI::sum(static_cast<double>(unknowns_.n_lambda()),
                          communicator)};
    refuse_free_pressure_level(*this);
  }

  template <int dim>
  std::vector<bool> FEModel<dim>::find_eliminated() const
  {
    std::vector<bool> eliminated = motion_.is_prescribed();
    // Pressures count how many nearly incompressible cells touch them.
    DofVector touched        = discretization_.make_vector();
    const int nu             = discretization_.n_displacements_per_cell();
    const auto for_pressures = [&](const auto &action) {
      for (int c = 0; c < discretization_.n_cells(); ++c)
        for (int m = 0; m < discretization_.n_pressures_per_cell(); ++m)
          action(c, discretization_.cell_dofs(c)[nu + m]);
    };
    for_pressures([&](const int c, const unsigned int dof) {
      if (has_pressure(
            material_by_id.at(discretization_.cell(c)->material_id())))
        touched.local_element(dof) += 1;
    });
    touched.compress(VectorOperation::add);
    touched.update_ghost_values();
    for_pressures([&](const int, const unsigned int dof) {
      if (touched.local_element(dof) == 0)
        eliminated[dof] = true;
    });
    return eliminated;
  }

  template <int dim>
  ConstraintKind FEModel<dim>::constraint_kind() const
  {
    if (global_size[1] == 0)
      return ConstraintKind::none;
    for (const auto &[id, material] : material_by_id)
      if (is_incompressible(material))
        return ConstraintKind::rigid;
    return ConstraintKind::compliant;
  }

  template <int dim>
  State FEModel<dim>::initial_state() const
  {
    State state;
    state.q      = Vector::Zero(unknowns_.n_q());
    state.v      = Vector::Zero(unknowns_.n_q());
    state.a      = Vector::Zero(unknowns_.n_q());
    state.lambda = Vector::Zero(unknowns_.n_lambda());
    return state;
  }

  template <int dim>
  DofVector FEModel<dim>::all_dofs(const State &state) const
  {
    DofVector dofs = discretization_.make_vector();
    motion_.set_values(state.time, dofs);
    unknowns_.scatter(state.q, state.lambda, dofs);
    dofs.update_ghost_values();
    return dofs;
  }

  template <int dim>
  const std::string &
  FEModel<dim>::region_name(const types::material_id id) const
  {
    for (const auto &[name, number] : mesh_->material_sets)
      if (number == id)
        return name;
    throw Error("The mesh has no region with number " + std::to_string(id) +
                ".");
  }

  template <int dim>
  Evaluation FEModel<dim>::agree(const int bad_cell,
                                 const double J,
                                 const double time) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const int rank = Utilities::MPI::this_mpi_process(communicator);
    const int none = Utilities::MPI::n_mpi_processes(communicator);
    const int first =
      Utilities::MPI::min(bad_cell >= 0 ? rank : none, communicator);
    if (first == none)
      return {};
    std::string message;
    if (rank == first)
      {
        const auto &cell = discretization_.cell(bad_cell);
        std::ostringstream text;
        text.precision(4);
        text << "Element inverted at t = " << time << ": J = " << J
             << " in cell " << cell->id().to_string() << " near X = ("
             << cell->center() << "), material \""
             << region_name(cell->material_id())
             << "\". The load step is too large for this mesh: smaller steps "
                "(\"Step size\", \"Minimum step size\"), a mesh that is finer "
                "there, or a smaller load.";
        message = text.str();
      }
    return {false, Utilities::MPI::broadcast(communicator, message, first)};
  }

  template <int dim>
  Evaluation FEModel<dim>::assemble(const double time,
                                    const DofVector &dofs,
                                    DofVector &force,
                                    CellSums *sums) const
  {
    const auto section = timer_->section("residual");
    CellEvaluator<dim> evaluate_cell(*this);
    const int nu = discretization_.n_displacements_per_cell();
    const int np = discretization_.n_pressures_per_cell();
    int bad_cell = -1;
    double bad_J = 1;
    for (int c = 0; c < discretization_.n_cells(); ++c)
      {
        const ElementResult &cell = evaluate_cell(c, dofs, Need::residual);
        if (!cell.valid)
          {
            bad_cell = c;
            bad_J    = cell.min_J;
            break;
          }
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
    return agree(bad_cell, bad_J, time);
  }

  template <int dim>
  Evaluation FEModel<dim>::internal_force(const State &state,
                                          DofVector &result) const
  {
    result = discretization_.make_vector();
    const Evaluation evaluation =
      assemble(state.time, all_dofs(state), result, nullptr);
    result.compress(VectorOperation::add);
    return evaluation;
  }

  template <int dim>
  Evaluation FEModel<dim>::full_residual(const State &state,
                                         DofVector &result) const
  {
    result               = discretization_.make_vector();
    const DofVector dofs = all_dofs(state);
    if (Evaluation failure = assemble(state.time, dofs, result, nullptr);
        !failure.valid)
      return failure;
    loads_.add_residual(state.time, dofs, result);
    result.compress(VectorOperation::add);
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::residual(const State &state,
                                    const ConstraintLevel level,
                                    Blocks &result) const
  {
    Assert(level == ConstraintLevel::position, ExcNotImplemented());
    (void)level;
    DofVector all;
    if (Evaluation failure = full_residual(state, all); !failure.valid)
      return failure;
    unknowns_.gather(all, result);
    // A NaN that no J shows (an expression, a table) must not pass either.
    if (!std::isfinite(residual_norm(result)))
      return {false,
              "The residual is not finite at t = " +
                std::to_string(state.time) +
                ". Check the channels of loads and sleeves at this time."};
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::residual_change(const State &state,
                                           const double h,
                                           Blocks &result) const
  {
    // Prescribed motion acts through the columns of the tangent that belong to
    // it: sum over cells of K_e du_e; only cells at moving supports count.
    const DofVector dofs = all_dofs(state);
    DofVector change     = discretization_.make_vector();
    motion_.set_values(state.time + h, change);
    for (unsigned int dof = 0; dof < discretization_.n_owned_dofs(); ++dof)
      if (motion_.is_prescribed()[dof])
        change.local_element(dof) -= dofs.local_element(dof);
    change.update_ghost_values();

    DofVector rate = discretization_.make_vector();
    CellEvaluator<dim> evaluate_cell(*this);
    const int nu = discretization_.n_displacements_per_cell();
    const int np = discretization_.n_pressures_per_cell();
    std::vector<double> du(nu);
    int bad_cell = -1;
    double bad_J = 1;
    for (int c = 0; c < discretization_.n_cells(); ++c)
      {
        const auto indices = discretization_.cell_dofs(c);
        bool moves         = false;
        for (int k = 0; k < nu; ++k)
          {
            du[k] = change.local_element(indices[k]);
            moves = moves || du[k] != 0;
          }
        if (!moves)
          continue;
        const ElementResult &cell =
          evaluate_cell(c, dofs, Need::residual_and_tangent);
        if (!cell.valid)
          {
            bad_cell = c;
            bad_J    = cell.min_J;
            break;
          }
        for (int l = 0; l < nu; ++l)
          if (du[l] != 0)
            {
              for (int k = 0; k < nu; ++k)
                rate.local_element(indices[k]) +=
                  cell.stiffness[k * nu + l] * du[l];
              for (int m = 0; m < np; ++m)
                rate.local_element(indices[nu + m]) +=
                  cell.coupling[m * nu + l] * du[l];
            }
      }
    if (Evaluation failure = agree(bad_cell, bad_J, state.time); !failure.valid)
      return failure;
    loads_.add_residual(state.time + h, dofs, rate);
    DofVector old_loads = discretization_.make_vector();
    loads_.add_residual(state.time, dofs, old_loads);
    rate.compress(VectorOperation::add);
    old_loads.compress(VectorOperation::add);
    rate -= old_loads;
    unknowns_.gather(rate, result);
    return {};
  }

  template <int dim>
  double FEModel<dim>::increment_norm(const Blocks &increment) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const double q =
      Utilities::MPI::sum(increment.q.squaredNorm(), communicator) /
      std::max(global_size[0], 1.) / (length_scale * length_scale);
    const double lambda =
      Utilities::MPI::sum(increment.lambda.squaredNorm(), communicator) /
      std::max(global_size[1], 1.) / (stress_scale * stress_scale);
    return std::sqrt(q + lambda);
  }

  template <int dim>
  double FEModel<dim>::residual_norm(const Blocks &residual) const
  {
    return std::sqrt(Utilities::MPI::sum(residual.q.squaredNorm() +
                                           residual.lambda.squaredNorm(),
                                         discretization_.communicator()));
  }

  template <int dim>
  bool FEModel<dim>::is_distributed() const
  {
    return Utilities::MPI::n_mpi_processes(discretization_.communicator()) > 1;
  }

  template <int dim>
  Observation FEModel<dim>::observe(const State &state) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const DofVector dofs        = all_dofs(state);
    DofVector force             = discretization_.make_vector();
    CellSums sums;
    if (const Evaluation failure = assemble(state.time, dofs, force, &sums);
        !failure.valid)
      throw ComputationFailed(failure.reason);
    loads_.add_residual(state.time, dofs, force);
    force.compress(VectorOperation::add);

    Observation seen;
    seen.reactions     = motion_.reactions(state.time, dofs, force);
    seen.strain_energy = Utilities::MPI::sum(sums.energy, communicator);
    seen.max_J_error   = Utilities::MPI::max(sums.max_J_error, communicator);
    seen.min_J         = Utilities::MPI::min(sums.min_J, communicator);
    return seen;
  }

  template <int dim>
  Tensor<1, dim> FEModel<dim>::displacement_at(const Point<dim> &X,
                                               const State &state) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const DofVector dofs        = all_dofs(state);
    const auto found            = GridTools::find_active_cell_around_point(
      discretization_.mapping(), discretization_.dofs(), X, {}, 1e-8);
    Tensor<1, dim> u;
    int holder     = Utilities::MPI::n_mpi_processes(communicator);
    const int none = holder;
    if (found.first != discretization_.dofs().end() &&
        found.first->is_locally_owned())
      {
        const auto &fe = discretization_.element();
        std::vector<types::global_dof_index> indices(fe.n_dofs_per_cell());
        found.first->get_dof_indices(indices);
        for (unsigned int k = 0; k < indices.size(); ++k)
          if (const auto component = fe.system_to_component_index(k).first;
              component < dim)
            u[component] +=
              dofs.local_element(discretization_.local_index(indices[k])) *
              fe.shape_value(k, found.second);
        holder = Utilities::MPI::this_mpi_process(communicator);
      }
    const int first = Utilities::MPI::min(holder, communicator);
    if (first == none)
      {
        std::ostringstream text;
        text << "The point (" << X
             << ") lies outside the mesh. Move it inside the undeformed body.";
        throw Error(text.str());
      }
    return Utilities::MPI::broadcast(communicator, u, first);
  }

  template class FEModel<2>;
  template class FEModel<3>;
} // namespace rivlin
