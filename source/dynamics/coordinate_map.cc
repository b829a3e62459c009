// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold, Mechanism and Machine Theory 48 (2012) 121-137,
// Section 6.
#include <rivlin/dynamics/coordinate_map.h>

#include <rivlin/base/error.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// c_0 I + c c^T / 4 - skew(c) of eq. 82.
    Matrix3 numerator(const Vector3 &c)
    {
      Matrix3 result = c * c.transpose() / 4 - skew(c);
      result.diagonal().array() += 2 - c.squaredNorm() / 8;
      return result;
    }

    /// 4 - c_0
    double denominator(const Vector3 &c)
    {
      return 2 + c.squaredNorm() / 8;
    }

    Matrix3 conformal_tangent(const Vector3 &c)
    {
      const double d = denominator(c);
      return 2 / (d * d) * numerator(c);
    }

    Matrix3 conformal_tangent_derivative(const Vector3 &c, const Vector3 &u)
    {
      const double d = denominator(c);
      Matrix3 derivative =
        (u * c.transpose() + c * u.transpose()) / 4 - skew(u);
      derivative.diagonal().array() -= c.dot(u) / 4;
      return 2 / (d * d) * derivative - c.dot(u) / (d * d * d) * numerator(c);
    }

    /// visit(j) with the first velocity j of each rotation.
    template <typename Visitor>
    void for_each_rotation(const ConfigurationSpace &space,
                           const Visitor &visit)
    {
      int j = 0;
      for (const Factor &factor : space.factors)
        {
          if (factor.kind == FactorKind::rotation)
            visit(j);
          j += factor.dimension;
        }
    }
  } // namespace

  void require_map(const CoordinateMap map, const ConfigurationSpace &space)
  {
    if (map == CoordinateMap::conformal)
      for (const Factor &factor : space.factors)
        if (factor.kind == FactorKind::rigid_motion)
          throw Error(
            "The conformal rotation vector is a coordinate of SO(3); this "
            "system has a factor SE(3). Choose the exponential map, or "
            "R^3 x SO(3) for the system.");
  }

  void coordinate_exponent(const CoordinateMap map,
                           const ConfigurationSpace &space,
                           const Vector &y,
                           Vector &w)
  {
    w = y;
    if (map == CoordinateMap::exponential)
      return;
    for_each_rotation(space, [&](const int j) {
      const double t = y.segment<3>(j).norm() / 4;
      if (t > 0)
        w.segment<3>(j) *= std::atan(t) / t;
    });
  }

  void coordinate_tangent(const CoordinateMap map,
                          const ConfigurationSpace &space,
                          const Vector &y,
                          MatrixRef T)
  {
    if (map == CoordinateMap::exponential)
      {
        tangent_operator(space, y, T);
        return;
      }
    T.setIdentity();
    for_each_rotation(space, [&](const int j) {
      T.block<3, 3>(j, j) = conformal_tangent(y.segment<3>(j));
    });
  }

  void coordinate_tangent_derivative(const CoordinateMap map,
                                     const ConfigurationSpace &space,
                                     const Vector &y,
                                     const Vector &direction,
                                     MatrixRef T_derivative)
  {
    if (map == CoordinateMap::exponential)
      {
        tangent_operator_derivative(space, y, direction, T_derivative);
        return;
      }
    T_derivative.setZero();
    for_each_rotation(space, [&](const int j) {
      T_derivative.block<3, 3>(j, j) =
        conformal_tangent_derivative(y.segment<3>(j), direction.segment<3>(j));
    });
  }
} // namespace rivlin
