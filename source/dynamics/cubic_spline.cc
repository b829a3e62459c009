// SPDX-License-Identifier: Apache-2.0
// The spline from its second derivatives m_i at the points:
//   h_{i-1} m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_i m_{i+1} = 6 (s_i - s_{i-1}),
// h_i = x_{i+1} - x_i, s_i = (y_{i+1} - y_i) / h_i, and at the ends
//   (m_1 - m_0) / h_0 = (m_2 - m_1) / h_1   (not a knot).
#include <rivlin/dynamics/cubic_spline.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace rivlin
{
  namespace
  {
    // Second derivatives at the points. The end conditions are eliminated; what
    // is left is tridiagonal and strictly diagonally dominant for any spacing,
    // so that no pivoting is needed.
    std::vector<double> second_derivatives(const std::vector<double> &h,
                                           const std::vector<double> &slope)
    {
      const std::size_t n = h.size() + 1;
      std::vector<double> m(n, 0.);
      if (n == 3)
        m.assign(3, 2 * (slope[1] - slope[0]) / (h[0] + h[1]));
      if (n <= 3)
        return m;

      std::vector<double> diagonal(n), upper(n);
      for (std::size_t i = 1; i + 1 < n; ++i)
        {
          double lower = h[i - 1];
          diagonal[i]  = 2 * (h[i - 1] + h[i]);
          upper[i]     = h[i];
          m[i]         = 6 * (slope[i] - slope[i - 1]);
          if (i == 1)
            {
              diagonal[i] += h[0] * (1 + h[0] / h[1]);
              upper[i] -= h[0] * h[0] / h[1];
            }
          if (i + 2 == n)
            {
              diagonal[i] += h[i] * (1 + h[i] / h[i - 1]);
              lower -= h[i] * h[i] / h[i - 1];
            }
          if (i > 1)
            {
              const double factor = lower / diagonal[i - 1];
              diagonal[i] -= factor * upper[i - 1];
              m[i] -= factor * m[i - 1];
            }
        }
      m[n - 2] /= diagonal[n - 2];
      for (std::size_t i = n - 3; i >= 1; --i)
        m[i] = (m[i] - upper[i] * m[i + 1]) / diagonal[i];
      m[0]     = m[1] + (m[1] - m[2]) * h[0] / h[1];
      m[n - 1] = m[n - 2] + (m[n - 2] - m[n - 3]) * h[n - 2] / h[n - 3];
      return m;
    }
  } // namespace

  CubicSpline::CubicSpline(std::vector<double> points,
                           const std::vector<double> &y)
    : x(std::move(points))
  {
    assert(x.size() >= 2 && x.size() == y.size());
    const std::size_t n_pieces = x.size() - 1;
    std::vector<double> h(n_pieces), slope(n_pieces);
    for (std::size_t i = 0; i < n_pieces; ++i)
      {
        h[i] = x[i + 1] - x[i];
        assert(h[i] > 0);
        slope[i] = (y[i + 1] - y[i]) / h[i];
      }
    const std::vector<double> m = second_derivatives(h, slope);
    pieces.reserve(n_pieces);
    for (std::size_t i = 0; i < n_pieces; ++i)
      pieces.push_back(Taylor<3>::from_derivatives(
        {y[i],
         slope[i] - h[i] * (2 * m[i] + m[i + 1]) / 6,
         m[i],
         (m[i + 1] - m[i]) / h[i]}));
  }

  Taylor<3> CubicSpline::evaluate(const double position) const
  {
    const auto right = std::upper_bound(x.begin() + 1, x.end() - 1, position);
    const auto i     = static_cast<std::size_t>(right - x.begin()) - 1;
    // Re-expand the piece about `position`: Horner on series.
    const Taylor<3> s = Taylor<3>::variable(position - x[i]);
    const auto &c     = pieces[i].c;
    return ((c[3] * s + c[2]) * s + c[1]) * s + c[0];
  }
} // namespace rivlin
