// SPDX-License-Identifier: Apache-2.0
// What the viscous rubber of a body remembers at its Gauss points, and the
// stresses that follow from it (doc/theory/viscosity.md).
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/fe/model_definition.h>

#include <map>
#include <optional>
#include <vector>

namespace rivlin
{
  /// The variables at points of all cells of this rank; none if the rubber is
  /// elastic, relaxed or instantaneous.
  template <int dim>
  class ViscousCells
  {
  public:
    /// All arguments outlive it; `materials` are those of all regions.
    ViscousCells(
      const Discretization<dim> &space,
      const std::map<dealii::types::material_id, Material> &materials,
      const std::vector<const Material *> &cell_materials,
      ViscousResponse response);

    /// Whether there are variables; the same on all ranks.
    bool remember() const
    {
      return n_terms > 0;
    }

    std::optional<PointVariables> point_variables() const;

    /// Bring them to a finished state; `at` still has the old ones.
    void accept(const BodyState &at, PointVariables &variables) const;

    /// Energies of this rank's branches.
    struct Energies
    {
      double stored     = 0;
      double dissipated = 0;
    };
    Energies energies(const BodyState &at) const;

  private:
    template <int>
    friend class CellHistory;

    /// Null if the state has none: then the body was never loaded.
    const PointVariables *find(const BodyState &at) const;
    int n_points() const;

    const Discretization<dim> &space;
    const std::vector<const Material *> &cell_materials;
    ViscousResponse response;
    int n_terms = 0; ///< the most of a region, if they remember
  };

  /// The stress histories of cells at one state, which outlives it.
  template <int dim>
  class CellHistory
  {
  public:
    CellHistory(const ViscousCells<dim> &cells, const BodyState &at);

    /// Valid until the next call; null: elastic.
    const StressHistory *operator()(int c);

  private:
    const ViscousStep &step_of(const Material &material);

    const ViscousCells<dim> &cells;
    const PointVariables *variables;
    double step;
    std::map<const Material *, ViscousStep> steps;
    std::vector<double> stress;
    StressHistory history;
  };
} // namespace rivlin
