// SPDX-License-Identifier: Apache-2.0
// Walks over the cells and hands blocks of points to the products of
// volume_block.h, compiled for the instruction set of the processor.
#include <rivlin/offline/volume_training.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/solid/aligned_vector.h>

#include "volume_block.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace rivlin
{
  namespace
  {
    void add_block_baseline(int dim, const VolumeBlock &block)
    {
      dim == 2 ? add_volume_2d(block) : add_volume_3d(block);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void add_block_avx2(int dim,
                                                    const VolumeBlock &block)
    {
      dim == 2 ? add_volume_2d(block) : add_volume_3d(block);
    }
#endif

    void add_block(int dim, const VolumeBlock &block)
    {
#ifdef __x86_64__
      static const bool has_avx2 = is_supported(InstructionSet::avx2);
      if (has_avx2)
        return add_block_avx2(dim, block);
#endif
      add_block_baseline(dim, block);
    }

    Matrix
    without_padding(const AlignedVector &sums, int n_padded, int n_pressures)
    {
      return Eigen::Map<const Matrix>(sums.data(),
                                      n_padded,
                                      static_cast<Eigen::Index>(sums.size()) /
                                        n_padded)
        .topRows(n_pressures);
    }
  } // namespace

  VolumePolynomial train_volume(const DiscreteBody &body,
                                const Matrix &modes,
                                const Matrix &pressure_modes)
  {
    const ElementBasis &basis = body.basis;
    if (!is_mixed(body))
      throw Error(
        "The change of volume needs a mixed model, this one has no "
        "pressure. Train its force in the displacement form.");
    if (pressure_modes.rows() != body.n_pressures)
      throw Error("Pressure modes have " + number_text(pressure_modes.rows()) +
                  " rows, the body has " + number_text(body.n_pressures) +
                  " pressures. Use modes of the same model.");
    const int dim = body.dim(), block_size = dim * dim;
    const int N     = static_cast<int>(modes.cols());
    const int m     = static_cast<int>(pressure_modes.cols());
    const int n     = (m + volume_lanes - 1) / volume_lanes * volume_lanes;
    constexpr int P = volume_block_points;

    const std::size_t n_pairs   = std::size_t(N) * (N + 1) / 2;
    const std::size_t n_triples = n_pairs * (N + 2) / 3;
    AlignedVector linear(std::size_t(N) * n, 0.), quadratic(n_pairs * n, 0.),
      cubic(dim == 3 ? n_triples * n : 0, 0.);
    AlignedVector G(std::size_t(block_size) * N * P, 0.), wl(P * n, 0.),
      products(std::size_t(N) * P, 0.);
    VolumeBlock block;
    block.N         = N;
    block.n_padded  = n;
    block.G         = G.data();
    block.wl        = wl.data();
    block.products  = products.data();
    block.linear    = linear.data();
    block.quadratic = quadratic.data();
    block.cubic     = cubic.data();

    int filled       = 0;
    const auto flush = [&] {
      // Points of an earlier block must not count again.
      std::fill(wl.begin() + filled * n, wl.end(), 0.);
      add_block(dim, block);
      filled = 0;
    };
    Matrix local(basis.n_pressure_nodes, m);
    Vector l(m);
    for_each_cell(body, modes, [&](int cell, const GradientRows &gradients) {
      const int *pressures =
        body.cell_pressures.data() +
        static_cast<std::size_t>(cell) * basis.n_pressure_nodes;
      if (pressures[0] < 0)
        return;
      for (int a = 0; a < basis.n_pressure_nodes; ++a)
        local.row(a) = pressure_modes.row(pressures[a]);
      for (int q = 0; q < basis.n_points; ++q)
        {
          for (int c = 0; c < block_size; ++c)
            for (int k = 0; k < N; ++k)
              G[(std::size_t(c) * N + k) * P + filled] =
                gradients(q * block_size + c, k);
          l = local.transpose() *
              Eigen::Map<const Vector>(basis.pressure_values.data() +
                                         q * basis.n_pressure_nodes,
                                       basis.n_pressure_nodes);
          const double weight =
            body.weights[static_cast<std::size_t>(cell) * basis.n_points + q];
          for (int i = 0; i < m; ++i)
            wl[filled * n + i] = weight * l[i];
          if (++filled == P)
            flush();
        }
    });
    if (filled > 0)
      flush();

    VolumePolynomial volume;
    volume.linear    = without_padding(linear, n, m);
    volume.quadratic = without_padding(quadratic, n, m);
    if (dim == 3)
      volume.cubic = without_padding(cubic, n, m);
    return volume;
  }
} // namespace rivlin
