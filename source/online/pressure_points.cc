// SPDX-License-Identifier: Apache-2.0
// The inverse volumetric laws at points.
#include <rivlin/online/pressure_points.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "force_parts.h"

namespace rivlin
{
  InverseVolumetricResponse nonlinear_volume(const VolumetricLaw &law,
                                             const double pressure)
  {
    InverseVolumetricResponse at = invert_volumetric(law, pressure);
    const double linear          = law.inverse_bulk_modulus;
    at.volume_change -= linear * pressure;
    at.compliance -= linear;
    at.energy -= linear * pressure * pressure / 2;
    return at;
  }

  void evaluate(const PressurePoints &points,
                const Vector &p,
                const bool with_compliance,
                PressureResponse &result)
  {
    const Eigen::Index m = p.size();
    result.energy        = 0;
    result.valid         = true;
    result.volume.setZero(m);
    if (with_compliance)
      result.compliance.setZero(m, m);
    for (int q = 0; q < points.n_points(); ++q)
      {
        const auto l = points.modes.row(q);
        const InverseVolumetricResponse at =
          nonlinear_volume(points.laws[points.law_of_point[q]], l.dot(p));
        const double w = points.weights[q];
        result.valid   = result.valid && at.valid;
        result.energy += w * at.energy;
        result.volume += w * at.volume_change * l.transpose();
        if (with_compliance)
          result.compliance.noalias() +=
            (w * at.compliance) * l.transpose() * l;
      }
  }

  void check(const PressurePoints &points, const int n_pressures)
  {
    const Eigen::Index n = points.n_points();
    if (n == 0)
      return;
    require_matrix(points.modes, n, n_pressures, "pressure point modes");
    require_matrix(points.weights, n, 1, "pressure point weights");
    if (!(points.weights.minCoeff() > 0))
      throw Error(
        "A pressure point of the reduced model has a weight that is "
        "not positive. Train the model again.");
    for (const int law : points.law_of_point)
      if (law < 0 || law >= static_cast<int>(points.laws.size()))
        throw Error(
          message("A pressure point of the reduced model has the law ",
                  law,
                  " of ",
                  points.laws.size(),
                  "."));
    for (const VolumetricLaw &law : points.laws)
      check(law);
  }
} // namespace rivlin
