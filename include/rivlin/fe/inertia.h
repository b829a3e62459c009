// SPDX-License-Identifier: Apache-2.0
// Mass and Rayleigh damping matrices of the finite element model, assembled
// once.
#pragma once

#include <rivlin/solid/material.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <Eigen/SparseCore>

#include <vector>

namespace rivlin
{
  /// Parts of this rank's cells between all displacements, prescribed ones
  /// included; products are to be summed over the ranks by the caller.
  template <int dim>
  class Inertia
  {
  public:
    /// One material per cell.
    Inertia(const Discretization<dim> &discretization,
            const std::vector<const Material *> &materials);

    /// y += factor M x and y += factor D x; x with ghosts.
    void
    add_mass_product(double factor, const DofVector &x, DofVector &y) const;
    void
    add_damping_product(double factor, const DofVector &x, DofVector &y) const;

    /// The same on all ranks.
    bool has_damping() const
    {
      return damped;
    }

    /// M or D between the unknowns, in the pattern of the tangent.
    SubassembledMatrix mass_matrix(const AssemblyMap &map) const;
    SubassembledMatrix damping_matrix(const AssemblyMap &map) const;

  private:
    using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /// Call action(cell, block) with blocks between displacements, by rows.
    template <typename Action>
    void for_mass_blocks(const Action &action) const;
    template <typename Action>
    void for_damping_blocks(const Action &action) const;
    template <typename Loop>
    SparseMatrix assemble(const Loop &loop) const;

    const Discretization<dim> *discretization;
    std::vector<const Material *> cell_material;
    bool damped = false;
    SparseMatrix mass;
    SparseMatrix damping;
  };
} // namespace rivlin
