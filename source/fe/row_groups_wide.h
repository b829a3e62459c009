// SPDX-License-Identifier: Apache-2.0
// Products with groups of rows compiled for wider vector instructions.
#pragma once

#include <rivlin/fe/row_groups.h>

// Both compilers know the intrinsics, but only GCC lets a file choose its
// instructions after its includes, so that no inline function of a header is
// compiled for a processor that may not be there.
#if defined(__x86_64__) && !defined(__clang__)
#  define RIVLIN_WIDE_ROW_GROUPS

namespace rivlin
{
  void multiply_row_by_row_avx2(const RowGroups &rows,
                                const double *values,
                                const double *in,
                                double *out);
  void multiply_packed_avx2(const RowGroups &rows,
                            const float *values,
                            const float *in,
                            float *out);
  void multiply_packed_avx2(const RowGroups &rows,
                            const std::uint16_t *values,
                            const float *in,
                            float *out);
  void multiply_row_by_row_avx512(const RowGroups &rows,
                                  const double *values,
                                  const double *in,
                                  double *out);
  void multiply_packed_avx512(const RowGroups &rows,
                              const float *values,
                              const float *in,
                              float *out);
  void multiply_packed_avx512(const RowGroups &rows,
                              const std::uint16_t *values,
                              const float *in,
                              float *out);
  void round_to_half_avx2(const float *from, std::size_t n, std::uint16_t *to);
} // namespace rivlin
#endif
