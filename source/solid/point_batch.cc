// SPDX-License-Identifier: Apache-2.0
// The choice of the instruction set at run time, as in the element kernel.
#include <rivlin/solid/point_batch.h>

#include <rivlin/base/error.h>
#include <rivlin/solid/element_kernel.h>

#include "point_batch_body.h"

namespace rivlin
{
  namespace
  {
    struct Congruence
    {
      int n_blocks, block_size, n_columns;
      const double *A, *G;
      double *scratch, *K;
    };

    template <int width>
    [[gnu::always_inline]] inline void add(const Congruence &c)
    {
      add_congruence_body<width>(
        c.n_blocks, c.block_size, c.n_columns, c.A, c.G, c.scratch, c.K);
    }

    template <int width>
    [[gnu::always_inline]] inline void evaluate(const Material &material,
                                                const PointBatch &batch,
                                                const Need need,
                                                PointBatchSum &sum)
    {
      batch.dim == 2
        ? evaluate_batch_body<width, 2>(material, batch, need, sum)
        : evaluate_batch_body<width, 3>(material, batch, need, sum);
    }

    void evaluate_baseline(const Material &material,
                           const PointBatch &batch,
                           Need need,
                           PointBatchSum &sum)
    {
      evaluate<2>(material, batch, need, sum);
    }

    void add_baseline(const Congruence &c)
    {
      add<2>(c);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void evaluate_avx2(const Material &material,
                                                   const PointBatch &batch,
                                                   Need need,
                                                   PointBatchSum &sum)
    {
      evaluate<4>(material, batch, need, sum);
    }

    [[gnu::target("avx2,fma")]] void add_avx2(const Congruence &c)
    {
      add<4>(c);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    evaluate_avx512(const Material &material,
                    const PointBatch &batch,
                    Need need,
                    PointBatchSum &sum)
    {
      evaluate<8>(material, batch, need, sum);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    add_avx512(const Congruence &c)
    {
      add<8>(c);
    }
#endif
  } // namespace

  PointBatchSum evaluate_batch(const Material &material,
                               const PointBatch &batch,
                               const Need need)
  {
    if (!batch.isochoric && is_incompressible(material))
      throw Error(
        "Incompressible rubber (1 / bulk modulus = 0) has no displacement "
        "form. Use pressure modes or a finite bulk modulus.");
    PointBatchSum sum;
#ifdef __x86_64__
    const InstructionSet instructions = best_instruction_set();
    if (instructions == InstructionSet::avx512)
      evaluate_avx512(material, batch, need, sum);
    else if (instructions == InstructionSet::avx2)
      evaluate_avx2(material, batch, need, sum);
    else
#endif
      evaluate_baseline(material, batch, need, sum);
    if (!sum.valid)
      sum.energy = std::numeric_limits<double>::infinity();
    return sum;
  }

  int congruence_scratch_size(const int block_size, const int n_columns)
  {
    const int rows =
      congruence_rows > block_size ? congruence_rows : block_size;
    return (2 * rows + padded(n_columns)) * padded(n_columns);
  }

  void add_congruence(const int n_blocks,
                      const int block_size,
                      const int n_columns,
                      const double *A,
                      const double *G,
                      double *scratch,
                      double *K)
  {
    const Congruence c{n_blocks, block_size, n_columns, A, G, scratch, K};
#ifdef __x86_64__
    const InstructionSet instructions = best_instruction_set();
    if (instructions == InstructionSet::avx512)
      add_avx512(c);
    else if (instructions == InstructionSet::avx2)
      add_avx2(c);
    else
#endif
      add_baseline(c);
  }
} // namespace rivlin
