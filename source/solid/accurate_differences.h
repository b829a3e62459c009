// SPDX-License-Identifier: Apache-2.0
// Differences that cancel near zero, to full relative accuracy: the energies
// of small strains are made of them.
#pragma once

#include <cmath>

namespace rivlin
{
  /// log(1 + x) - x. With r = x/(2 + x): log(1 + x) = 2 artanh r and
  /// 2 r - x = -r x, so nothing cancels.
  inline double log1p_minus_identity(double x)
  {
    if (!(std::abs(x) < 0.3))
      return std::log1p(x) - x;
    const double r = x / (2 + x), z = r * r;
    // r^2 < 0.032 (x = -0.3): the first dropped term is below 1e-17 of the sum.
    double sum = 1. / 25;
    for (int k = 23; k >= 3; k -= 2)
      sum = sum * z + 1. / k;
    return -r * x + 2 * r * z * sum;
  }

  /// exp(x) - 1 - x.
  inline double expm1_minus_identity(double x)
  {
    if (!(std::abs(x) < 0.5))
      return std::expm1(x) - x;
    // x^2/2 (1 + x/3 (1 + x/4 (1 + ...))); 0.5^14 / (16!/2) < 1e-17.
    double sum = 1;
    for (int k = 15; k >= 3; --k)
      sum = 1 + sum * x / k;
    return 0.5 * x * x * sum;
  }
} // namespace rivlin
