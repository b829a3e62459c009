// SPDX-License-Identifier: Apache-2.0
// The point kernel with one point.
#include <rivlin/solid/point_response.h>

#include <rivlin/base/error.h>

#include "point_kernel_laws.h"

#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    PointResponse evaluate_one(const Material &material,
                               const Matrix3 &F,
                               double p,
                               bool mixed,
                               Need need,
                               const StressHistory *history)
    {
      PointLanes<1> x;
      for (int c = 0; c < 9; ++c)
        x.D[c] = F(c / 3, c % 3) - (c % 4 == 0 ? 1 : 0);
      x.p = p;
      if (history == nullptr)
        evaluate_points<1, 3>(material, mixed, need, x);
      else
        {
          HistoryLanes<1> lanes;
          lanes.stress_factor = history->stress_factor;
          lanes.energy_factor = history->energy_factor;
          for (int k = 0; k < 6; ++k)
            lanes.S[k] = history->stress ? history->stress[k] : 0.;
          evaluate_points<1, 3>(material, mixed, need, x, lanes);
        }

      PointResponse result;
      result.J     = 1 + x.volume_change;
      result.valid = x.valid;
      if (!x.valid)
        {
          result.energy = std::numeric_limits<double>::infinity();
          return result;
        }
      result.energy     = x.energy;
      result.volume_gap = x.volume_gap;
      result.compliance = x.compliance;
      if (need == Need::energy)
        return result;
      for (int c = 0; c < 9; ++c)
        {
          result.P(c / 3, c % 3)        = x.P[c];
          result.cofactor(c / 3, c % 3) = x.cofactor[c];
        }
      if (need == Need::residual_and_tangent)
        for (int r = 0; r < 9; ++r)
          for (int c = r; c < 9; ++c)
            result.tangent(r, c) = result.tangent(c, r) =
              x.tangent[packed(r, c)];
      return result;
    }
  } // namespace

  const char *invalid_point_text(const double J)
  {
    return J > 0 && std::isfinite(J) ? "strained beyond its material law"
                                     : "inverted";
  }

  PointResponse evaluate_point(const Material &material,
                               const Matrix3 &F,
                               Need need,
                               const StressHistory *history)
  {
    if (is_incompressible(material))
      throw Error(
        "Incompressible rubber (1 / bulk modulus = 0) has no displacement "
        "form. Use a mixed element or a finite bulk modulus.");
    return evaluate_one(material, F, 0., false, need, history);
  }

  PointResponse evaluate_point(const Material &material,
                               const Matrix3 &F,
                               double p,
                               Need need,
                               const StressHistory *history)
  {
    return evaluate_one(material, F, p, true, need, history);
  }
} // namespace rivlin
