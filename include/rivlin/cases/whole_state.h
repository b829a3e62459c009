// SPDX-License-Identifier: Apache-2.0
// The state of all ranks as one, for files.
#pragma once

#include <rivlin/spaces/canonical_order.h>

namespace rivlin
{
  /// Collective; the result, vectors in canonical order, counts on rank 0. How
  /// a vector is put together is said by its kind. Throws std::logic_error for
  /// vectors that are not of their kind's size.
  State gather_state(const CanonicalOrder &order, const State &own);

  /// The part of this rank. `whole` counts on rank 0; its sizes must be those
  /// of gathered states. Collective.
  State scatter_state(const CanonicalOrder &order, const State &whole);

  /// Numbers of coordinates and velocities that rank 0 has behind the
  /// displacements: those of free sleeves.
  struct MoreUnknowns
  {
    int positions  = 0;
    int velocities = 0;
  };

  /// The first vector of a gathered state that is not of the size that its kind
  /// has in this model, for messages; empty if all are. On rank 0.
  std::string wrong_size(const CanonicalOrder &order,
                         const MoreUnknowns &more,
                         const State &whole);
} // namespace rivlin
