// SPDX-License-Identifier: Apache-2.0
// A load on the surface of the rubber in a reduced model.
#pragma once

#include <rivlin/base/types.h>

#include <string>

namespace rivlin
{
  /// The force on the coordinates r by one channel: its value times
  ///   F_i(r) = a_i + A_ik r_k + Q_ikl r_k r_l,  k >= l,
  /// exact, without sampling. A pressure p follows the surface: -p cof(F) N is
  /// linear in the displacement in 2D and quadratic in 3D. A component of a
  /// traction has a alone. Columns of `quadratic` run over (k, l) as
  /// k (k+1)/2 + l, off-diagonal ones with both permutations added up.
  struct ReducedLoad
  {
    std::string name; ///< of the channel, "inside pressure"
    Vector constant;  ///< N
    Matrix linear;    ///< N x N; empty: zero
    Matrix quadratic; ///< N x N (N+1)/2; empty: zero

    int n_coordinates() const
    {
      return static_cast<int>(constant.size());
    }
  };

  /// Scratch memory; sized at first use.
  struct LoadScratch
  {
    Vector force;
    Vector pairs;
  };

  /// force += value F(r).
  void add_force(const ReducedLoad &load,
                 double value,
                 const Vector &r,
                 LoadScratch &scratch,
                 Vector &force);
  /// tangent += value dF/dr, which need not be symmetric.
  void add_tangent(const ReducedLoad &load,
                   double value,
                   const Vector &r,
                   Matrix &tangent);

  /// The load seen with its first n coordinates alone.
  ReducedLoad leading(const ReducedLoad &load, int n_coordinates);

  /// Throws Error naming what is wrong: shapes, numbers that are not finite.
  void check(const ReducedLoad &load, int n_coordinates);
} // namespace rivlin
