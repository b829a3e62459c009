// SPDX-License-Identifier: Apache-2.0
// The group operations, factor by factor.
#include <rivlin/dynamics/configuration_space.h>

#include <Eigen/Geometry>

#include <cassert>

namespace rivlin
{
  namespace
  {
    int n_coordinates(const Factor &factor)
    {
      return factor.kind == FactorKind::vector ? factor.dimension
                                               : factor.dimension + 1;
    }

    /// visit(factor, i, j) with the first coordinate i and velocity j of each
    /// factor.
    template <typename Visitor>
    void for_each(const ConfigurationSpace &space, const Visitor &visit)
    {
      int i = 0, j = 0;
      for (const Factor &factor : space.factors)
        {
          visit(factor, i, j);
          i += n_coordinates(factor);
          j += factor.dimension;
        }
    }

    /// The position of an element of SE(3).
    Vector3 position(const Vector &q, const int i)
    {
      return q.segment<3>(i);
    }

    /// Of the rotation within the coordinates and within the velocity.
    int rotation_offset(const Factor &factor)
    {
      return factor.kind == FactorKind::rigid_motion ? 3 : 0;
    }
  } // namespace

  int ConfigurationSpace::n_positions() const
  {
    int n = 0;
    for (const Factor &factor : factors)
      n += n_coordinates(factor);
    return n;
  }

  int ConfigurationSpace::n_velocities() const
  {
    int n = 0;
    for (const Factor &factor : factors)
      n += factor.dimension;
    return n;
  }

  bool ConfigurationSpace::is_flat() const
  {
    for (const Factor &factor : factors)
      if (factor.kind != FactorKind::vector)
        return false;
    return true;
  }

  ConfigurationSpace vector_space(const int n)
  {
    return {{{FactorKind::vector, n}}};
  }

  ConfigurationSpace rotation_group()
  {
    return {{{FactorKind::rotation, 3}}};
  }

  ConfigurationSpace rigid_motion_group()
  {
    return {{{FactorKind::rigid_motion, 6}}};
  }

  ConfigurationSpace rigid_body_space()
  {
    return vector_space(3) * rotation_group();
  }

  ConfigurationSpace operator*(ConfigurationSpace a,
                               const ConfigurationSpace &b)
  {
    a.factors.insert(a.factors.end(), b.factors.begin(), b.factors.end());
    return a;
  }

  Vector identity(const ConfigurationSpace &space)
  {
    Vector q = Vector::Zero(space.n_positions());
    for_each(space, [&](const Factor &factor, const int i, int) {
      if (factor.kind != FactorKind::vector)
        q(i + rotation_offset(factor)) = 1;
    });
    return q;
  }

  void compose(const ConfigurationSpace &space,
               const Vector &q_1,
               const Vector &q_2,
               Vector &q)
  {
    assert(&q != &q_1 && &q != &q_2);
    q.resize(q_1.size());
    if (space.is_flat())
      {
        q = q_1 + q_2;
        return;
      }
    for_each(space, [&](const Factor &factor, const int i, int) {
      if (factor.kind == FactorKind::vector)
        {
          q.segment(i, factor.dimension) =
            q_1.segment(i, factor.dimension) + q_2.segment(i, factor.dimension);
          return;
        }
      const int r          = i + rotation_offset(factor);
      const Quaternion p_1 = q_1.segment<4>(r);
      if (factor.kind == FactorKind::rigid_motion)
        q.segment<3>(i) =
          position(q_1, i) + rotation_matrix(p_1) * position(q_2, i);
      q.segment<4>(r) = quaternion_product(p_1, q_2.segment<4>(r)).normalized();
    });
  }

  void inverse(const ConfigurationSpace &space, const Vector &q, Vector &p)
  {
    assert(&q != &p);
    p = -q;
    for_each(space, [&](const Factor &factor, const int i, int) {
      if (factor.kind == FactorKind::vector)
        return;
      const int r               = i + rotation_offset(factor);
      const Quaternion rotation = conjugate(q.segment<4>(r));
      if (factor.kind == FactorKind::rigid_motion)
        p.segment<3>(i) = -(rotation_matrix(rotation) * position(q, i));
      p.segment<4>(r) = rotation;
    });
  }

  void exponential(const ConfigurationSpace &space, const Vector &w, Vector &q)
  {
    assert(&w != &q);
    if (space.is_flat())
      {
        q = w;
        return;
      }
    q.resize(space.n_positions());
    for_each(space, [&](const Factor &factor, const int i, const int j) {
      if (factor.kind == FactorKind::vector)
        {
          q.segment(i, factor.dimension) = w.segment(j, factor.dimension);
          return;
        }
      const int o       = rotation_offset(factor);
      const Vector3 psi = w.segment<3>(j + o);
      if (factor.kind == FactorKind::rigid_motion)
        q.segment<3>(i) = rotation_tangent(-psi) * w.segment<3>(j);
      q.segment<4>(i + o) = rotation_exponential(psi);
    });
  }

  void logarithm(const ConfigurationSpace &space, const Vector &q, Vector &w)
  {
    assert(&w != &q);
    if (space.is_flat())
      {
        w = q;
        return;
      }
    w.resize(space.n_velocities());
    for_each(space, [&](const Factor &factor, const int i, const int j) {
      if (factor.kind == FactorKind::vector)
        {
          w.segment(j, factor.dimension) = q.segment(i, factor.dimension);
          return;
        }
      const int o       = rotation_offset(factor);
      const Vector3 psi = rotation_logarithm(q.segment<4>(i + o));
      if (factor.kind == FactorKind::rigid_motion)
        w.segment<3>(j) = rotation_tangent_inverse(-psi) * position(q, i);
      w.segment<3>(j + o) = psi;
    });
  }

  void retract(const ConfigurationSpace &space,
               const Vector &q,
               const Vector &w,
               Vector &result)
  {
    assert(&result != &q && &result != &w);
    if (space.is_flat())
      {
        result = q + w;
        return;
      }
    result.resize(q.size());
    for_each(space, [&](const Factor &factor, const int i, const int j) {
      if (factor.kind == FactorKind::vector)
        {
          result.segment(i, factor.dimension) =
            q.segment(i, factor.dimension) + w.segment(j, factor.dimension);
          return;
        }
      const int o        = rotation_offset(factor);
      const Vector3 psi  = w.segment<3>(j + o);
      const Quaternion p = q.segment<4>(i + o);
      if (factor.kind == FactorKind::rigid_motion)
        result.segment<3>(i) =
          position(q, i) +
          rotation_matrix(p) * (rotation_tangent(-psi) * w.segment<3>(j));
      result.segment<4>(i + o) =
        quaternion_product(p, rotation_exponential(psi)).normalized();
    });
  }

  void difference(const ConfigurationSpace &space,
                  const Vector &q_1,
                  const Vector &q_2,
                  Vector &w)
  {
    assert(&w != &q_1 && &w != &q_2);
    if (space.is_flat())
      {
        w = q_2 - q_1;
        return;
      }
    w.resize(space.n_velocities());
    for_each(space, [&](const Factor &factor, const int i, const int j) {
      if (factor.kind == FactorKind::vector)
        {
          w.segment(j, factor.dimension) =
            q_2.segment(i, factor.dimension) - q_1.segment(i, factor.dimension);
          return;
        }
      const int o               = rotation_offset(factor);
      const Quaternion inverted = conjugate(q_1.segment<4>(i + o));
      const Vector3 psi =
        rotation_logarithm(quaternion_product(inverted, q_2.segment<4>(i + o)));
      if (factor.kind == FactorKind::rigid_motion)
        w.segment<3>(j) =
          rotation_tangent_inverse(-psi) *
          (rotation_matrix(inverted) * (position(q_2, i) - position(q_1, i)));
      w.segment<3>(j + o) = psi;
    });
  }

  // ad of (U, Omega) is [Omega~ U~; 0 Omega~]. The upper right block of its
  // i-th power is the derivative of (Omega~)^i along U, so the upper right
  // block of T on SE(3) is the derivative of T of SO(3) along U.

  void tangent_operator(const ConfigurationSpace &space,
                        const Vector &w,
                        MatrixRef T)
  {
    T.setIdentity();
    for_each(space, [&](const Factor &factor, int, const int j) {
      if (factor.kind == FactorKind::vector)
        return;
      const int r         = j + rotation_offset(factor);
      const Vector3 psi   = w.segment<3>(r);
      T.block<3, 3>(r, r) = rotation_tangent(psi);
      if (factor.kind == FactorKind::rigid_motion)
        {
          T.block<3, 3>(j, j) = T.block<3, 3>(r, r);
          T.block<3, 3>(j, r) =
            rotation_tangent_derivative(psi, Vector3(w.segment<3>(j)));
        }
    });
  }

  void inverse_tangent_operator(const ConfigurationSpace &space,
                                const Vector &w,
                                MatrixRef T_inverse)
  {
    T_inverse.setIdentity();
    for_each(space, [&](const Factor &factor, int, const int j) {
      if (factor.kind == FactorKind::vector)
        return;
      const int r                 = j + rotation_offset(factor);
      const Vector3 psi           = w.segment<3>(r);
      const Matrix3 inverse       = rotation_tangent_inverse(psi);
      T_inverse.block<3, 3>(r, r) = inverse;
      if (factor.kind == FactorKind::rigid_motion)
        {
          T_inverse.block<3, 3>(j, j) = inverse;
          T_inverse.block<3, 3>(j, r) =
            -inverse *
            rotation_tangent_derivative(psi, Vector3(w.segment<3>(j))) *
            inverse;
        }
    });
  }

  void tangent_operator_derivative(const ConfigurationSpace &space,
                                   const Vector &w,
                                   const Vector &direction,
                                   MatrixRef T_derivative)
  {
    T_derivative.setZero();
    for_each(space, [&](const Factor &factor, int, const int j) {
      if (factor.kind == FactorKind::vector)
        return;
      const int r       = j + rotation_offset(factor);
      const Vector3 psi = w.segment<3>(r), s = direction.segment<3>(r);
      T_derivative.block<3, 3>(r, r) = rotation_tangent_derivative(psi, s);
      if (factor.kind == FactorKind::rigid_motion)
        {
          const Vector3 U = w.segment<3>(j), dU = direction.segment<3>(j);
          T_derivative.block<3, 3>(j, j) = T_derivative.block<3, 3>(r, r);
          T_derivative.block<3, 3>(j, r) =
            rotation_tangent_derivative(psi, dU) +
            rotation_tangent_derivative(psi, U, s);
        }
    });
  }

  void adjoint(const ConfigurationSpace &space, const Vector &q, MatrixRef Ad)
  {
    Ad.setIdentity();
    for_each(space, [&](const Factor &factor, const int i, const int j) {
      if (factor.kind == FactorKind::vector)
        return;
      const int o                  = rotation_offset(factor);
      const Matrix3 R              = rotation_matrix(q.segment<4>(i + o));
      Ad.block<3, 3>(j + o, j + o) = R;
      if (factor.kind == FactorKind::rigid_motion)
        {
          Ad.block<3, 3>(j, j)     = R;
          Ad.block<3, 3>(j, j + o) = skew(position(q, i)) * R;
        }
    });
  }

  void commutator(const ConfigurationSpace &space,
                  const Vector &v,
                  const Vector &w,
                  Vector &z)
  {
    assert(&z != &v && &z != &w);
    z.setZero(v.size());
    for_each(space, [&](const Factor &factor, int, const int j) {
      if (factor.kind == FactorKind::vector)
        return;
      const int r         = j + rotation_offset(factor);
      const Vector3 Omega = v.segment<3>(r), other = w.segment<3>(r);
      z.segment<3>(r) = Omega.cross(other);
      if (factor.kind == FactorKind::rigid_motion)
        z.segment<3>(j) = Omega.cross(Vector3(w.segment<3>(j))) +
                          Vector3(v.segment<3>(j)).cross(other);
    });
  }
} // namespace rivlin
