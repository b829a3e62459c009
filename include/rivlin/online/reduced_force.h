// SPDX-License-Identifier: Apache-2.0
// The internal force of a reduced model in its different approximations.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/aligned_vector.h>
#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

#include <array>
#include <concepts>
#include <string>
#include <variant>
#include <vector>

namespace rivlin
{
  class RomReader;
  class RomWriter;

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

  /// What every force of the variant ReducedForce answers: one that lacks a
  /// part does not compile. doc/extend/add_a_force_model.md tells how to add
  /// one.
  template <class Force>
  concept ReducedForcePart = requires(const Force &force,
                                      Force &changing,
                                      const Vector &r,
                                      ForceEvaluation &result,
                                      RomWriter &writer,
                                      const RomReader &reader)
  {
    /// How files call it; several kinds if it has several shapes.
    {
      Force::kinds[0]
      } -> std::convertible_to<const char *>;
    /// Number of coordinates N, of points that an evaluation visits, of stored
    /// states. Without points and states there is no force.
    {
      force.n_coordinates()
      } -> std::same_as<int>;
    {
      force.n_points()
      } -> std::same_as<int>;
    {
      force.n_states()
      } -> std::same_as<int>;
    /// Writes force, energy and, if asked for, the tangent, which have their
    /// sizes; r is finite. No allocation after the first call.
    force.evaluate(r, Need::residual, result);
    /// Computes what evaluations would compute again and again.
    changing.prepare();
    /// Throw Error naming what is wrong: with the force, or with it in a model
    /// of a dimension, with pressures or without.
    force.check();
    force.check_in_model(3, true);
    {
      force.describe()
      } -> std::same_as<std::string>;
    force.write(writer);
    {
      Force::read(reader)
      } -> std::same_as<Force>;
  };

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

    static constexpr std::array<const char *, 2> kinds = {
      "points", "points with test matrix"};

    int n_coordinates() const
    {
      return static_cast<int>(gradients.cols());
    }
    int n_points() const
    {
      return static_cast<int>(material_of_point.size());
    }
    int n_states() const
    {
      return 0;
    }
    void evaluate(const Vector &r, Need need, ForceEvaluation &result) const;
    void prepare()
    {}
    void check() const;
    void check_in_model(int dim_of_model, bool has_pressures) const;
    std::string describe() const;
    void write(RomWriter &file) const;
    static PointForce read(const RomReader &file);
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

    void prepare();
  };

  /// Definitions 6.5.1 and 6.5.2 of the thesis: Taylor series of order 1 or 2
  /// about the nearest state. `second` holds d2f/dr2 of each state, N^3 rows
  /// (index i + N (j + N k) for d2f_i/dr_j dr_k) for order 2.
  struct LookupForce
  {
    ForceTable table;
    Matrix second; ///< empty for order 1

    static constexpr std::array<const char *, 1> kinds = {"lookup"};

    int n_coordinates() const
    {
      return static_cast<int>(table.states.rows());
    }
    int n_points() const
    {
      return 0;
    }
    int n_states() const
    {
      return static_cast<int>(table.states.cols());
    }
    void evaluate(const Vector &r, Need need, ForceEvaluation &result) const;
    void prepare()
    {
      table.prepare();
    }
    void check() const;
    void check_in_model(int, bool) const
    {}
    std::string describe() const;
    void write(RomWriter &file) const;
    static LookupForce read(const RomReader &file);
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

    static constexpr std::array<const char *, 1> kinds = {"TPWL"};

    int n_coordinates() const
    {
      return static_cast<int>(table.states.rows());
    }
    int n_points() const
    {
      return 0;
    }
    int n_states() const
    {
      return static_cast<int>(table.states.cols());
    }
    void evaluate(const Vector &r, Need need, ForceEvaluation &result) const;
    void prepare()
    {
      table.prepare();
    }
    void check() const;
    void check_in_model(int, bool) const
    {}
    std::string describe() const;
    void write(RomWriter &file) const;
    static TpwlForce read(const RomReader &file);
  };

  using ReducedForce = std::variant<PointForce, LookupForce, TpwlForce>;

  template <class Variant>
  constexpr bool is_complete_choice = false;
  template <class... Forces>
  constexpr bool is_complete_choice<std::variant<Forces...>> =
    (ReducedForcePart<Forces> && ...);
  static_assert(is_complete_choice<ReducedForce>,
                "a force lacks a part of ReducedForcePart");

  /// Number of coordinates N.
  int n_coordinates(const ReducedForce &force);
  int n_points(const ReducedForce &force);
  int n_states(const ReducedForce &force);
  /// No points and no states: there is no force.
  bool is_empty(const ReducedForce &force);

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
  /// The same for a force in a model; `name` is for messages.
  void check_in_model(const ReducedForce &force,
                      int n_coordinates,
                      int dim,
                      bool has_pressures,
                      const std::string &name);

  /// "Galerkin or cubature, 123 points", "TPWL, 241 states", for info and
  /// tables.
  std::string describe(const ReducedForce &force);
} // namespace rivlin
