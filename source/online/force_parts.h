// SPDX-License-Identifier: Apache-2.0
// What several force models share: tables of states and checks of matrices.
#pragma once

#include <rivlin/online/reduced_force.h>

namespace rivlin
{
  /// Distances of r to all states (first entries of result.scratch), and the
  /// `n_nearest` nearest ones in front of result.order, nearest first.
  /// The scratch memory gets `extra` more entries.
  void find_nearest(const ForceTable &table,
                    const Vector &r,
                    int n_nearest,
                    std::size_t extra,
                    ForceEvaluation &result);

  void check_table(const ForceTable &table, bool symmetric);

  /// Symmetric tangents are stored by a triangle, others in full.
  void
  write_table(const ForceTable &table, bool must_be_symmetric, RomWriter &file);
  ForceTable read_table(const RomReader &file);

  /// Throws Error if the matrix has another shape or an entry that is not
  /// finite.
  void require_matrix(const Matrix &matrix,
                      Eigen::Index rows,
                      Eigen::Index columns,
                      const std::string &name);
} // namespace rivlin
