// SPDX-License-Identifier: Apache-2.0
// Return mapping of Coulomb friction (Wriggers 2006, chapter 5).
#include <rivlin/solid/friction_law.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Of the limit: above the rounding of coordinates within a short spring.
    constexpr double on_the_limit = 1e-9;
  } // namespace

  FrictionResponse respond(const FrictionLaw &law,
                           const Gap &gap,
                           const ContactResponse &contact,
                           const Vector3 &moved)
  {
    FrictionResponse result;
    if (!(law.coefficient > 0) || !(contact.pressure > 0))
      return result;
    // The tangential part s of what the point has moved, and its derivative:
    // ds = (P - (n.u) H - n (H u)^T) dy with P = I - n n^T, H = grad n.
    const Vector3 &n    = gap.normal;
    const Matrix3 &H    = gap.curvature;
    const double height = n.dot(moved);
    const Vector3 s     = moved - height * n;
    const Matrix3 by_y  = Matrix3::Identity() - n * n.transpose() - height * H -
                         n * (H * moved).transpose();
    const double k      = law.stiffness();
    const double limit  = law.coefficient * contact.pressure;
    const double length = s.norm();
    // Where it slipped in the last step the spring is exactly as long as it can
    // be. It sticks until it is pulled further: rounding must not decide that.
    if (k * length <= (1 + on_the_limit) * limit)
      {
        result.traction = -k * s;
        result.K        = k * by_y;
        result.energy   = 0.5 * k * length * length;
        result.anchor   = -s;
        return result;
      }
    // t = - mu p e; p changes with the gap, dp = - stiffness n . dy.
    const Vector3 e = s / length;
    result.slips    = true;
    result.traction = -limit * e;
    result.K        = -law.coefficient * contact.stiffness * e * n.transpose() +
               limit / length * (by_y - e * (e.transpose() * by_y));
    result.energy     = 0.5 * limit * limit / k;
    result.dissipated = limit * std::max(0., length - limit / k);
    result.anchor     = -limit / k * e;
    return result;
  }

  void check(const FrictionLaw &law)
  {
    if (!(law.coefficient >= 0) || !std::isfinite(law.coefficient))
      throw Error("A friction coefficient must not be negative; it is " +
                  number_text(law.coefficient) + ".");
    if (law.coefficient > 0 &&
        !(law.elastic_slip > 0 && std::isfinite(law.elastic_slip)))
      throw Error("The elastic slip of friction must be positive; it is " +
                  number_text(law.elastic_slip) + ".");
  }
} // namespace rivlin
