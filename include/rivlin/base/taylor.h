// SPDX-License-Identifier: Apache-2.0
// Truncated Taylor series: a formula written once gives its value and its
// derivatives with respect to one parameter, usually time.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace rivlin
{
  /// x(t + s) = c[0] + c[1] s + ... + c[N] s^N, truncated after order N. The
  /// coefficients are c[k] = x^(k)(t) / k!. The recurrences are those of Moore,
  /// Interval Analysis, 1966, chapter 11: each follows from the differential
  /// equation of the function, e.g. y = exp(x): y' = y x'.
  template <int N>
  struct Taylor
  {
    static_assert(N >= 0);

    std::array<double, N + 1> c{};

    constexpr Taylor() = default;

    /// A constant; implicit, so that formulas may mix numbers and series.
    constexpr Taylor(double value)
    {
      c[0] = value;
    }

    /// The independent variable at the given value: dx/dt = 1.
    static constexpr Taylor variable(double value)
    {
      Taylor x(value);
      if constexpr (N > 0)
        x.c[1] = 1;
      return x;
    }

    /// From the value and the derivatives x, x', ..., x^(N).
    static constexpr Taylor
    from_derivatives(const std::array<double, N + 1> &derivatives)
    {
      Taylor x;
      double factorial = 1;
      for (int k = 0; k <= N; ++k)
        {
          factorial *= k > 0 ? k : 1;
          x.c[k] = derivatives[k] / factorial;
        }
      return x;
    }

    constexpr double value() const
    {
      return c[0];
    }

    /// The k-th derivative, 0 <= k <= N.
    constexpr double derivative(int k) const
    {
      assert(k >= 0 && k <= N);
      double result = c[k];
      for (int j = 2; j <= k; ++j)
        result *= j;
      return result;
    }

    constexpr Taylor &operator+=(const Taylor &b)
    {
      for (int k = 0; k <= N; ++k)
        c[k] += b.c[k];
      return *this;
    }

    constexpr Taylor &operator-=(const Taylor &b)
    {
      for (int k = 0; k <= N; ++k)
        c[k] -= b.c[k];
      return *this;
    }

    constexpr Taylor &operator*=(const Taylor &b)
    {
      return *this = *this * b;
    }

    constexpr Taylor &operator/=(const Taylor &b)
    {
      return *this = *this / b;
    }

    friend constexpr Taylor operator+(Taylor a, const Taylor &b)
    {
      return a += b;
    }

    friend constexpr Taylor operator-(Taylor a, const Taylor &b)
    {
      return a -= b;
    }

    friend constexpr Taylor operator-(Taylor a)
    {
      for (double &coefficient : a.c)
        coefficient = -coefficient;
      return a;
    }

    friend constexpr Taylor operator*(const Taylor &a, const Taylor &b)
    {
      Taylor y;
      for (int k = 0; k <= N; ++k)
        for (int j = 0; j <= k; ++j)
          y.c[k] += a.c[j] * b.c[k - j];
      return y;
    }

    friend constexpr Taylor operator/(const Taylor &a, const Taylor &b)
    {
      Taylor y;
      for (int k = 0; k <= N; ++k)
        {
          double sum = a.c[k];
          for (int j = 0; j < k; ++j)
            sum -= y.c[j] * b.c[k - j];
          y.c[k] = sum / b.c[0];
        }
      return y;
    }
  };

  template <int N>
  Taylor<N> exp(const Taylor<N> &x)
  {
    Taylor<N> y(std::exp(x.c[0]));
    for (int k = 1; k <= N; ++k)
      {
        for (int j = 1; j <= k; ++j)
          y.c[k] += j * x.c[j] * y.c[k - j];
        y.c[k] /= k;
      }
    return y;
  }

  /// x > 0.
  template <int N>
  Taylor<N> log(const Taylor<N> &x)
  {
    Taylor<N> y(std::log(x.c[0]));
    for (int k = 1; k <= N; ++k)
      {
        double sum = k * x.c[k];
        for (int j = 1; j < k; ++j)
          sum -= j * y.c[j] * x.c[k - j];
        y.c[k] = sum / (k * x.c[0]);
      }
    return y;
  }

  /// Sine and cosine together: each needs the other.
  template <int N>
  std::pair<Taylor<N>, Taylor<N>> sin_cos(const Taylor<N> &x)
  {
    Taylor<N> s(std::sin(x.c[0])), c(std::cos(x.c[0]));
    for (int k = 1; k <= N; ++k)
      {
        for (int j = 1; j <= k; ++j)
          {
            s.c[k] += j * x.c[j] * c.c[k - j];
            c.c[k] -= j * x.c[j] * s.c[k - j];
          }
        s.c[k] /= k;
        c.c[k] /= k;
      }
    return {s, c};
  }

  template <int N>
  Taylor<N> sin(const Taylor<N> &x)
  {
    return sin_cos(x).first;
  }

  template <int N>
  Taylor<N> cos(const Taylor<N> &x)
  {
    return sin_cos(x).second;
  }

  /// x > 0: the derivatives of the square root do not exist at zero.
  template <int N>
  Taylor<N> sqrt(const Taylor<N> &x)
  {
    Taylor<N> y(std::sqrt(x.c[0]));
    for (int k = 1; k <= N; ++k)
      {
        double sum = x.c[k];
        for (int j = 1; j < k; ++j)
          sum -= y.c[j] * y.c[k - j];
        y.c[k] = sum / (2 * y.c[0]);
      }
    return y;
  }

  /// x > 0, or any x if the exponent is a natural number (then by products,
  /// which are exact at x = 0 too).
  template <int N>
  Taylor<N> pow(const Taylor<N> &x, double exponent)
  {
    if (exponent >= 0 && exponent <= 64 && exponent == std::floor(exponent))
      {
        Taylor<N> y(1.), power = x;
        for (unsigned int rest = static_cast<unsigned int>(exponent); rest > 0;
             rest /= 2)
          {
            if (rest % 2 == 1)
              y = y * power;
            power = power * power;
          }
        return y;
      }
    Taylor<N> y(std::pow(x.c[0], exponent));
    for (int k = 1; k <= N; ++k)
      {
        for (int j = 1; j <= k; ++j)
          y.c[k] += (j * exponent - (k - j)) * x.c[j] * y.c[k - j];
        y.c[k] /= k * x.c[0];
      }
    return y;
  }
} // namespace rivlin
