// SPDX-License-Identifier: Apache-2.0
// Residual of the finite element model; theory in doc/theory/mixed_form.md.
#include <rivlin/fe/fe_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/fe/pressure_level.h>
#include <rivlin/fe/volume_constraint.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/mpi.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/numerics/vector_tools.h>

#include <cmath>
#include <limits>

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
    , solver_record_(std::make_unique<LinearSolverRecord>())
    , mesh_(std::move(named_mesh))
    , definition(model_definition)
    , discretization_(*mesh_, definition.element, definition.thickness)
    , material_by_id(materials_by_id(*mesh_, definition))
    , motion_(*mesh_, discretization_, definition)
    , sleeves_(definition, discretization_.communicator())
    , unknowns_(discretization_, find_eliminated())
    , loads_(*mesh_, discretization_, definition)
    , springs_(*mesh_, discretization_, definition)
  {
    for (int c = 0; c < discretization_.n_cells(); ++c)
      cell_material.push_back(
        &material_by_id.at(discretization_.cell(c)->material_id()));
    refuse_unsuitable_materials();
    if (definition.inertia || sleeves_.has_gravity())
      inertia_ = std::make_unique<Inertia<dim>>(discretization_,
                                                cell_material,
                                                springs_);
    space_ = vector_space(unknowns_.n_q()) * sleeves_.space();
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
      Utilities::MPI::sum(static_cast<double>(n_velocities()), communicator),
      Utilities::MPI::sum(static_cast<double>(unknowns_.n_lambda()),
                          communicator)};
    contacts_ = std::make_unique<Contacts<dim>>(
      *mesh_, discretization_, definition, motion_, length_scale, stress_scale);
    refuse_free_pressure_level(*this);
    if (definition.solver.kind == LinearSolverKind::automatic)
      {
        bool many_solutions = definition.solver.tolerance < 1e-8;
        for (const auto &support : definition.supports)
          many_solutions = many_solutions || support.sleeve.has_value();
        definition.solver.kind =
          choose_linear_solver(dim,
                               n_unknowns(),
                               many_solutions ? Workload::many_solutions
                                              : Workload::corrections_of_newton,
                               communicator);
      }
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
  void FEModel<dim>::refuse_unsuitable_materials() const
  {
    if (!definition.inertia)
      return;
    bool compliant = false, rigid = false;
    for (const auto &[id, material] : material_by_id)
      {
        if (!(material.density > 0))
          throw Error("The material of region \"" + region_name(id) +
                      "\" has the density " + number_text(material.density) +
                      ", but dynamics needs mass. Give a positive "
                      "\"Density\".");
        if (has_pressure(material))
          (is_incompressible(material) ? rigid : compliant) = true;
      }
    if (compliant && rigid && definition.element.mixed)
      throw Error(
        "Some rubber is incompressible and some is not: dynamics "
        "needs one kind of constraint. Give a large finite \"Bulk "
        "modulus\" instead of infinity.");
  }

  template <int dim>
  ConfigurationSpace FEModel<dim>::space() const
  {
    return space_;
  }

  template <int dim>
  bool FEModel<dim>::is_flat() const
  {
    return sleeves_.is_flat();
  }

  template <int dim>
  void FEModel<dim>::retract(const Vector &q,
                             const Vector &increment,
                             Vector &result) const
  {
    if (is_flat())
      result = q + increment;
    else
      rivlin::retract(space_, q, increment, result);
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
    state.q                                    = Vector::Zero(n_positions());
    state.q.tail(sleeves_.n_owned_positions()) = sleeves_.initial_positions();
    state.v                                    = Vector::Zero(n_velocities());
    state.a                                    = Vector::Zero(n_velocities());
    state.lambda = Vector::Zero(unknowns_.n_lambda());
    return state;
  }

  template <int dim>
  DofVector FEModel<dim>::dofs_at(const State &state,
                                  const SleevePlacement &placement,
                                  const int order) const
  {
    DofVector dofs = discretization_.make_vector();
    motion_.set_values(state.time, placement.motions, order, dofs);
    if (order == 0)
      unknowns_.scatter(state.q, state.lambda, dofs);
    else
      unknowns_.scatter(order == 1 ? state.v : state.a,
                        Vector::Zero(unknowns_.n_lambda()),
                        dofs);
    dofs.update_ghost_values();
    return dofs;
  }

  template <int dim>
  DofVector FEModel<dim>::all_dofs(const State &state) const
  {
    return dofs_at(state, sleeves_.place(state, 0), 0);
  }

  template <int dim>
  DofVector FEModel<dim>::rate_dofs(const State &state, const int order) const
  {
    return dofs_at(state, sleeves_.place(state, order), order);
  }

  template <int dim>
  const std::string &
  FEModel<dim>::region_name(const types::material_id id) const
  {
    for (const auto &[name, number] : mesh_->material_sets)
      if (number == id)
        return name;
    throw Error("The mesh has no region with number " + number_text(id) + ".");
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
    std::string reason;
    if (rank == first)
      {
        const auto &cell = discretization_.cell(bad_cell);
        reason           = message(
          "Element inverted at t = ",
          time,
          ": J = ",
          number_text(J, 4),
          " in cell ",
          cell->id().to_string(),
          " near X = ",
          point_text(cell->center()),
          ", material \"",
          region_name(cell->material_id()),
          "\". The load step is too large for this mesh: smaller steps (\"Step "
                    "size\", \"Minimum step size\"), a mesh that is finer there, or a "
                    "smaller load.");
      }
    return {false, Utilities::MPI::broadcast(communicator, reason, first)};
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
  DofVector FEModel<dim>::uniform(const Tensor<1, dim> &value) const
  {
    DofVector field = discretization_.make_vector();
    for (int c = 0; c < discretization_.n_cells(); ++c)
      for (int k = 0; k < discretization_.n_displacements_per_cell(); ++k)
        field.local_element(discretization_.cell_dofs(c)[k]) = value[k % dim];
    return field;
  }

  template <int dim>
  void FEModel<dim>::add_other_forces(const State &state,
                                      const SleevePlacement &placement,
                                      const DofVector &dofs,
                                      DofVector &force) const
  {
    loads_.add_residual(state.time, dofs, force);
    contacts_->add_residual(placement.motions, dofs, force);
    if (!inertia_)
      return;
    // Gravity g enters as M (a - g): the shape functions sum up to one.
    if (sleeves_.has_gravity())
      inertia_->add_mass_product(-1,
                                 uniform(sleeves_.gravity(state.time, 0)),
                                 force);
    if (definition.inertia)
      {
        inertia_->add_mass_product(1, dofs_at(state, placement, 2), force);
        if (inertia_->has_damping())
          inertia_->add_damping_product(1, dofs_at(state, placement, 1), force);
      }
  }

  template <int dim>
  Evaluation FEModel<dim>::internal_force(const State &state,
                                          DofVector &result) const
  {
    result                          = discretization_.make_vector();
    const SleevePlacement placement = sleeves_.place(state, 0);
    const DofVector dofs            = dofs_at(state, placement, 0);
    const Evaluation evaluation = assemble(state.time, dofs, result, nullptr);
    contacts_->add_residual(placement.motions, dofs, result);
    result.compress(VectorOperation::add);
    return evaluation;
  }

  template <int dim>
  Evaluation FEModel<dim>::full_residual(const State &state,
                                         DofVector &result) const
  {
    result                          = discretization_.make_vector();
    const SleevePlacement placement = sleeves_.place(state, motion_order());
    const DofVector dofs            = dofs_at(state, placement, 0);
    if (Evaluation failure = assemble(state.time, dofs, result, nullptr);
        !failure.valid)
      return failure;
    add_other_forces(state, placement, dofs, result);
    result.compress(VectorOperation::add);
    return {};
  }

  template <int dim>
  void FEModel<dim>::gather(const DofVector &all,
                            const SleevePlacement &placement,
                            Blocks &result) const
  {
    unknowns_.gather(all, result);
    if (sleeves_.n_free() == 0)
      return;
    Vector rows(sleeves_.n_velocities());
    for (int k = 0; k < sleeves_.n_free(); ++k)
      rows.segment(sleeves_.offset(k), sleeves_.body(k).n_velocities()) =
        placement.bodies[k].project(
          motion_.surface_force(sleeves_.support(k), all));
    const int n = sleeves_.n_owned_velocities();
    result.q.conservativeResize(unknowns_.n_q() + n);
    result.q.tail(n) = rows.head(n);
  }

  template <int dim>
  void FEModel<dim>::set_constraint_rate(const State &state,
                                         const SleevePlacement &placement,
                                         const ConstraintLevel level,
                                         const DofVector &dofs,
                                         Blocks &result) const
  {
    const DofVector velocity = dofs_at(state, placement, 1);
    DofVector rate           = discretization_.make_vector();
    if (level == ConstraintLevel::velocity)
      add_volume_rate(discretization_, cell_material, dofs, velocity, rate);
    else
      {
        add_volume_rate(discretization_,
                        cell_material,
                        dofs,
                        dofs_at(state, placement, 2),
                        rate);
        add_volume_curvature(
          discretization_, cell_material, dofs, velocity, rate);
      }
    rate.compress(VectorOperation::add);
    Blocks blocks;
    unknowns_.gather(rate, blocks);
    result.lambda = blocks.lambda;
  }

  template <int dim>
  Evaluation FEModel<dim>::residual(const State &state,
                                    const ConstraintLevel level,
                                    Blocks &result) const
  {
    const SleevePlacement placement = sleeves_.place(state, motion_order());
    const DofVector dofs            = dofs_at(state, placement, 0);
    DofVector all                   = discretization_.make_vector();
    if (Evaluation failure = assemble(state.time, dofs, all, nullptr);
        !failure.valid)
      return failure;
    add_other_forces(state, placement, dofs, all);
    all.compress(VectorOperation::add);
    gather(all, placement, result);
    for (int k = 0; k < sleeves_.n_free(); ++k)
      if (sleeves_.n_owned_velocities() > 0)
        result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                         sleeves_.body(k).n_velocities()) +=
          placement.bodies[k].residual(sleeves_.load(k, state.time, 0),
                                       definition.inertia);
    if (level != ConstraintLevel::position)
      set_constraint_rate(state, placement, level, dofs, result);
    // A NaN that no J shows (an expression, a table) must not pass either.
    if (!std::isfinite(residual_norm(result)))
      return {false,
              "The residual is not finite at t = " +
                number_text(state.time, 6) +
                ". Check the channels of loads and sleeves at this time."};
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::add_stiffness_product(const double time,
                                                 const DofVector &dofs,
                                                 const DofVector &change,
                                                 DofVector &result) const
  {
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
                result.local_element(indices[k]) +=
                  cell.stiffness[k * nu + l] * du[l];
              for (int m = 0; m < np; ++m)
                result.local_element(indices[nu + m]) +=
                  cell.coupling[m * nu + l] * du[l];
            }
      }
    return agree(bad_cell, bad_J, time);
  }

  template <int dim>
  Evaluation FEModel<dim>::residual_change(const State &state,
                                           const double h,
                                           Blocks &result) const
  {
    // Prescribed motion acts through the columns of the tangent that belong to
    // it; only cells at moving supports count.
    SleevePlacement placement = sleeves_.place(state, 0);
    const DofVector dofs      = dofs_at(state, placement, 0);
    DofVector change          = discretization_.make_vector();
    const SleevePlacement old = placement;
    sleeves_.shift_time(state.time + h, 0, placement);
    motion_.set_values(state.time + h, placement.motions, 0, change);
    for (unsigned int dof = 0; dof < discretization_.n_owned_dofs(); ++dof)
      if (motion_.is_prescribed()[dof])
        change.local_element(dof) -= dofs.local_element(dof);
    change.update_ghost_values();

    DofVector rate = discretization_.make_vector();
    if (Evaluation failure =
          add_stiffness_product(state.time, dofs, change, rate);
        !failure.valid)
      return failure;
    contacts_->add_stiffness_product(old.motions, dofs, change, rate);
    std::vector<RigidMotion> step(old.motions.size());
    for (std::size_t s = 0; s < step.size(); ++s)
      {
        step[s].translation[0] =
          placement.motions[s].translation[0] - old.motions[s].translation[0];
        step[s].rotation[0] =
          placement.motions[s].rotation[0] - old.motions[s].rotation[0];
      }
    contacts_->add_residual_rate(old.motions, step, dofs, rate);
    loads_.add_residual(state.time + h, dofs, rate);
    DofVector old_loads = discretization_.make_vector();
    loads_.add_residual(state.time, dofs, old_loads);
    rate.compress(VectorOperation::add);
    old_loads.compress(VectorOperation::add);
    rate -= old_loads;
    gather(rate, old, result);
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                         sleeves_.body(k).n_velocities()) +=
          old.bodies[k].load_change(sleeves_.load(k, state.time + h, 0)) -
          old.bodies[k].load_change(sleeves_.load(k, state.time, 0));
    return {};
  }

  template <int dim>
  TimeDependence FEModel<dim>::time_dependence() const
  {
    return loads_.has_rates() ? TimeDependence::given
                              : TimeDependence::differences;
  }

  template <int dim>
  Evaluation FEModel<dim>::time_derivative(const State &state,
                                           const ConstraintLevel level,
                                           Blocks &result) const
  {
    Assert(level == ConstraintLevel::position, ExcNotImplemented());
    (void)level;
    const auto section              = timer_->section("residual");
    const SleevePlacement placement = sleeves_.place(state, motion_order());
    const DofVector dofs            = dofs_at(state, placement, 0);
    const std::vector<RigidMotion> rates = sleeves_.explicit_rates(state.time);
    const auto rate_of                   = [&](const int order) {
      DofVector rate = discretization_.make_vector();
      motion_.set_explicit_rates(state.time, rates, order, rate);
      rate.update_ghost_values();
      return rate;
    };
    DofVector all = discretization_.make_vector();
    if (Evaluation failure =
          add_stiffness_product(state.time, dofs, rate_of(0), all);
        !failure.valid)
      return failure;
    contacts_->add_stiffness_product(placement.motions, dofs, rate_of(0), all);
    contacts_->add_residual_rate(placement.motions, rates, dofs, all);
    loads_.add_residual_rate(state.time, dofs, all);
    if (definition.inertia)
      {
        inertia_->add_mass_product(1, rate_of(2), all);
        if (inertia_->has_damping())
          inertia_->add_damping_product(1, rate_of(1), all);
      }
    if (sleeves_.has_gravity())
      inertia_->add_mass_product(-1,
                                 uniform(sleeves_.gravity(state.time, 1)),
                                 all);
    all.compress(VectorOperation::add);
    gather(all, placement, result);
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                         sleeves_.body(k).n_velocities()) +=
          placement.bodies[k].load_change(sleeves_.load(k, state.time, 1));
    return {};
  }

  template <int dim>
  double FEModel<dim>::increment_norm(const Blocks &increment) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    double sum                  = increment.q.squaredNorm();
    // An angle counts as the displacement it causes.
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        {
          const int n        = sleeves_.body(k).n_velocities();
          const int n_angles = sleeves_.body(k).n_angles();
          const double angles =
            increment.q
              .segment(unknowns_.n_q() + sleeves_.offset(k) + n - n_angles,
                       n_angles)
              .squaredNorm();
          sum += (length_scale * length_scale - 1) * angles;
        }
    const double q = Utilities::MPI::sum(sum, communicator) /
                     std::max(global_size[0], 1.) /
                     (length_scale * length_scale);
    const double lambda =
      Utilities::MPI::sum(increment.lambda.squaredNorm(), communicator) /
      std::max(global_size[1], 1.) / (stress_scale * stress_scale);
    return std::sqrt(q + lambda);
  }

  template <int dim>
  double FEModel<dim>::error_norm(const State &state_n,
                                  const State &state_np,
                                  const Blocks &error,
                                  const Vector &velocity_error,
                                  const Tolerances &tolerances) const
  {
    const double h =
      tolerances.scale_with_step ? state_np.time - state_n.time : 1.;
    const auto sum = [&](const Vector &e,
                         const Vector &x_n,
                         const Vector &x_np,
                         const double scale) {
      double squares = 0;
      for (Eigen::Index i = 0; i < e.size(); ++i)
        {
          const double bound =
            tolerances.absolute +
            tolerances.relative * std::max(std::abs(x_n[i]), std::abs(x_np[i]));
          squares += scale * e[i] / bound * (scale * e[i] / bound);
        }
      return squares;
    };
    const double squares = Utilities::MPI::sum(
      sum(error.q, state_n.q, state_np.q, 1.) +
        sum(velocity_error, state_n.v, state_np.v, h) +
        sum(error.lambda, state_n.lambda, state_np.lambda, h * h),
      discretization_.communicator());
    return std::sqrt(squares / (2 * global_size[0] + global_size[1]));
  }

  template <int dim>
  double FEModel<dim>::residual_norm(const Blocks &residual) const
  {
    return std::sqrt(Utilities::MPI::sum(residual.q.squaredNorm() +
                                           residual.lambda.squaredNorm(),
                                         discretization_.communicator()));
  }

  template <int dim>
  double FEModel<dim>::work(const Vector &force, const Vector &increment) const
  {
    return Utilities::MPI::sum(force.dot(increment),
                               discretization_.communicator());
  }

  template <int dim>
  bool FEModel<dim>::is_distributed() const
  {
    return Utilities::MPI::n_mpi_processes(discretization_.communicator()) > 1;
  }

  template class FEModel<2>;
  template class FEModel<3>;
} // namespace rivlin
