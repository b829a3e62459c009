// SPDX-License-Identifier: Apache-2.0
// The internal force of a reduced model in its different approximations.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/aligned_vector.h>
#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

#include <string>
#include <variant>
#include <vector>

namespace rivlin
{
  /// The generalized coordinates of all force models are r = (rho, q): first
  /// for each moving sleeve its translation (dim) and R - I row by row
  /// (dim^2), then the modal coordinates. N = r.size(). A force f(r) has N
  /// entries; those of rho are the reaction.
  ///
  /// "Isochoric" forces leave the change of volume to VolumePolynomial and the
  /// pressure modes; otherwise (displacement form) the full energy counts.

  /// Material points: F = I + G r at each. With `weights` (Galerkin: all points
  /// and their quadrature weights; cubature: few points, trained positive
  /// weights) f = sum_k w_k G_k^T P_k is an exact gradient. With `test` (DEIM)
  /// f = test * (P of all points) + linear r, which is not.
  struct PointForce
  {
    int dim = 3;
    /// Isochoric part only, of materials that have a pressure.
    bool isochoric = false;
    std::vector<Material> materials;
    std::vector<int> material_of_point;
    /// Rows (point, i, J) as (point * dim + i) * dim + J; N columns.
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      gradients;
    Vector weights; ///< empty if `test` is used
    Matrix test;    ///< N x (n_points dim^2); empty if `weights` are used
    Matrix linear;  ///< N x N, beside `test`; empty: none

    int n_points() const
    {
      return static_cast<int>(material_of_point.size());
    }
  };

  /// Stored states with force and tangent, common to lookup and TPWL. Columns
  /// are states.
  struct ForceTable
  {
    Matrix states; ///< r_i
    Matrix forces; ///< f(r_i)
    /// K(r_i), column by column of K: N^2 rows.
    Matrix tangents;
    Vector energies; ///< W(r_i)
    /// Distances between states are those of metric * (r_a - r_b).
    Matrix metric;
    /// metric * states, which prepare() fills in: it makes evaluations quicker.
    /// Empty: computed in each evaluation.
    Matrix images;
  };

  /// Definitions 6.5.1 and 6.5.2 of the thesis: Taylor series of order 1 or 2
  /// about the nearest state. `second` holds d2f/dr2 of each state, N^3 rows
  /// (index i + N (j + N k) for d2f_i/dr_j dr_k) for order 2.
  struct LookupForce
  {
    ForceTable table;
    Matrix second; ///< empty for order 1
  };

  /// Definition 6.5.4 with the weights of Remark 6.5.6 (and errata): the
  /// `n_nearest` nearest states, weights exp(-beta d_i / d_1), normalized.
  struct TpwlForce
  {
    enum class Blend
    {
      forces,  ///< (6.28)
      energies ///< f = grad of sum w_i (W_i + f_i.d + d.K_i.d/2): conservative
    };
    ForceTable table;
    Blend blend   = Blend::forces;
    int n_nearest = 4;
    double beta   = 25;
    /// Tangent with the derivative of the weights (always so for energies).
    bool exact_tangent = true;
  };

  using ReducedForce = std::variant<PointForce, LookupForce, TpwlForce>;

  /// Scratch memory and result; sized at first use, one per thread.
  struct ForceEvaluation
  {
    double energy = 0; ///< not of DEIM and of Blend::forces: 0
    Vector force;
    Matrix tangent;
    double min_J = 1; ///< over the points; 1 if there are none
    /// Distance to the nearest stored state; 0 if there are none.
    double distance = 0;
    bool valid      = true;
    AlignedVector scratch;
    std::vector<int> order;
  };

  /// Number of coordinates N.
  int n_coordinates(const ReducedForce &force);

  /// No allocation after the first call with the same force.
  void evaluate(const ReducedForce &force,
                const Vector &r,
                Need need,
                ForceEvaluation &result);

  /// Compute what evaluations of tables would compute again and again.
  void prepare(ReducedForce &force);

  /// Throws Error naming what is wrong if sizes do not fit or a number is not
  /// finite.
  void check(const ReducedForce &force);

  /// "Galerkin or cubature, 123 points", "TPWL, 241 states", for info and
  /// tables.
  std::string describe(const ReducedForce &force);
} // namespace rivlin
