// SPDX-License-Identifier: Apache-2.0
// What the finite element model decides once, at its construction.
#include <rivlin/fe/fe_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/fe/gravity.h>
#include <rivlin/fe/rigid_body_modes.h>

namespace rivlin
{
  using namespace dealii;

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
  void FEModel<dim>::build_actions()
  {
    const BodyView<dim> body{*mesh_,
                             discretization_,
                             motion_,
                             cell_material,
                             length_scale,
                             stress_scale};
    for (const ActionDefinition<dim> &build : definition.actions)
      actions_.push_back(build(body));
    if (definition.gravity)
      actions_.push_back(Gravity<dim>{definition.gravity}(body));
    for (const auto &action : actions_)
      has_free_carriers_ =
        has_free_carriers_ ||
        (action->carrier() &&
         is_free_sleeve(motion_.supports()[*action->carrier()]));
    if (definition.inertia)
      {
        for (const auto &action : actions_)
          has_viscous_actions_ = has_viscous_actions_ || action->is_viscous();
        return; // a body may fly
      }
    std::vector<HeldPoint<dim>> held;
    for (const auto &action : actions_)
      for (const HeldPoint<dim> &point : action->held_points())
        held.push_back(point);
    refuse_free_rigid_body_modes(motion_,
                                 held,
                                 length_scale,
                                 discretization_.communicator());
  }

  template <int dim>
  void FEModel<dim>::choose_solver()
  {
    if (definition.solver.kind != LinearSolverKind::automatic)
      return;
    // Three stages of a Rosenbrock method, which ask for accurate solutions, or
    // the corrections of Newton's method; one column per free direction.
    Workload workload;
    if (definition.solver.tolerance < 1e-8)
      workload = {0, 3};
    workload.results += sleeves_.n_velocities();
    definition.solver.kind = choose_linear_solver(
      dim, n_unknowns(), workload, discretization_.communicator());
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

  template std::vector<bool> FEModel<2>::find_eliminated() const;
  template std::vector<bool> FEModel<3>::find_eliminated() const;
  template void FEModel<2>::refuse_unsuitable_materials() const;
  template void FEModel<3>::refuse_unsuitable_materials() const;
  template void FEModel<2>::build_actions();
  template void FEModel<3>::build_actions();
  template void FEModel<2>::choose_solver();
  template void FEModel<3>::choose_solver();
  template const std::string &FEModel<2>::region_name(types::material_id) const;
  template const std::string &FEModel<3>::region_name(types::material_id) const;
} // namespace rivlin
