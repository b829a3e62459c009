// SPDX-License-Identifier: Apache-2.0
// The state of all ranks as one, for files.
#pragma once

#include <rivlin/spaces/canonical_order.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// How the ranks share a vector of State::memory. States do not say; the
  /// sizes on all ranks do.
  enum class MemoryKind
  {
    position,   ///< like q
    velocity,   ///< like v
    multiplier, ///< like lambda
    replicated, ///< a few numbers, the same on all ranks
    per_rank    ///< fits several of these: kept as it is, rank by rank
  };

  std::string name_of(MemoryKind kind);
  /// Throws Error for an unknown name.
  MemoryKind memory_kind(const std::string &name);

  /// The state of the whole model, its vectors in canonical order.
  struct WholeState
  {
    State state;
    std::vector<MemoryKind> kinds; ///< of each vector of the memory
    std::vector<std::vector<int>>
      counts; ///< per rank, for MemoryKind::per_rank
    int n_ranks = 1;
  };

  /// Collective; the result counts on rank 0. Throws std::logic_error for a
  /// memory that fits no kind.
  WholeState gather_state(const CanonicalOrder &order, const State &own);

  /// The part of this rank. `whole` counts on rank 0; its sizes must fit the
  /// order. Throws Error if it can only be read with its own number of ranks.
  State scatter_state(const CanonicalOrder &order, const WholeState &whole);
} // namespace rivlin
