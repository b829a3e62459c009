// SPDX-License-Identifier: Apache-2.0
// Solution files for ParaView: curved cells of the element's own degree.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/base/vtu_file.h>
#include <rivlin/fe/fe_model.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Writes solution_0000.vtu (one rank) or solution_0000.pvtu with one .vtu
  /// per rank, and solution.pvd with all times. Each file appears complete: it
  /// is written under a temporary name and renamed.
  ///
  /// Fields on the undeformed mesh: displacement, pressure (mean Cauchy stress,
  /// positive in tension), Cauchy stress (in 2D its zz component as a field of
  /// its own), von Mises, principal stretch (the largest), J, material, and
  /// what actions add. All but the displacement and what actions add are known
  /// at the Gauss points; each cell shows its linear least-squares fit of them,
  /// not averaged with its neighbours: values at nodes, where stresses are
  /// least accurate and singular at bonded edges, are never computed.
  template <int dim>
  class VtuWriter
  {
  public:
    VtuWriter(const FEModel<dim> &model,
              const UnitSystem &units,
              const std::filesystem::path &directory);

    void write(const State &state);

    int n_written() const
    {
      return static_cast<int>(records.size());
    }

    /// Times and names of the files so far.
    const std::vector<std::pair<double, std::string>> &written() const
    {
      return records;
    }

    /// Go on behind these files of an interrupted run; later ones are removed.
    void resume(const std::vector<std::pair<double, std::string>> &files);

  private:
    void add_nodal_fields(const State &state,
                          const DofVector &dofs,
                          VtuGrid &grid) const;
    void add_fitted_fields(const BodyState &at, VtuGrid &grid) const;
    void write_records() const;
    /// By name with unit (BodyAction::picture_field); with ghosts.
    std::map<std::string, DofVector>
    fields_of_actions(const State &state) const;

    const FEModel<dim> &model;
    UnitSystem units;
    std::filesystem::path directory;
    std::vector<std::pair<double, std::string>> records;
    VtuGrid geometry; ///< each cell has points of its own
    /// Shape functions (columns) at the points of a cell (rows).
    Matrix displacement_shapes, pressure_shapes, linear_shapes;
  };
} // namespace rivlin
