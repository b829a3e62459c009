// SPDX-License-Identifier: Apache-2.0
// The walk over the coefficients, in the registers of the processor at hand.
#include "packed_volume.h"

#include <rivlin/solid/element_kernel.h>

#include <algorithm>

#pragma GCC diagnostic ignored "-Wpsabi"

namespace rivlin
{
  namespace
  {
    constexpr int n_lanes = 8;

    /// Eight numbers; the compiler makes of them what the processor has.
    typedef double Eight __attribute__((vector_size(n_lanes * sizeof(double))));

    struct Terms
    {
      int n, m, n_terms; ///< length of x, pressures, padded terms
      bool is_cubic;
      const double *T, *p, *x;
      double *X, *Tp, *sums, *gradient;
    };

    [[gnu::always_inline]] inline Eight &at(double *aligned)
    {
      return *reinterpret_cast<Eight *>(aligned);
    }
    [[gnu::always_inline]] inline const Eight &at(const double *aligned)
    {
      return *reinterpret_cast<const Eight *>(aligned);
    }

    /// X: all x_k x_l x_m, or x_k x_l.
    [[gnu::always_inline]] inline void set_products(const Terms &t)
    {
      double *X = t.X;
      for (int k = 0; k < t.n; ++k)
        for (int l = t.is_cubic ? 0 : k; l <= k; ++l)
          {
            const double factor = t.is_cubic ? t.x[k] * t.x[l] : t.x[k];
            for (int i = 0; i <= l; ++i)
              X[i] = factor * t.x[i];
            X += l + 1;
          }
    }

    /// sums = T X, lane by lane, and Tp = T^T p.
    [[gnu::always_inline]] inline void set_sums(const Terms &t)
    {
      std::fill(t.sums, t.sums + t.m * n_lanes, 0.);
      for (int j = 0; j < t.n_terms; j += n_lanes)
        {
          const Eight X = at(static_cast<const double *>(t.X + j));
          Eight combined{};
          const double *T = t.T + j;
          for (int i = 0; i < t.m; ++i)
            {
              const Eight own = at(T + std::size_t(i) * t.n_terms);
              combined += t.p[i] * own;
              at(t.sums + i * n_lanes) += X * own;
            }
          at(t.Tp + j) = combined;
        }
    }

    /// Of Tp . X by x.
    [[gnu::always_inline]] inline void set_gradient(const Terms &t)
    {
      std::fill(t.gradient, t.gradient + t.n, 0.);
      const double *c = t.Tp;
      for (int k = 0; k < t.n; ++k)
        for (int l = t.is_cubic ? 0 : k; l <= k; ++l)
          {
            const double factor = t.is_cubic ? t.x[k] * t.x[l] : t.x[k];
            // Eight sums at a time, so that they need no order.
            double parts[n_lanes] = {};
            int i                 = 0;
            for (; i + n_lanes <= l + 1; i += n_lanes)
              for (int a = 0; a < n_lanes; ++a)
                {
                  parts[a] += c[i + a] * t.x[i + a];
                  t.gradient[i + a] += factor * c[i + a];
                }
            double sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) +
                         ((parts[4] + parts[5]) + (parts[6] + parts[7]));
            for (; i <= l; ++i)
              {
                sum += c[i] * t.x[i];
                t.gradient[i] += factor * c[i];
              }
            t.gradient[k] += t.is_cubic ? t.x[l] * sum : sum;
            if (t.is_cubic)
              t.gradient[l] += t.x[k] * sum;
            c += l + 1;
          }
    }

    [[gnu::always_inline]] inline void walk(const Terms &t)
    {
      set_products(t);
      set_sums(t);
      set_gradient(t);
    }

    void walk_baseline(const Terms &t)
    {
      walk(t);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void walk_avx2(const Terms &t)
    {
      walk(t);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    walk_avx512(const Terms &t)
    {
      walk(t);
    }
#endif

    void walk_here(const Terms &t)
    {
#ifdef __x86_64__
      const InstructionSet instructions = best_instruction_set();
      if (instructions == InstructionSet::avx512)
        return walk_avx512(t);
      if (instructions == InstructionSet::avx2)
        return walk_avx2(t);
#endif
      walk_baseline(t);
    }
  } // namespace

  PackedVolume::PackedVolume(const VolumePolynomial &volume)
    : n(volume.n_coordinates())
    , m(volume.n_pressures())
    , is_cubic(volume.cubic.size() > 0)
  {
    const int N     = n + 1;
    const int count = is_cubic ? N * (N + 1) * (N + 2) / 6 : N * (N + 1) / 2;
    n_terms         = (count + n_lanes - 1) / n_lanes * n_lanes;
    T.assign(std::size_t(m) * n_terms, 0.);
    x.assign(N + n_lanes, 0.);
    X.assign(n_terms, 0.);
    Tp.assign(n_terms, 0.);
    sums.assign(std::size_t(m) * n_lanes, 0.);
    gradient.assign(N + n_lanes, 0.);
    if (m == 0)
      return;
    // Index 0 is that of the 1, so that (k, l, 0) is quadratic and so on.
    const auto column = [&](const int k, const int l, const int i) {
      if (k == 0)
        return Vector(Vector::Zero(m));
      if (l == 0)
        return Vector(volume.linear.col(k - 1));
      if (i == 0)
        return Vector(volume.quadratic.col(k * (k - 1) / 2 + l - 1));
      return Vector(
        volume.cubic.col((k - 1) * k * (k + 1) / 6 + (l - 1) * l / 2 + i - 1));
    };
    int term = 0;
    for (int k = 0; k < N; ++k)
      for (int l = 0; l <= k; ++l)
        for (int i = 0; i <= (is_cubic ? l : 0); ++i, ++term)
          {
            const Vector coefficients = column(k, l, i);
            for (int row = 0; row < m; ++row)
              T[std::size_t(row) * n_terms + term] = coefficients[row];
          }
  }

  void
  PackedVolume::evaluate(const Vector &r, const Vector &p, Vector &c, Vector &g)
  {
    x[0] = 1;
    std::copy(r.begin(), r.end(), x.begin() + 1);
    walk_here({n + 1,
               m,
               n_terms,
               is_cubic,
               T.data(),
               p.data(),
               x.data(),
               X.data(),
               Tp.data(),
               sums.data(),
               gradient.data()});
    for (int i = 0; i < m; ++i)
      {
        const double *s = sums.data() + std::size_t(i) * n_lanes;
        c[i] =
          ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
      }
    std::copy_n(gradient.begin() + 1, n, g.begin());
  }
} // namespace rivlin
