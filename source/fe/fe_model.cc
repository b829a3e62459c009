// SPDX-License-Identifier: Apache-2.0
// The finite element model as a mechanical system; theory in
// doc/theory/mixed_form.md.
#include <rivlin/fe/fe_model.h>

#include <rivlin/base/error.h>
#include <rivlin/fe/pressure_level.h>
#include <rivlin/fe/volume_constraint.h>

#include <deal.II/base/mpi.h>
#include <deal.II/grid/grid_tools.h>

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
    , discretization_(*mesh_,
                      definition.element,
                      definition.thickness,
                      definition.shared_sets)
    , material_by_id(materials_by_id(*mesh_, definition))
    , motion_(*mesh_, discretization_, definition)
    , sleeves_(definition, discretization_.communicator())
    , unknowns_(discretization_, find_eliminated())
  {
    for (int c = 0; c < discretization_.n_cells(); ++c)
      cell_material.push_back(
        &material_by_id.at(discretization_.cell(c)->material_id()));
    refuse_unsuitable_materials();
    viscous_cells_ =
      std::make_unique<ViscousCells<dim>>(discretization_,
                                          material_by_id,
                                          cell_material,
                                          definition.inertia
                                            ? ViscousResponse::rate
                                            : definition.viscous_response);
    if (definition.inertia)
      inertia_ = std::make_unique<Inertia<dim>>(discretization_, cell_material);
    space_ = vector_space(unknowns_.n_q()) * sleeves_.space();

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
    build_actions();
    if (n_unknowns() == 0)
      throw Error(
        "All degrees of freedom are prescribed by the supports: there "
        "is nothing to compute. Refine the mesh or free a set.");
    refuse_free_pressure_level(*this);
    choose_solver();
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
    state.points = initial_points();
    return state;
  }

  template <int dim>
  std::vector<PointVariables> FEModel<dim>::initial_points() const
  {
    std::vector<PointVariables> all;
    for (const auto &action : actions_)
      if (auto variables = action->point_variables())
        all.push_back(std::move(*variables));
    if (auto variables = viscous_cells_->point_variables())
      all.push_back(std::move(*variables));
    return all;
  }

  template <int dim>
  void FEModel<dim>::accept(State &state) const
  {
    if (state.points.empty())
      return;
    const BodyState at = body_at(state);
    std::size_t k      = 0;
    for (const auto &action : actions_)
      if (action->point_variables())
        action->accept(at, state.points[k++]);
    if (viscous_cells_->remember())
      viscous_cells_->accept(at, state.points[k]);
  }

  template <int dim>
  void FEModel<dim>::accept_jump(State &state) const
  {
    if (!viscous_cells_->remember())
      return;
    BodyState at = body_at_rest(state, 0);
    at.step      = 0;
    viscous_cells_->accept(at, state.points.back());
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
  BodyState FEModel<dim>::body_at_rest(const State &state,
                                       const int order) const
  {
    const SleevePlacement placement = sleeves_.place(state, order);
    return {state.time,
            placement,
            dofs_at(state, placement, 0),
            {},
            &state.points,
            state.time - state.point_time};
  }

  template <int dim>
  BodyState FEModel<dim>::body_at(const State &state) const
  {
    const SleevePlacement placement = sleeves_.place(state, motion_order());
    return {state.time,
            placement,
            dofs_at(state, placement, 0),
            needs_velocity() ? dofs_at(state, placement, 1) : DofVector(),
            &state.points,
            state.time - state.point_time};
  }

  template <int dim>
  void FEModel<dim>::gather(const DofVector &all,
                            const SleevePlacement &placement,
                            std::vector<SurfaceForce> carried,
                            Blocks &result) const
  {
    unknowns_.gather(all, result);
    if (sleeves_.n_free() == 0)
      return;
    if (has_free_carriers_)
      sum_over_ranks(carried, discretization_.communicator());
    Vector rows(sleeves_.n_velocities());
    for (int k = 0; k < sleeves_.n_free(); ++k)
      {
        const unsigned int s    = sleeves_.support(k);
        const RigidSleeve &body = placement.bodies[k];
        auto own = rows.segment(sleeves_.offset(k), body.n_velocities());
        own      = body.project(motion_.surface_force(s, all));
        if (has_free_carriers_)
          own += body.project(carried[s]);
      }
    const int n = sleeves_.n_owned_velocities();
    result.q.conservativeResize(unknowns_.n_q() + n);
    result.q.tail(n) = rows.head(n);
  }

  template <int dim>
  CarriedNodes FEModel<dim>::carried_nodes(const BodyState &at) const
  {
    CarriedNodes nodes;
    for (const auto &action : actions_)
      if (action->carrier())
        {
          const CarriedNodes more = action->carried_nodes(at);
          nodes.insert(nodes.end(), more.begin(), more.end());
        }
    return nodes;
  }

  template <int dim>
  std::vector<SurfaceForce>
  FEModel<dim>::carried_forces(const BodyState &at) const
  {
    std::vector<SurfaceForce> carried(at.placement.motions.size());
    add_carried_forces(carried_nodes(at), carried);
    sum_over_ranks(carried, discretization_.communicator());
    return carried;
  }

  template <int dim>
  void FEModel<dim>::add_carrier_rates(const BodyState &at,
                                       const std::vector<RigidMotion> &rates,
                                       const DofVector &velocity,
                                       DofVector &rate,
                                       std::vector<SurfaceForce> &carried) const
  {
    const CarriedNodes nodes = carried_nodes(at);
    add_carrier_rate(
      discretization_, nodes, at.placement.motions, rates, false, rate);
    add_carried_force_rates(
      discretization_, nodes, at.placement.motions, rates, &velocity, carried);
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
    const BodyState at = body_at(state);
    DofVector all      = discretization_.make_vector();
    if (Evaluation failure = assemble(state, at, all, nullptr); !failure.valid)
      return failure;
    std::vector<SurfaceForce> carried(at.placement.motions.size());
    if (has_free_carriers_)
      add_carried_forces(carried_nodes(at), carried);
    gather(all, at.placement, std::move(carried), result);
    for (int k = 0; k < sleeves_.n_free(); ++k)
      if (sleeves_.n_owned_velocities() > 0)
        result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                         sleeves_.body(k).n_velocities()) +=
          at.placement.bodies[k].residual(sleeves_.load(k, state.time, 0),
                                          definition.inertia);
    if (level != ConstraintLevel::position)
      set_constraint_rate(state, at.placement, level, at.displacement, result);
    // A NaN that no J shows (an expression, a table) must not pass either.
    if (!std::isfinite(residual_norm(result)))
      return not_finite(at);
    return {};
  }

  template <int dim>
  Evaluation FEModel<dim>::residual_change(const State &state,
                                           const double h,
                                           Blocks &result) const
  {
    // Prescribed motion acts through the columns of the tangent that belong to
    // it; only cells at moving supports count.
    const BodyState at        = body_at_rest(state, 0);
    SleevePlacement placement = at.placement;
    sleeves_.shift_time(state.time + h, 0, placement);
    DofVector change = discretization_.make_vector();
    motion_.set_values(state.time + h, placement.motions, 0, change);
    for (unsigned int dof = 0; dof < discretization_.n_owned_dofs(); ++dof)
      if (motion_.is_prescribed()[dof])
        change.local_element(dof) -= at.displacement.local_element(dof);
    change.update_ghost_values();

    DofVector rate = discretization_.make_vector();
    if (Evaluation failure = add_tangent_product(at, change, nullptr, rate);
        !failure.valid)
      return failure;
    std::vector<RigidMotion> step(placement.motions.size());
    for (std::size_t s = 0; s < step.size(); ++s)
      {
        const RigidMotion &old = at.placement.motions[s];
        step[s].translation[0] =
          placement.motions[s].translation[0] - old.translation[0];
        step[s].rotation[0] =
          placement.motions[s].rotation[0] - old.rotation[0];
      }
    std::vector<SurfaceForce> carried(step.size());
    add_carrier_rates(at, step, change, rate, carried);
    if (Evaluation failure = add_relaxation(state, h, at, rate); !failure.valid)
      return failure;
    rate.compress(VectorOperation::add);
    if (Evaluation failure = add_load_change(state, h, at, rate);
        !failure.valid)
      return failure;
    gather(rate, at.placement, std::move(carried), result);
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        {
          const RigidSleeve &body = at.placement.bodies[k];
          result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                           body.n_velocities()) +=
            body.load_change(sleeves_.load(k, state.time + h, 0)) -
            body.load_change(sleeves_.load(k, state.time, 0));
        }
    return {};
  }

  template <int dim>
  TimeDependence FEModel<dim>::time_dependence() const
  {
    for (const auto &action : actions_)
      if (action->time_dependence() == TimeDependence::differences)
        return TimeDependence::differences;
    if (viscous_cells_->remember())
      return TimeDependence::differences;
    return TimeDependence::given;
  }

  template <int dim>
  Evaluation FEModel<dim>::time_derivative(const State &state,
                                           const ConstraintLevel level,
                                           Blocks &result) const
  {
    Assert(level == ConstraintLevel::position, ExcNotImplemented());
    (void)level;
    const auto section                   = timer_->section("residual");
    const BodyState at                   = body_at(state);
    const std::vector<RigidMotion> rates = sleeves_.explicit_rates(state.time);
    const auto rate_of                   = [&](const int order) {
      DofVector rate = discretization_.make_vector();
      motion_.set_explicit_rates(state.time, rates, order, rate);
      rate.update_ghost_values();
      return rate;
    };
    DofVector all                 = discretization_.make_vector();
    const DofVector position_rate = rate_of(0);
    const DofVector velocity_rate = needs_velocity() ? rate_of(1) : DofVector();
    if (Evaluation failure = add_tangent_product(
          at, position_rate, needs_velocity() ? &velocity_rate : nullptr, all);
        !failure.valid)
      return failure;
    for (const auto &action : actions_)
      if (action->time_dependence() == TimeDependence::given)
        action->add_time_rate(at, all);
    std::vector<SurfaceForce> carried(rates.size());
    add_carrier_rates(at, rates, position_rate, all, carried);
    if (definition.inertia)
      {
        inertia_->add_mass_product(1, rate_of(2), all);
        if (inertia_->has_damping())
          inertia_->add_damping_product(1, velocity_rate, all);
      }
    all.compress(VectorOperation::add);
    gather(all, at.placement, std::move(carried), result);
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        result.q.segment(unknowns_.n_q() + sleeves_.offset(k),
                         sleeves_.body(k).n_velocities()) +=
          at.placement.bodies[k].load_change(sleeves_.load(k, state.time, 1));
    return {};
  }

  template <int dim>
  bool FEModel<dim>::is_distributed() const
  {
    return Utilities::MPI::n_mpi_processes(discretization_.communicator()) > 1;
  }

  template <int dim>
  bool FEModel<dim>::acts_suddenly() const
  {
    for (const auto &action : actions_)
      if (action->acts_suddenly())
        return true;
    return false;
  }

  template class FEModel<2>;
  template class FEModel<3>;
} // namespace rivlin
