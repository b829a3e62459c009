// SPDX-License-Identifier: Apache-2.0
// A random matrix with a few entries of equal size and random sign per column:
// products with it keep lengths on average and cost little.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace rivlin
{
  class SparseSketch
  {
  public:
    /// n_out x n_in with `per_column` entries +-1/sqrt(per_column) a column.
    SparseSketch(int n_out, int n_in, int per_column, unsigned seed)
      : n_entries(std::min(per_column, n_out))
      , scale(1 / std::sqrt(double(n_entries)))
      , entries(static_cast<std::size_t>(n_in) * n_entries)
    {
      // Own reduction of the generator's bits: the distributions of the
      // standard library differ between implementations.
      std::mt19937 random(seed);
      for (int j = 0; j < n_in; ++j)
        for (int t = 0; t < n_entries; ++t)
          while (true)
            {
              const std::uint32_t bits = random();
              const int row =
                static_cast<int>((std::uint64_t(bits >> 1) * n_out) >> 31);
              const int entry = (bits & 1) != 0 ? row : -1 - row;
              bool twice      = false;
              for (int s = 0; s < t; ++s)
                {
                  const int other = entries[std::size_t(j) * n_entries + s];
                  twice           = twice || other == row || other == -1 - row;
                }
              if (!twice)
                {
                  entries[std::size_t(j) * n_entries + t] = entry;
                  break;
                }
            }
    }

    /// Vectors that are multiplied at once, so that an entry is read once for
    /// all of them.
    static constexpr int n_together = 8;

    /// out += sketch * in for vectors side by side: in and out are
    /// [entry][vector].
    void add_product(const double *in, double *out) const
    {
      const std::size_t n_in = entries.size() / n_entries;
      const int *entry       = entries.data();
      for (std::size_t j = 0; j < n_in; ++j, in += n_together)
        for (int t = 0; t < n_entries; ++t, ++entry)
          {
            const double factor = *entry >= 0 ? scale : -scale;
            const int row       = *entry >= 0 ? *entry : -1 - *entry;
            double *sum = out + static_cast<std::size_t>(row) * n_together;
            for (int v = 0; v < n_together; ++v)
              sum[v] += factor * in[v];
          }
    }

  private:
    int n_entries;
    double scale;
    std::vector<int> entries; ///< row, or -1 - row for a negative sign
  };
} // namespace rivlin
