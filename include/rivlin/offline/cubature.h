// SPDX-License-Identifier: Apache-2.0
// Empirical cubature: few material points with positive weights that integrate
// the projected force of all training states.
#pragma once

#include <rivlin/offline/reduced_response.h>
#include <rivlin/online/reduced_force.h>

#include <vector>

namespace rivlin
{
  struct CompressionOptions
  {
    /// Part of the training matrix that may be left out, in the Frobenius norm.
    /// This is the knob of the cubature: points and accuracy follow from it.
    double tolerance = 1e-3;
    /// Rows of the first random sketch; it grows as the tolerance asks.
    int n_sketch  = 600;
    unsigned seed = 1;
  };

  /// What a cubature has to integrate: rows * x = rows * 1, where x_e is the
  /// factor of the quadrature weight of point e.
  struct CubatureRows
  {
    /// n_rows x n_points: orthonormal rows that span the contributions of the
    /// points to the forces of all states up to the tolerance, and the volumes
    /// of the points.
    Matrix rows;
    Vector target;
    /// Part of the training matrix that is left out, measured by a second,
    /// independent sketch.
    double compression_error = 0;
    /// Frobenius norm of what is left out, divided by the root of the number of
    /// states: times |x - 1| it bounds the root mean square of the relative
    /// force errors over the states.
    double error_per_change = 0;
  };

  /// The training matrix has a row for each state and coordinate (those of the
  /// sleeves included) and a column for each point: its contribution to the
  /// force. Coordinates are those of the energy metric and each state is
  /// divided by the length of its force, so that no unit and no large state
  /// dominates; states without force do not count. The matrix is never stored:
  /// it is streamed by cell through a sparse random sketch (Tropp, Yurtsever,
  /// Udell and Cevher, SIAM J. Sci. Comput. 41, 2019), whose singular vectors
  /// are cut at the tolerance. Error if a state inverts a point or none has a
  /// force.
  CubatureRows compress_contributions(const DiscreteBody &body,
                                      const Matrix &modes,
                                      const Matrix &states,
                                      const CompressionOptions &options = {});

  struct CubatureOptions
  {
    /// Stop at this residual of the rows. The default integrates them exactly.
    double tolerance = 1e-10;
    int max_points   = 0; ///< stop at this number; 0: no limit
    /// Points that are not candidates: those of the first set when a second,
    /// independent one is trained.
    std::vector<int> excluded;
  };

  struct Cubature
  {
    std::vector<int> points; ///< cell * basis.n_points + point of the cell
    PointForce force;        ///< at these points, all weights positive
    double residual = 0;     ///< of the rows, relative
    /// Bound of the root mean square of the relative force errors over the
    /// training states in the energy metric, and what it is on average if the
    /// part that was left out has no preferred direction.
    double error_bound    = 0;
    double expected_error = 0;
    double volume_error   = 0; ///< sum of weights / volume - 1
  };

  /// Error if no positive weights exist (no candidates left).
  Cubature train_cubature(const DiscreteBody &body,
                          const Matrix &modes,
                          const CubatureRows &rows,
                          const CubatureOptions &options = {});

  /// |f~ - f| / |f| of each state in the energy metric, where f~ is a force
  /// model and f the projected force without hyper-reduction. States without
  /// force give 0; states that the model calls invalid give infinity.
  Vector force_errors(const DiscreteBody &body,
                      const Matrix &modes,
                      const Matrix &states,
                      const ReducedForce &model);
} // namespace rivlin
