// SPDX-License-Identifier: Apache-2.0
// The three cases of the variant ReducedForce, one file each.
#pragma once

#include <rivlin/online/reduced_force.h>

namespace rivlin
{
  void evaluate_force(const PointForce &force,
                      const Vector &r,
                      Need need,
                      ForceEvaluation &result);
  void evaluate_force(const LookupForce &force,
                      const Vector &r,
                      Need need,
                      ForceEvaluation &result);
  void evaluate_force(const TpwlForce &force,
                      const Vector &r,
                      Need need,
                      ForceEvaluation &result);

  void check_force(const PointForce &force);
  void check_force(const LookupForce &force);
  void check_force(const TpwlForce &force);

  /// Distances of r to all states (first entries of result.scratch), and the
  /// `n_nearest` nearest ones in front of result.order, nearest first.
  /// The scratch memory gets `extra` more entries.
  void find_nearest(const ForceTable &table,
                    const Vector &r,
                    int n_nearest,
                    std::size_t extra,
                    ForceEvaluation &result);

  void check_table(const ForceTable &table, bool symmetric);

  /// Throws Error if the matrix has another shape or an entry that is not
  /// finite.
  void require_matrix(const Matrix &matrix,
                      Eigen::Index rows,
                      Eigen::Index columns,
                      const std::string &name);
} // namespace rivlin
