// SPDX-License-Identifier: Apache-2.0
// A stiffening penalty and a logarithmic barrier.
#include <rivlin/solid/contact_law.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <cmath>
#include <string>

namespace rivlin
{
  namespace
  {
    // Both laws in the variable s = gap/d, energies in units of P d, so that
    // pressure and stiffness come in units of P and P/d.

    /// The penalty sets in with a parabola of twice this width. A step of the
    /// stiffness at gap zero would be one for the error estimates of the time
    /// integrators too.
    constexpr double rounding = 0.1;

    /// Parts of the way to the pole where the laws become straight lines.
    constexpr double penalty_end = 0.9;
    constexpr double barrier_end = 0.05;

    ContactResponse straight(const ContactResponse &end, const double way)
    {
      return {end.energy + end.pressure * way + end.stiffness * way * way / 2,
              end.pressure + end.stiffness * way,
              end.stiffness};
    }

    /// With the penetration x = -s: p = x^2/(4 w) up to 2 w, then w + y/(1 -
    /// y/c) with y = x - 2 w and the pole at x = 1, that is c = 1 - 2 w.
    ContactResponse penalty(const double s)
    {
      constexpr double w = rounding, c = 1 - 2 * rounding;
      const double x = -s;
      if (x <= 0)
        return {};
      if (x < 2 * w)
        return {x * x * x / (12 * w), x * x / (4 * w), x / (2 * w)};
      const auto beyond_corner = [](const double y) {
        const double left = 1 - y / c;
        return ContactResponse{2 * w * w / 3 + w * y -
                                 c * c * (y / c + std::log(left)),
                               w + y / left,
                               1 / (left * left)};
      };
      const double y = x - 2 * w, end = penalty_end * c;
      return y < end ? beyond_corner(y) : straight(beyond_corner(end), y - end);
    }

    /// -(1 - s)^2 ln s for s < 1, Li et al. (2020), equation (6).
    ContactResponse barrier(const double s)
    {
      if (s >= 1)
        return {};
      if (s < barrier_end)
        return straight(barrier(barrier_end), barrier_end - s);
      const double l = std::log(s), r = 1 - s;
      return {-r * r * l,
              -2 * r * l + r * r / s,
              -2 * l + 4 * r / s + r * r / (s * s)};
    }
  } // namespace

  ContactResponse respond(const ContactLaw &law, const double gap)
  {
    const double d = law.distance, P = law.pressure;
    const ContactResponse unit = law.method == ContactMethod::penalty
                                   ? penalty(gap / d)
                                   : barrier(gap / d);
    return {P * d * unit.energy, P * unit.pressure, P / d * unit.stiffness};
  }

  double reach(const ContactLaw &law)
  {
    return law.method == ContactMethod::penalty ? 0 : law.distance;
  }

  double largest_pressure(const ContactLaw &law)
  {
    return law.pressure *
           (law.method == ContactMethod::penalty
              ? penalty(-2 * rounding - penalty_end * (1 - 2 * rounding))
                  .pressure
              : barrier(barrier_end).pressure);
  }

  void check(const ContactLaw &law)
  {
    if (!(law.distance > 0) || !std::isfinite(law.distance) ||
        !(law.pressure > 0) || !std::isfinite(law.pressure))
      throw Error("Contact needs a positive distance and pressure; they are " +
                  number_text(law.distance) + " and " +
                  number_text(law.pressure) + ".");
  }
} // namespace rivlin
