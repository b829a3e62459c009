// SPDX-License-Identifier: Apache-2.0
// States of runs that go on with another linear solver.
#pragma once

#include <rivlin/dynamics/state.h>

#include <vector>

namespace rivlin
{
  /// Let `memory` have the place of a factorization (empty_place()) if and only
  /// if `expected` has one: where a tangent was factorized says how a result
  /// was computed, not what it is. A place that is added is none yet.
  void fit_place(const std::vector<MemoryEntry> &expected,
                 std::vector<MemoryEntry> &memory);
} // namespace rivlin
