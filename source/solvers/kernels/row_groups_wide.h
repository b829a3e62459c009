// SPDX-License-Identifier: Apache-2.0
// Products with groups of rows compiled for different vector instructions.
#pragma once

#include <rivlin/solvers/kernels/row_groups.h>

// Both compilers know the intrinsics, but only GCC lets a file choose its
// instructions after its includes, so that no inline function of a header is
// compiled for a processor that may not be there.
#if defined(__x86_64__) && !defined(__clang__)
#  define RIVLIN_WIDE_ROW_GROUPS
#endif

namespace rivlin
{
  /// The packed products of row_groups.h; null where there are no instructions.
  struct RowGroupProducts
  {
    template <typename Stored, typename Number>
    using Product = void (*)(const RowGroups &rows,
                             const Stored *values,
                             const Number *in,
                             Number *out);

    Product<float, float> packed;
    Product<std::uint16_t, float> packed_half;
    void (*round_to_half)(const float *from, std::size_t n, std::uint16_t *to);
  };

#ifdef RIVLIN_WIDE_ROW_GROUPS
  extern const RowGroupProducts avx2_products, avx512_products;
#endif
} // namespace rivlin
