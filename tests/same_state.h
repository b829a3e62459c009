// SPDX-License-Identifier: Apache-2.0
// Whether states are the same bit for bit, for tests of restarts and refusals.
#pragma once

#include <rivlin/dynamics/state.h>

#include <cstring>

namespace rivlin
{
  inline bool same_bits(const Vector &a, const Vector &b)
  {
    return a.size() == b.size() &&
           (a.size() == 0 ||
            std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0);
  }

  inline bool same_bits(const State &a, const State &b)
  {
    bool same = a.time == b.time && a.point_time == b.point_time &&
                a.next_step == b.next_step && same_bits(a.q, b.q) &&
                same_bits(a.v, b.v) && same_bits(a.a, b.a) &&
                same_bits(a.lambda, b.lambda) &&
                layout_difference(a.memory, b.memory).empty() &&
                layout_difference(a.points, b.points).empty();
    for (std::size_t i = 0; same && i < a.memory.size(); ++i)
      same = same_bits(a.memory[i].values, b.memory[i].values);
    for (std::size_t i = 0; same && i < a.points.size(); ++i)
      same = same_bits(a.points[i].values, b.points[i].values);
    return same;
  }
} // namespace rivlin
