// SPDX-License-Identifier: Apache-2.0
// Products with groups of rows: a run is one masked register.
#include "row_groups_wide.h"

#ifdef RIVLIN_WIDE_ROW_GROUPS
#  include <immintrin.h>
#  pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma,f16c")
// GCC 12 finds variables in its own intrinsics that are not initialized (its
// bug 105593).
#  pragma GCC diagnostic ignored "-Wuninitialized"
#  pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#  include "row_groups_body.h"

namespace rivlin
{
  namespace
  {
    struct Floats
    {
      using Number                        = float;
      using Mask                          = __mmask16;
      using Pack                          = __m512;
      static constexpr unsigned int width = 16;
      static __mmask16 mask(unsigned int n, unsigned int)
      {
        return static_cast<__mmask16>((1u << n) - 1);
      }
      static Pack load(__mmask16 mask, const float *p)
      {
        return _mm512_maskz_loadu_ps(mask, p);
      }
      static float from_half(const std::uint16_t *p)
      {
        return _cvtsh_ss(*p);
      }
      static Pack load_halves(const std::uint16_t *p)
      {
        return _mm512_cvtph_ps(
          _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
      }
      static void store(__mmask16 mask, float *p, Pack a)
      {
        _mm512_mask_storeu_ps(p, mask, a);
      }
      static Pack broadcast(float a)
      {
        return _mm512_set1_ps(a);
      }
      static Pack add_product(Pack a, Pack b, Pack c)
      {
        return _mm512_fmadd_ps(a, b, c);
      }
      static float sum(Pack a)
      {
        return _mm512_reduce_add_ps(a);
      }
    };
  } // namespace

  const RowGroupProducts avx512_products = {
    &multiply_groups<Floats, float, true>,
    &multiply_groups<Floats, std::uint16_t, true>,
    nullptr};
} // namespace rivlin
#endif
