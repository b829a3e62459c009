// SPDX-License-Identifier: Apache-2.0
// The volumetric laws per unit bulk modulus, w(j) with j = J - 1, and their
// inverses in the scaled pressure s = p/kappa.
#include <rivlin/solid/volumetric_law.h>

#include "accurate_differences.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    VolumetricResponse evaluate_unit(const VolumetricLaw &law, double j)
    {
      const double J = 1 + j;
      switch (law.kind)
        {
          case VolumetricKind::quadratic:
            break;
          case VolumetricKind::logarithmic:
            return {0.25 * (j * j - 2 * log1p_minus_identity(j)),
                    0.5 * j * (2 + j) / J,
                    0.5 * (1 + 1 / (J * J))};
          case VolumetricKind::ogden:
            {
              const double beta = law.beta, theta = std::log1p(j);
              const double power = std::expm1(-beta * theta); // J^-beta - 1
              return {expm1_minus_identity(-beta * theta) / (beta * beta),
                      -power / (beta * J),
                      (1 + (beta + 1) * power / beta) / (J * J)};
            }
        }
      return {0.5 * j * j, j, 1.};
    }

    /// j with w'(j) = s; NaN beyond the maximum of the Ogden law.
    double invert_unit(const VolumetricLaw &law, double s)
    {
      switch (law.kind)
        {
          case VolumetricKind::quadratic:
            break;
          case VolumetricKind::logarithmic:
            {
              // J - 1/J = 2 s: J = s + sqrt(1 + s^2), without cancellation.
              const double root = std::sqrt(1 + s * s);
              return s > -0.5 ? s + s * s / (1 + root) : 1 / (root - s) - 1;
            }
          case VolumetricKind::ogden:
            {
              // With y = 1/J: g(y) = (y - y^(beta+1))/beta = s. g is concave
              // and falls for y > y_max, so that Newton's method, once right of
              // the root, comes down to it monotonically. y = 1 is right of it
              // for s > 0. For s < 0, y^(beta+1) = y + beta |s| is at most
              // twice the larger of its terms, which bounds y; 1 + |s| is a
              // bound too.
              const double beta = law.beta;
              double d          = 0; // y - 1
              if (s > 0)
                {
                  const double y_max = std::pow(beta + 1, -1 / beta);
                  if (s >= y_max / (beta + 1))
                    return std::numeric_limits<double>::quiet_NaN();
                }
              else
                d = std::min(-s,
                             std::max(std::pow(2., 1 / beta),
                                      std::pow(-2 * beta * s, 1 / (beta + 1))) -
                               1);
              for (int k = 0; k < 100; ++k)
                {
                  const double power = std::expm1(beta * std::log1p(d));
                  const double g     = -(1 + d) * power / beta;
                  const double slope = -1 - (beta + 1) * power / beta;
                  const double step  = (g - s) / slope;
                  d -= step;
                  // Convergence is quadratic: the next step would be 1e-20
                  // times the curvature, which even next to the maximum is
                  // below 1e8.
                  if (!(std::abs(step) > 1e-10 * std::abs(d)))
                    break;
                }
              return -d / (1 + d);
            }
        }
      return s;
    }
  } // namespace

  VolumetricResponse evaluate_volumetric(const VolumetricLaw &law,
                                         double volume_change)
  {
    assert(law.inverse_bulk_modulus > 0);
    const VolumetricResponse w = evaluate_unit(law, volume_change);
    const double kappa         = 1 / law.inverse_bulk_modulus;
    return {kappa * w.energy, kappa * w.pressure, kappa * w.stiffness};
  }

  InverseVolumetricResponse invert_volumetric(const VolumetricLaw &law,
                                              double pressure)
  {
    if (law.inverse_bulk_modulus == 0)
      return {0., 0., 0., true};
    const double j = invert_unit(law, pressure * law.inverse_bulk_modulus);
    if (!std::isfinite(j))
      return {0., 0., 0., false};
    const VolumetricResponse w = evaluate_unit(law, j);
    return {j,
            law.inverse_bulk_modulus / w.stiffness,
            pressure * j - w.energy / law.inverse_bulk_modulus,
            true};
  }
} // namespace rivlin
