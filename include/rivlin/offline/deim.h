// SPDX-License-Identifier: Apache-2.0
// Discrete empirical interpolation of the force (thesis, section 6.5;
// Chaturantabut and Sorensen, SIAM J. Sci. Comput. 32, 2010).
#pragma once

#include <rivlin/online/reduced_force.h>
#include <rivlin/solid/discrete_body.h>

#include <vector>

namespace rivlin
{
  enum class DeimSelection
  {
    greedy,    ///< Algorithm 3 of the thesis
    pivoted_qr ///< QDEIM: Drmac and Gugercin, SIAM J. Sci. Comput. 38, 2016
  };

  /// Interpolation rows, one for each orthonormal column of `basis`. Error if
  /// columns depend on each other.
  std::vector<int> deim_rows(const Matrix &basis, DeimSelection selection);

  /// |(P^T U)^-1|_2 of the error bound of Lemma 6.5.11; with more rows than
  /// columns that of the pseudo-inverse.
  double deim_constant(const Matrix &basis, const std::vector<int> &rows);

  struct DeimOptions
  {
    /// Force vector of the mesh, or all forces of the cells one after the other
    /// (Tiso and Rixen, 2013): a row then needs one cell instead of all cells
    /// around its node.
    bool assembled          = true;
    DeimSelection selection = DeimSelection::greedy;
    int n_modes             = 0; ///< of the force; 0: by the tolerance
    /// Rows per mode: more than 1 are fitted by least squares (gappy POD;
    /// Everson and Sirovich, J. Opt. Soc. Am. A 12, 1995), which tames the
    /// factor of the error bound.
    double rows_per_mode = 1;
    /// Interpolate f - K_0 u only and keep the linear force K_0 u exact.
    bool exact_linear = false;
    /// Part of the force snapshots that may be left out, in the Frobenius norm.
    double tolerance = 1e-4;
  };

  struct Deim
  {
    /// f = modes^T U (P^T U)^-1 P^T f, with the rows P^T f as sums over the
    /// points of the touched cells; pseudo-inverse if there are more rows than
    /// modes. Not a gradient: the tangent is not symmetric.
    PointForce force;
    Matrix basis; ///< U
    /// Of the force vector: node * dim + i, or
    /// (cell * nodes per cell + node) * dim + i.
    std::vector<int> rows;
    std::vector<int> cells; ///< touched, ascending
    double constant = 0;    ///< deim_constant()
    Vector singular_values; ///< of the force snapshots
  };

  /// Full force vectors at u = modes r, assembled or not; isochoric in a mixed
  /// body. Columns are states, none of which may invert a point.
  Matrix force_snapshots(const DiscreteBody &body,
                         const Matrix &modes,
                         const Matrix &states,
                         bool assembled);

  /// Error if there are fewer states than modes asked for, if a state inverts a
  /// point or if none deforms the body.
  Deim train_deim(const DiscreteBody &body,
                  const Matrix &modes,
                  const Matrix &states,
                  const DeimOptions &options = {});
} // namespace rivlin
