// SPDX-License-Identifier: Apache-2.0
// The volumetric laws per unit bulk modulus, w(j) with j = J - 1, and their
// inverses in the scaled pressure s = p/kappa.
#include <rivlin/solid/volumetric_law.h>

#include "accurate_differences.h"
#include "require_constant.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>

namespace rivlin
{
  namespace
  {
    struct QuadraticVolume
    {
      static constexpr VolumetricKindNames names = {VolumetricKind::quadratic,
                                                    "quadratic",
                                                    "(J-1)^2/2",
                                                    false};

      static VolumetricResponse evaluate(double, const double j)
      {
        return {0.5 * j * j, j, 1.};
      }

      static double invert(double, const double s)
      {
        return s;
      }
    };

    struct LogarithmicVolume
    {
      static constexpr VolumetricKindNames names = {VolumetricKind::logarithmic,
                                                    "logarithmic",
                                                    "(J^2-1-2 ln J)/4",
                                                    false};

      static VolumetricResponse evaluate(double, const double j)
      {
        const double J = 1 + j;
        return {0.25 * (j * j - 2 * log1p_minus_identity(j)),
                0.5 * j * (2 + j) / J,
                0.5 * (1 + 1 / (J * J))};
      }

      static double invert(double, const double s)
      {
        // J - 1/J = 2 s: J = s + sqrt(1 + s^2), without cancellation.
        const double root = std::sqrt(1 + s * s);
        return s > -0.5 ? s + s * s / (1 + root) : 1 / (root - s) - 1;
      }
    };

    struct OgdenVolume
    {
      static constexpr VolumetricKindNames names = {VolumetricKind::ogden,
                                                    "Ogden",
                                                    "(b ln J + J^-b - 1)/b^2",
                                                    true};

      static VolumetricResponse evaluate(const double beta, const double j)
      {
        const double J = 1 + j, theta = std::log1p(j);
        const double power = std::expm1(-beta * theta); // J^-beta - 1
        return {expm1_minus_identity(-beta * theta) / (beta * beta),
                -power / (beta * J),
                (1 + (beta + 1) * power / beta) / (J * J)};
      }

      // Out of line: its registers would cost the other kinds, which are asked
      // at every point, 3 % of a residual.
      [[gnu::noinline]] static double invert(double beta, double s);
    };

    /// NaN beyond the maximum of w'.
    double OgdenVolume::invert(const double beta, const double s)
    {
      // With y = 1/J: g(y) = (y - y^(beta+1))/beta = s. g is concave
      // and falls for y > y_max, so that Newton's method, once right of
      // the root, comes down to it monotonically. y = 1 is right of it
      // for s > 0. For s < 0, y^(beta+1) = y + beta |s| is at most
      // twice the larger of its terms, which bounds y; 1 + |s| is a
      // bound too.
      double d = 0; // y - 1
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

    constexpr std::tuple<QuadraticVolume, LogarithmicVolume, OgdenVolume>
      all_volumes;

    /// The one place that knows which kind is which: a kind without its case
    /// does not compile, nor does a case without its entry above.
    template <class Action>
    [[gnu::always_inline]] inline auto with_volume(const VolumetricKind kind,
                                                   const Action &action)
    {
      switch (kind)
        {
          case VolumetricKind::quadratic:
            break;
          case VolumetricKind::logarithmic:
            return action(std::get<1>(all_volumes));
          case VolumetricKind::ogden:
            return action(std::get<2>(all_volumes));
        }
      return action(std::get<0>(all_volumes));
    }

    VolumetricResponse evaluate_unit(const VolumetricLaw &law, const double j)
    {
      return with_volume(law.kind, [&](const auto &volume) {
        return volume.evaluate(law.beta, j);
      });
    }

    /// j with w'(j) = s.
    double invert_unit(const VolumetricLaw &law, const double s)
    {
      return with_volume(law.kind, [&](const auto &volume) {
        return volume.invert(law.beta, s);
      });
    }
  } // namespace

  const std::vector<VolumetricKindNames> &volumetric_kinds()
  {
    static const std::vector<VolumetricKindNames> kinds = std::apply(
      [](const auto &...volume) { return std::vector{volume.names...}; },
      all_volumes);
    return kinds;
  }

  const char *name_of(const VolumetricKind kind)
  {
    return with_volume(kind,
                       [](const auto &volume) { return volume.names.name; });
  }

  bool is_linear(const VolumetricLaw &law)
  {
    return law.kind == VolumetricKind::quadratic ||
           law.inverse_bulk_modulus == 0;
  }

  void check(const VolumetricLaw &law)
  {
    require_in_range("1 / bulk modulus",
                     law.inverse_bulk_modulus,
                     NumberRange::not_negative());
    if (with_volume(law.kind, [](const auto &volume) {
          return volume.names.uses_exponent;
        }))
      require_in_range("beta", law.beta, NumberRange::positive());
  }

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
