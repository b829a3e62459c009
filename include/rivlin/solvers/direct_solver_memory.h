// SPDX-License-Identifier: Apache-2.0
// What factors of a matrix occupy, by experience.
#pragma once

namespace rivlin
{
  /// Memory that MUMPS occupies on all ranks together [byte], fitted to
  /// tests/performance/solver_scaling: nested dissection of a body has factors
  /// of the order n^(4/3), of a plane n log n.
  double direct_solver_memory(int dim, double n_unknowns);
} // namespace rivlin
