// SPDX-License-Identifier: Apache-2.0
// The iterative solver's products and smoothers, Rivlin's and those of deal.II
// and Trilinos, behind one interface.
#pragma once

#include <rivlin/solvers/displacement_multigrid.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  /// One linear system.
  struct LinearSystem
  {
    const Discretization<3> &discretization;
    const Unknowns &unknowns;
    SubassembledMatrix matrix;
    SubassembledProduct product;
    std::vector<char> is_pressure;
    DofVector diagonal;
  };

  /// What FGMRES needs: a product with the matrix and an approximate solution
  /// with its block between displacements, by the same V-cycle for all.
  class Contender
  {
  public:
    virtual ~Contender() = default;

    /// Copy the matrix into a format of its own; a program that uses this
    /// format would assemble into it.
    virtual void fill()
    {}
    virtual void set_up()                                     = 0;
    virtual void multiply(const DofVector &x, DofVector &y)   = 0;
    virtual void cycle(const DofVector &b, DofVector &result) = 0;
  };

  /// Those that this processor can run; the first is Rivlin's.
  std::vector<std::string> contender_names();
  std::unique_ptr<Contender> make_contender(const std::string &name,
                                            const LinearSystem &system);

  /// The whole matrix, or its block between displacements and a unit diagonal,
  /// with both triangles.
  void make_trilinos_matrix(const LinearSystem &system,
                            bool displacements_only,
                            dealii::TrilinosWrappers::SparseMatrix &matrix);
  void fill_trilinos_matrix(const LinearSystem &system,
                            bool displacements_only,
                            dealii::TrilinosWrappers::SparseMatrix &matrix);
} // namespace rivlin
