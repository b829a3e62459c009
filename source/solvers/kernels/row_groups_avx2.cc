// SPDX-License-Identifier: Apache-2.0
// Products with groups of rows: a run is two masked registers.
#include "row_groups_wide.h"

#ifdef RIVLIN_WIDE_ROW_GROUPS
#  include <immintrin.h>
#  pragma GCC target("avx2,fma,f16c")
#  include "row_groups_body.h"

namespace rivlin
{
  namespace
  {
    /// How many numbers of a run of n are in the register that starts with j.
    template <int width>
    constexpr int n_used(const unsigned int n, const unsigned int j)
    {
      const int left = static_cast<int>(n) - static_cast<int>(j);
      return left < 0 ? 0 : (left > width ? width : left);
    }
    constexpr int ones_then_zeros[16] = {
      -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};

    struct Floats
    {
      using Number                        = float;
      using Mask                          = __m256i;
      using Pack                          = __m256;
      static constexpr unsigned int width = 8;
      static __m256i mask(unsigned int n, unsigned int j)
      {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(
          ones_then_zeros + 8 - n_used<8>(n, j)));
      }
      static Pack load(__m256i mask, const float *p)
      {
        return _mm256_maskload_ps(p, mask);
      }
      static float from_half(const std::uint16_t *p)
      {
        return _cvtsh_ss(*p);
      }
      static Pack load_halves(const std::uint16_t *p)
      {
        return _mm256_cvtph_ps(
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
      }
      static void store(__m256i mask, float *p, Pack a)
      {
        _mm256_maskstore_ps(p, mask, a);
      }
      static Pack broadcast(float a)
      {
        return _mm256_set1_ps(a);
      }
      static Pack add_product(Pack a, Pack b, Pack c)
      {
        return _mm256_fmadd_ps(a, b, c);
      }
      static float sum(Pack a)
      {
        return ((a[0] + a[1]) + (a[2] + a[3])) +
               ((a[4] + a[5]) + (a[6] + a[7]));
      }
    };

    void round_halves(const float *from, const std::size_t n, std::uint16_t *to)
    {
      for (std::size_t i = 0; i < n; ++i)
        to[i] = _cvtss_sh(from[i], _MM_FROUND_TO_NEAREST_INT);
    }
  } // namespace

  const RowGroupProducts avx2_products = {
    &multiply_groups<Floats, float, true>,
    &multiply_groups<Floats, std::uint16_t, true>,
    &round_halves};
} // namespace rivlin
#endif
