// SPDX-License-Identifier: Apache-2.0
// dtheta/dt = T(theta)^-1 v and its linearization at theta = 0.
#include <rivlin/dynamics/local_coordinates.h>

#include <Eigen/Geometry>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// visit(factor, j) with the first velocity j of each factor that is not a
    /// vector space.
    template <typename Visitor>
    void for_each_curved(const ConfigurationSpace &space, const Visitor &visit)
    {
      int j = 0;
      for (const Factor &factor : space.factors)
        {
          if (factor.kind != FactorKind::vector)
            visit(factor, j);
          j += factor.dimension;
        }
    }

    /// (I + x~/2)^-1. With a = x/2: (I + a~)(I - a~ + a a^T) = (1 + |a|^2) I.
    Matrix3 rotation_stage_operator(const Vector3 &x)
    {
      const Vector3 a = x / 2;
      return (Matrix3::Identity() - skew(a) + a * a.transpose()) /
             (1 + a.squaredNorm());
    }
  } // namespace

  void stage_operator(const ConfigurationSpace &space,
                      const Vector &x,
                      MatrixRef result)
  {
    result.setIdentity();
    for_each_curved(space, [&](const Factor &factor, const int j) {
      const bool motion        = factor.kind == FactorKind::rigid_motion;
      const int r              = motion ? j + 3 : j;
      const Matrix3 S          = rotation_stage_operator(x.segment<3>(r));
      result.block<3, 3>(r, r) = S;
      if (motion)
        {
          // ad(U, Omega) = [Omega~ U~; 0 Omega~]
          result.block<3, 3>(j, j) = S;
          result.block<3, 3>(j, r) = -0.5 * S * skew(x.segment<3>(j)) * S;
        }
    });
  }

  void local_rate(const ConfigurationSpace &space,
                  const Vector &theta,
                  const Vector &v,
                  Vector &rate)
  {
    if (&rate != &v)
      rate = v;
    for_each_curved(space, [&](const Factor &factor, const int j) {
      const bool motion       = factor.kind == FactorKind::rigid_motion;
      const int r             = motion ? j + 3 : j;
      const Vector3 psi       = theta.segment<3>(r);
      const Matrix3 T_inverse = rotation_tangent_inverse(psi);
      const Vector3 turned    = T_inverse * rate.segment<3>(r);
      rate.segment<3>(r)      = turned;
      if (motion)
        {
          // The upper right block of T is the derivative of T of SO(3) along
          // the translation.
          const Matrix3 T_derivative =
            rotation_tangent_derivative(psi, Vector3(theta.segment<3>(j)));
          const Vector3 moved =
            T_inverse * (rate.segment<3>(j) - T_derivative * turned);
          rate.segment<3>(j) = moved;
        }
    });
  }

  void multiply_by_stage_operator(const ConfigurationSpace &space,
                                  const Vector &x,
                                  Vector &w)
  {
    for_each_curved(space, [&](const Factor &factor, const int j) {
      const bool motion    = factor.kind == FactorKind::rigid_motion;
      const int r          = motion ? j + 3 : j;
      const Matrix3 S      = rotation_stage_operator(x.segment<3>(r));
      const Vector3 turned = S * w.segment<3>(r);
      w.segment<3>(r)      = turned;
      if (motion)
        {
          const Vector3 U     = x.segment<3>(j);
          const Vector3 moved = S * (w.segment<3>(j) - 0.5 * U.cross(turned));
          w.segment<3>(j)     = moved;
        }
    });
  }

  double size_in_direction(const ConfigurationSpace &space,
                           const Vector &q,
                           const int i)
  {
    int position = 0, velocity = 0;
    for (const Factor &factor : space.factors)
      {
        const int local = i - velocity;
        if (local < factor.dimension)
          {
            if (factor.kind == FactorKind::vector)
              return std::abs(q(position + local));
            const int offset = factor.kind == FactorKind::rigid_motion ? 3 : 0;
            if (local < offset)
              return q.segment<3>(position).norm();
            return rotation_logarithm(q.segment<4>(position + offset)).norm();
          }
        velocity += factor.dimension;
        position +=
          factor.dimension + (factor.kind == FactorKind::vector ? 0 : 1);
      }
    return std::abs(q(i)); // an empty product is R^n
  }
} // namespace rivlin
