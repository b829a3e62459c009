// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold, Mechanism and Machine Theory 48 (2012) 121-137.
#include <rivlin/dynamics/rotation.h>

#include <Eigen/Geometry>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// S_m = sum_k (-x)^k / (2k + m)!, x = |psi|^2: S_1 = sin(phi)/phi,
    /// S_2 = (1 - cos(phi))/phi^2, S_3 = (phi - sin(phi))/phi^3 and so on, with
    ///   S_m = 1/m! - x S_{m+2},   2 dS_m/dx = m S_{m+2} - S_{m+1}.
    /// The second formula gives derivatives without cancellation.
    struct Coefficients
    {
      double S_1, S_2, S_3, S_4, S_5, S_6, S_7;

      explicit Coefficients(const double x)
      {
        if (x < 10)
          {
            // At most 16 terms for 1e-17; downwards the recurrence subtracts
            // less than it has.
            double even = 1. / 720, odd = 1. / 5040;
            S_6 = even;
            S_7 = odd;
            for (int k = 1; k < 30 && std::abs(even) > 1e-19; ++k)
              {
                even *= -x / ((2 * k + 5) * (2 * k + 6));
                odd *= -x / ((2 * k + 6) * (2 * k + 7));
                S_6 += even;
                S_7 += odd;
              }
            S_5 = 1. / 120 - x * S_7;
            S_4 = 1. / 24 - x * S_6;
            S_3 = 1. / 6 - x * S_5;
            S_2 = 1. / 2 - x * S_4;
            S_1 = 1 - x * S_3;
          }
        else
          {
            const double phi = std::sqrt(x);
            S_1              = std::sin(phi) / phi;
            S_2              = (1 - std::cos(phi)) / x;
            S_3              = (1 - S_1) / x;
            S_4              = (1. / 2 - S_2) / x;
            S_5              = (1. / 6 - S_3) / x;
            S_6              = (1. / 24 - S_4) / x;
            S_7              = (1. / 120 - S_5) / x;
          }
      }

      /// (1/phi d/dphi) of S_2 and S_3, once and twice.
      double S_2_1() const
      {
        return 2 * S_4 - S_3;
      }
      double S_3_1() const
      {
        return 3 * S_5 - S_4;
      }
      double S_2_2() const
      {
        return 8 * S_6 - 5 * S_5 + S_4;
      }
      double S_3_2() const
      {
        return 15 * S_7 - 7 * S_6 + S_5;
      }
    };
  } // namespace

  Matrix3 skew(const Vector3 &a)
  {
    Matrix3 result;
    result << 0, -a(2), a(1), a(2), 0, -a(0), -a(1), a(0), 0;
    return result;
  }

  Quaternion quaternion_product(const Quaternion &a, const Quaternion &b)
  {
    Quaternion result;
    result(0) = a(0) * b(0) - a.tail<3>().dot(b.tail<3>());
    result.tail<3>() =
      a(0) * b.tail<3>() + b(0) * a.tail<3>() + a.tail<3>().cross(b.tail<3>());
    return result;
  }

  Quaternion conjugate(const Quaternion &a)
  {
    return {a(0), -a(1), -a(2), -a(3)};
  }

  Matrix3 rotation_matrix(const Quaternion &p)
  {
    const Matrix3 n = skew(p.tail<3>());
    return Matrix3::Identity() + 2 * p(0) * n + 2 * n * n;
  }

  Quaternion quaternion(const Matrix3 &R)
  {
    // 4 p_i^2 for the four components; divide by the largest.
    const Quaternion squares(1 + R.trace(),
                             1 + R(0, 0) - R(1, 1) - R(2, 2),
                             1 - R(0, 0) + R(1, 1) - R(2, 2),
                             1 - R(0, 0) - R(1, 1) + R(2, 2));
    const Vector3 difference(R(2, 1) - R(1, 2),
                             R(0, 2) - R(2, 0),
                             R(1, 0) - R(0, 1));
    int largest = 0;
    squares.maxCoeff(&largest);
    Quaternion p;
    if (largest == 0)
      p << squares(0), difference;
    else
      {
        const int i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
        p(0)     = difference(i);
        p(1 + i) = squares(largest);
        p(1 + j) = R(i, j) + R(j, i);
        p(1 + k) = R(i, k) + R(k, i);
      }
    return p.normalized();
  }

  Quaternion rotation_exponential(const Vector3 &psi)
  {
    const double phi = psi.norm();
    Quaternion p;
    p(0)        = std::cos(phi / 2);
    p.tail<3>() = (phi > 1e-100 ? std::sin(phi / 2) / phi : 0.5) * psi;
    return p;
  }

  Vector3 rotation_logarithm(const Quaternion &p)
  {
    // p and -p are the same rotation: the one with p(0) >= 0 has |psi| <= pi.
    const double sign = p(0) < 0 ? -1 : 1;
    const double sine = p.tail<3>().norm();
    const double factor =
      sine > 1e-100 ? 2 * std::atan2(sine, std::abs(p(0))) / sine : 2;
    return sign * factor * p.tail<3>();
  }

  Matrix3 rotation_tangent(const Vector3 &psi)
  {
    const Coefficients c(psi.squaredNorm());
    const Matrix3 w = skew(psi);
    return Matrix3::Identity() - c.S_2 * w + c.S_3 * w * w;
  }

  Matrix3 rotation_tangent_inverse(const Vector3 &psi)
  {
    // (1 - phi/2 cot(phi/2))/phi^2 without cancellation.
    const Coefficients c(psi.squaredNorm());
    const Matrix3 w = skew(psi);
    return Matrix3::Identity() + 0.5 * w +
           (c.S_3 - 2 * c.S_4) / (2 * c.S_2) * w * w;
  }

  Matrix3 rotation_tangent_derivative(const Vector3 &psi, const Vector3 &u)
  {
    const Coefficients c(psi.squaredNorm());
    const Matrix3 w = skew(psi), w_u = skew(u);
    return -c.S_2 * w_u + c.S_3 * (w_u * w + w * w_u) +
           psi.dot(u) * (c.S_3_1() * w * w - c.S_2_1() * w);
  }

  Matrix3 rotation_tangent_derivative(const Vector3 &psi,
                                      const Vector3 &u,
                                      const Vector3 &s)
  {
    const Coefficients c(psi.squaredNorm());
    const Matrix3 w = skew(psi), w_u = skew(u), w_s = skew(s);
    const double psi_u = psi.dot(u), psi_s = psi.dot(s);
    return c.S_3 * (w_u * w_s + w_s * w_u) - c.S_2_1() * psi_s * w_u +
           c.S_3_1() * psi_s * (w_u * w + w * w_u) +
           u.dot(s) * (c.S_3_1() * w * w - c.S_2_1() * w) +
           psi_u * (c.S_3_1() * (w_s * w + w * w_s) - c.S_2_1() * w_s +
                    psi_s * (c.S_3_2() * w * w - c.S_2_2() * w));
  }
} // namespace rivlin
