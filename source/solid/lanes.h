// SPDX-License-Identifier: Apache-2.0
// A few numbers that are computed at the same time, one per point: the compiler
// turns them into the registers of the instruction set of the caller.
#pragma once

// Functions that return lanes are always inlined: how the ABI would pass wide
// registers does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace rivlin
{
  template <int width>
  struct LanesOf
  {
    typedef double type __attribute__((vector_size(width * sizeof(double))));
  };

  template <>
  struct LanesOf<1>
  {
    using type = double;
  };

  /// width doubles with the arithmetic of one; a plain double for width 1.
  template <int width>
  using Lanes = typename LanesOf<width>::type;

  template <int width>
  [[gnu::always_inline]] inline double get_lane(const Lanes<width> &x,
                                                [[maybe_unused]] int lane)
  {
    if constexpr (width == 1)
      return x;
    else
      return x[lane];
  }

  template <int width>
  [[gnu::always_inline]] inline void
  set_lane(Lanes<width> &x, [[maybe_unused]] int lane, double value)
  {
    if constexpr (width == 1)
      x = value;
    else
      x[lane] = value;
  }
} // namespace rivlin
