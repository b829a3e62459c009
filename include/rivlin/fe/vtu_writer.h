// SPDX-License-Identifier: Apache-2.0
// Solution files for ParaView: curved cells of the element's own degree.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/fe/fe_model.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Writes solution_0000.vtu (one rank) or solution_0000.pvtu with one .vtu
  /// per rank, and solution.pvd with all times. Each file appears complete: it
  /// is written under a temporary name and renamed.
  ///
  /// Fields at the nodes, on the undeformed mesh: displacement, pressure (mean
  /// Cauchy stress, positive in tension), Cauchy stress (in 2D its zz component
  /// as a field of its own), von Mises, principal stretch (the largest), J,
  /// material. Stresses are evaluated at the nodes cell by cell, not averaged.
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

  private:
    const FEModel<dim> &model;
    UnitSystem units;
    std::filesystem::path directory;
    std::vector<std::pair<double, std::string>> records;
  };
} // namespace rivlin
