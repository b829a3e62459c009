// SPDX-License-Identifier: Apache-2.0
// Which degrees of freedom are unknowns, and their numbers in the linear
// system.
#pragma once

#include <rivlin/dynamics/state.h>
#include <rivlin/spaces/discretization.h>

#include <vector>

namespace rivlin
{
  /// Driven and fixed displacements are eliminated, and so are pressures that
  /// no nearly incompressible cell touches (those inside steel). What is left
  /// is numbered contiguously, rank by rank.
  class Unknowns
  {
  public:
    /// `is_eliminated`: per relevant degree of freedom (owned and ghost).
    template <int dim>
    Unknowns(const Discretization<dim> &discretization,
             const std::vector<bool> &is_eliminated);

    /// Number of a relevant degree of freedom in the linear system, or -1.
    int number(const unsigned int local_dof) const
    {
      return numbers[local_dof];
    }
    int n_owned() const
    {
      return static_cast<int>(q_dofs.size() + lambda_dofs.size());
    }
    int n_global() const
    {
      return total;
    }
    int first() const
    {
      return first_owned;
    }
    /// The numbers of this rank.
    dealii::IndexSet owned_numbers() const;
    int n_q() const
    {
      return static_cast<int>(q_dofs.size());
    }
    int n_lambda() const
    {
      return static_cast<int>(lambda_dofs.size());
    }

    /// Whether an owned degree of freedom is a displacement, not a pressure.
    bool is_displacement(const unsigned int local_dof) const
    {
      return !is_pressure[local_dof];
    }

    /// Write q and lambda of a state into a vector over degrees of freedom.
    void scatter(const Vector &q, const Vector &lambda, DofVector &dofs) const;
    /// Read the two blocks out of a vector over degrees of freedom.
    void gather(const DofVector &dofs, Blocks &blocks) const;
    /// The two blocks as one vector in the order of the linear system, and
    /// back.
    void to_rows(const Blocks &blocks, Vector &rows) const;
    void from_rows(const Vector &rows, Blocks &blocks) const;

  private:
    std::vector<unsigned int> q_dofs; ///< local dof of each entry of q
    std::vector<unsigned int> lambda_dofs;
    std::vector<int> q_rows; ///< row - first() of each entry of q
    std::vector<int> lambda_rows;
    std::vector<int> numbers;
    std::vector<bool> is_pressure;
    int first_owned = 0;
    int total       = 0;
  };
} // namespace rivlin
