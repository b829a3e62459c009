// SPDX-License-Identifier: Apache-2.0
// Quantities at points and over named sets, for history.csv.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/probe_quantity.h>

#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// At a point, or over a set: the name of a region or of a part of the
  /// boundary, which stands for the cells next to it.
  template <int dim>
  struct ProbeDefinition
  {
    std::string name;
    std::optional<dealii::Point<dim>> point;
    std::string set;
    std::vector<ProbeQuantity> quantities;
  };

  /// Stresses, stretches and J come from Gauss points: at a point by the linear
  /// fit of its cell, as in the pictures; over a set as extremes (von Mises,
  /// stretch: largest; pressure, J: smallest and largest) and as the mean of
  /// the stress over the volume of the cells. Displacement and velocity of a
  /// set are means over its volume, or over the area of the boundary.
  template <int dim>
  class Probes
  {
  public:
    /// Collective; throws Error for points outside, unknown sets, and
    /// velocities in statics.
    Probes(const FEModel<dim> &model,
           std::vector<ProbeDefinition<dim>> definitions);

    /// "middle von Mises [MPa]"
    std::vector<std::string> titles(const UnitSystem &units) const;

    /// In the order of the titles, the same on all ranks. Collective.
    std::vector<double> values(const State &state) const;

  private:
    struct Probe
    {
      ProbeDefinition<dim> definition;
      typename Discretization<dim>::Place place; ///< of a point
      Eigen::RowVectorXd fit;                    ///< over Gauss points
      std::vector<int> cells;                    ///< of a set
      double volume = 0; ///< of the cells over all ranks
      /// Weights of the nodes' values in the mean: local dof of component 0
      /// to dim - 1, weight.
      std::vector<std::pair<std::array<unsigned int, dim>, double>> nodes;

      bool needs_gauss_points() const;
    };
    void place_set(Probe &probe) const;
    std::vector<double> mean(const Probe &probe, const DofVector &dofs) const;
    void add_at_point(const Probe &probe,
                      const BodyState &at,
                      const DofVector &rates,
                      std::vector<double> &row) const;
    void add_over_set(const Probe &probe,
                      const BodyState &at,
                      const DofVector &rates,
                      std::vector<double> &row) const;

    const FEModel<dim> &model;
    std::vector<Probe> probes;
    bool has_rates = false;
  };
} // namespace rivlin
