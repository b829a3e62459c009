// SPDX-License-Identifier: Apache-2.0
// Variables of viscous rubber at Gauss points, cell by cell.
#include <rivlin/fe/viscous_cells.h>

#include <rivlin/fe/gauss_point_fields.h>

#include <algorithm>
#include <limits>

namespace rivlin
{
  namespace
  {
    constexpr const char *viscous_variables_name = "viscosity of the rubber";

    int n_terms_of(const Material &material)
    {
      return static_cast<int>(material.viscosity.terms.size());
    }
  } // namespace

  template <int dim>
  ViscousCells<dim>::ViscousCells(
    const Discretization<dim> &discretization,
    const std::map<dealii::types::material_id, Material> &materials,
    const std::vector<const Material *> &materials_of_cells,
    const ViscousResponse viscous_response)
    : space(discretization)
    , cell_materials(materials_of_cells)
    , response(viscous_response)
  {
    if (response == ViscousResponse::rate)
      for (const auto &[id, material] : materials)
        n_terms = std::max(n_terms, n_terms_of(material));
  }

  template <int dim>
  int ViscousCells<dim>::n_points() const
  {
    return space.kernel().basis().n_points;
  }

  template <int dim>
  std::optional<PointVariables> ViscousCells<dim>::point_variables() const
  {
    if (!remember())
      return {};
    PointVariables variables;
    variables.name         = viscous_variables_name;
    variables.kind         = PointKind::cell;
    variables.n_points     = n_points();
    variables.n_components = n_viscous_variables(dim, n_terms);
    variables.values =
      Vector::Zero(static_cast<Eigen::Index>(space.n_cells()) *
                   variables.n_points * variables.n_components);
    return variables;
  }

  template <int dim>
  const PointVariables *ViscousCells<dim>::find(const BodyState &at) const
  {
    if (remember() && at.points)
      for (const PointVariables &variables : *at.points)
        if (variables.name == viscous_variables_name)
          return &variables;
    return nullptr;
  }

  template <int dim>
  void ViscousCells<dim>::accept(const BodyState &at,
                                 PointVariables &variables) const
  {
    std::map<const Material *, ViscousStep> steps;
    double *values = variables.values.data();
    for (int c = 0; c < space.n_cells(); ++c)
      {
        const Material &material = *cell_materials[c];
        if (material.viscosity.is_elastic())
          {
            values += n_points() * variables.n_components;
            continue;
          }
        const ViscousStep &step =
          steps.try_emplace(&material, material.viscosity, at.step)
            .first->second;
        for (int q = 0; q < n_points(); ++q, values += variables.n_components)
          step.update(material,
                      gauss_point_state(space, c, q, at.displacement).first,
                      dim,
                      values);
      }
  }

  template <int dim>
  typename ViscousCells<dim>::Energies
  ViscousCells<dim>::energies(const BodyState &at) const
  {
    Energies sum;
    const PointVariables *variables = find(at);
    if (variables == nullptr)
      return sum;
    const double *values = variables->values.data();
    for (int c = 0; c < space.n_cells(); ++c)
      {
        const int n = n_terms_of(*cell_materials[c]);
        for (int q = 0; q < n_points(); ++q, values += variables->n_components)
          if (n > 0)
            {
              const double weight = space.weights(c)[q];
              sum.stored += weight * branch_energy(values, dim, n);
              sum.dissipated += weight * viscous_loss(values, dim, n);
            }
      }
    return sum;
  }

  template <int dim>
  CellHistory<dim>::CellHistory(const ViscousCells<dim> &viscous_cells,
                                const BodyState &at)
    : cells(viscous_cells)
    , variables(cells.find(at))
    , step(cells.response == ViscousResponse::instantaneous ? 0
           : cells.response == ViscousResponse::relaxed
             ? std::numeric_limits<double>::infinity()
             : at.step)
    , stress(variables ? cells.n_points() * n_symmetric(dim) : 0)
  {}

  template <int dim>
  const ViscousStep &CellHistory<dim>::step_of(const Material &material)
  {
    return steps.try_emplace(&material, material.viscosity, step).first->second;
  }

  template <int dim>
  const StressHistory *CellHistory<dim>::operator()(const int c)
  {
    const Material &material = *cells.cell_materials[c];
    if (material.viscosity.is_elastic())
      return nullptr;
    const ViscousStep &over = step_of(material);
    history.stress_factor   = over.stress_factor();
    // What fast changes store they could give back.
    history.energy_factor = cells.response == ViscousResponse::instantaneous
                              ? over.stress_factor()
                              : material.viscosity.long_term;
    history.stress        = nullptr;
    if (variables != nullptr)
      {
        const int n = cells.n_points(), m = variables->n_components;
        over.history_stress(dim,
                            n,
                            variables->values.data() +
                              static_cast<Eigen::Index>(c) * n * m,
                            m,
                            stress.data());
        history.stress = stress.data();
      }
    return &history;
  }

  template class ViscousCells<2>;
  template class ViscousCells<3>;
  template class CellHistory<2>;
  template class CellHistory<3>;
} // namespace rivlin
