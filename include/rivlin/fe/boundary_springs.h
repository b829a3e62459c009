// SPDX-License-Identifier: Apache-2.0
// Springs and dampers between surfaces and the ground, as parts of the cells
// they touch.
#pragma once

#include <rivlin/fe/model_definition.h>
#include <rivlin/solid/element_kernel.h>

#include <span>
#include <vector>

namespace rivlin
{
  /// Energy int k_i u_i^2 / 2 dA over the undeformed surface: force, energy and
  /// constant symmetric tangent join those of the cells, so that everything
  /// that is made of cells knows them.
  template <int dim>
  class BoundarySprings
  {
  public:
    /// Throws Error for an unknown set, a negative constant, and springs
    /// without any constant.
    BoundarySprings(const Mesh<dim> &mesh,
                    const Discretization<dim> &discretization,
                    const ModelDefinition<dim> &definition);

    /// Add the springs of cell c at its displacements `u`.
    void add(int c, const double *u, Need need, ElementResult &result) const;

    /// Whether there are dampers; the same on all ranks.
    bool has_viscosity() const
    {
      return viscous;
    }

    /// Matrix of the dampers of cell c between its displacements, by rows;
    /// empty if it has none.
    std::span<const double> viscosity(int c) const;

  private:
    /// Matrices of a cell between its displacements, by rows.
    struct Block
    {
      std::vector<double> stiffness;
      std::vector<double> viscosity;
    };

    int n;                     ///< displacements of a cell
    std::vector<int> block_of; ///< by cell, -1: none; empty without springs
    std::vector<Block> blocks;
    bool viscous = false;
  };
} // namespace rivlin
