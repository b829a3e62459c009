// SPDX-License-Identifier: Apache-2.0
// Rigid body with free and driven directions; doc/theory/sleeves.md.
#include <rivlin/dynamics/rigid_sleeve.h>

#include <Eigen/Geometry>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Axial vector of sum X_n x w_n for first_moments = sum w_n X_n^T.
    Vector3 moment_of(const Matrix3 &m)
    {
      return {m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
    }

    /// 1 - cos without the cancellation at small angles.
    double one_minus_cos(const double x)
    {
      const double s = std::sin(x / 2);
      return 2 * s * s;
    }

    /// R - I of a unit quaternion, exact for small rotations too.
    Matrix3 rotation_minus_identity(const Quaternion &p)
    {
      const Matrix3 S = skew(p.tail<3>());
      return 2 * (p[0] * S + S * S);
    }
  } // namespace

  RigidMotion::RigidMotion()
  {
    translation.fill(Vector3::Zero());
    rotation.fill(Matrix3::Zero());
  }

  RigidSleeve::RigidSleeve(const RigidSleeveProperties &properties)
    : data(properties)
  {
    int n = 0;
    for (const bool is_free : data.free_translation)
      n += is_free;
    if (data.rotation == RotationFreedom::about_axis)
      n += 1;
    else if (data.rotation == RotationFreedom::free)
      n += 3;
    directions.setZero(6, n);
    int column = 0;
    for (int i = 0; i < 3; ++i)
      if (data.free_translation[i])
        directions(i, column++) = 1;
    if (data.rotation == RotationFreedom::about_axis)
      directions(3 + data.axis, column) = 1;
    else if (data.rotation == RotationFreedom::free)
      directions.bottomRightCorner(3, 3).setIdentity();
  }

  int RigidSleeve::n_positions() const
  {
    return n_velocities() + (data.rotation == RotationFreedom::free ? 1 : 0);
  }

  int RigidSleeve::n_angles() const
  {
    return data.rotation == RotationFreedom::free         ? 3
           : data.rotation == RotationFreedom::about_axis ? 1
                                                          : 0;
  }

  SleeveVector RigidSleeve::velocities() const
  {
    Vector6 v;
    v << current.translation[1], Omega;
    return directions.transpose() * v;
  }

  ConfigurationSpace RigidSleeve::space() const
  {
    if (data.rotation != RotationFreedom::free)
      return vector_space(n_velocities());
    if (n_velocities() == 3)
      return rotation_group();
    return vector_space(n_velocities() - 3) * rotation_group();
  }

  Vector RigidSleeve::initial_positions() const
  {
    Vector q = Vector::Zero(n_positions());
    if (data.rotation == RotationFreedom::free)
      q[n_positions() - 4] = 1;
    return q;
  }

  void RigidSleeve::set(const RigidMotion &driven,
                        const Eigen::Ref<const Vector> &q,
                        const Eigen::Ref<const Vector> &v,
                        const Eigen::Ref<const Vector> &a)
  {
    current = driven;
    int k   = 0;
    for (int i = 0; i < 3; ++i)
      if (data.free_translation[i])
        {
          current.translation[0][i] = q[k];
          current.translation[1][i] = v[k];
          current.translation[2][i] = a[k];
          ++k;
        }
    if (data.rotation == RotationFreedom::none)
      {
        // Springs and the inertia of driven directions do no work in the free
        // ones; Omega stays zero.
        R = Matrix3::Identity() + current.rotation[0];
        return;
      }
    if (data.rotation == RotationFreedom::about_axis)
      {
        const Vector3 e = Vector3::Unit(data.axis);
        const Matrix3 S = skew(e);
        angle           = q[k];
        Omega           = v[k] * e;
        Omega_rate      = a[k] * e;
        current.rotation[0] =
          std::sin(angle) * S + one_minus_cos(angle) * S * S;
      }
    else
      {
        orientation         = q.segment<4>(k);
        Omega               = v.segment<3>(k);
        Omega_rate          = a.segment<3>(k);
        current.rotation[0] = rotation_minus_identity(orientation);
      }
    R                   = Matrix3::Identity() + current.rotation[0];
    const Matrix3 W     = skew(Omega);
    current.rotation[1] = R * W;
    current.rotation[2] = R * (skew(Omega_rate) + W * W);
  }

  RigidMotion RigidSleeve::driven_part(const RigidMotion &driven) const
  {
    RigidMotion result = driven;
    for (int order = 0; order < 4; ++order)
      {
        for (int i = 0; i < 3; ++i)
          if (data.free_translation[i])
            result.translation[order][i] = 0;
        if (data.rotation != RotationFreedom::none)
          result.rotation[order].setZero();
      }
    return result;
  }

  RigidField
  RigidSleeve::displacement_change(const Eigen::Ref<const Vector> &w) const
  {
    const Vector6 d = full(w);
    return {d.head<3>(), R * skew(d.tail<3>())};
  }

  RigidField RigidSleeve::velocity_change_by_position(
    const Eigen::Ref<const Vector> &w) const
  {
    return {Vector3::Zero(), R * skew(full(w).tail<3>()) * skew(Omega)};
  }

  RigidField RigidSleeve::acceleration_change_by_position(
    const Eigen::Ref<const Vector> &w) const
  {
    const Matrix3 W = skew(Omega);
    return {Vector3::Zero(),
            R * skew(full(w).tail<3>()) * (skew(Omega_rate) + W * W)};
  }

  RigidField RigidSleeve::acceleration_change_by_velocity(
    const Eigen::Ref<const Vector> &w) const
  {
    const Matrix3 W = skew(Omega), dW = skew(full(w).tail<3>());
    return {Vector3::Zero(), R * (dW * W + W * dW)};
  }

  SleeveVector RigidSleeve::project(const SurfaceForce &surface) const
  {
    Vector6 work;
    work.head<3>() = surface.force;
    work.tail<3>() = moment_of(R.transpose() * surface.first_moments);
    return directions.transpose() * work;
  }

  SleeveMatrix RigidSleeve::projection_change(const SurfaceForce &surface) const
  {
    // X x (R exp(d))^T r = X x (w - d x w), w = R^T r: its derivative is
    // [X]x [w]x = w X^T - (w.X) I.
    const Matrix3 m                  = R.transpose() * surface.first_moments;
    Matrix6 change                   = Matrix6::Zero();
    change.bottomRightCorner<3, 3>() = m - m.trace() * Matrix3::Identity();
    return directions.transpose() * change * directions;
  }

  Vector3 RigidSleeve::rotation_vector() const
  {
    if (data.rotation == RotationFreedom::about_axis)
      return angle * Vector3::Unit(data.axis);
    if (data.rotation == RotationFreedom::free)
      return rotation_logarithm(orientation);
    return Vector3::Zero();
  }

  SleeveVector RigidSleeve::residual(const SleeveLoad &load,
                                     const bool inertia) const
  {
    const Eigen::Map<const Vector6> k(data.stiffness.data());
    const Eigen::Map<const Vector6> d(data.damping.data());
    Vector6 r;
    r.head<3>() =
      k.head<3>().cwiseProduct(current.translation[0]) -
      data.mass * load.gravity -
      (data.force_in_body_axes ? Vector3(R * load.force) : load.force);
    const Vector3 phi = rotation_vector();
    r.tail<3>() =
      rotation_tangent_inverse(phi).transpose() *
        k.tail<3>().cwiseProduct(phi) -
      (data.moment_in_body_axes ? load.moment
                                : Vector3(R.transpose() * load.moment));
    if (inertia)
      {
        r.head<3>() += data.mass * current.translation[2] +
                       d.head<3>().cwiseProduct(current.translation[1]);
        r.tail<3>() += data.inertia * Omega_rate +
                       Omega.cross(data.inertia * Omega) +
                       d.tail<3>().cwiseProduct(Omega);
      }
    return directions.transpose() * r;
  }

  SleeveVector RigidSleeve::load_change(const SleeveLoad &rate) const
  {
    Vector6 r;
    r.head<3>() =
      -data.mass * rate.gravity -
      (data.force_in_body_axes ? Vector3(R * rate.force) : rate.force);
    r.tail<3>() = data.moment_in_body_axes
                    ? Vector3(-rate.moment)
                    : Vector3(-R.transpose() * rate.moment);
    return directions.transpose() * r;
  }

  SleeveMatrix RigidSleeve::tangent_by_position(const SleeveLoad &load) const
  {
    const Eigen::Map<const Vector6> k(data.stiffness.data());
    Matrix6 K                          = Matrix6::Zero();
    K.topLeftCorner<3, 3>().diagonal() = k.head<3>();
    if (data.force_in_body_axes)
      K.topRightCorner<3, 3>() = R * skew(load.force);
    if (!data.moment_in_body_axes)
      K.bottomRightCorner<3, 3>() = -skew(R.transpose() * load.moment);
    // Spring: T^-T k phi with phi = log R and dphi = T^-1 dtheta.
    const Vector3 phi = rotation_vector();
    if (k.tail<3>().cwiseAbs().maxCoeff() > 0)
      {
        const Matrix3 T_inverse = rotation_tangent_inverse(phi);
        const Vector3 moment =
          T_inverse.transpose() * k.tail<3>().cwiseProduct(phi);
        for (int j = 0; j < 3; ++j)
          {
            const Vector3 dphi = T_inverse.col(j);
            K.block<3, 1>(3, 3 + j) +=
              T_inverse.transpose() *
              (k.tail<3>().cwiseProduct(dphi) -
               rotation_tangent_derivative(phi, dphi).transpose() * moment);
          }
      }
    return directions.transpose() * K * directions;
  }

  SleeveMatrix RigidSleeve::tangent_by_velocity() const
  {
    const Eigen::Map<const Vector6> d(data.damping.data());
    Matrix6 D    = Matrix6::Zero();
    D.diagonal() = d;
    D.bottomRightCorner<3, 3>() +=
      skew(Omega) * data.inertia - skew(data.inertia * Omega);
    return directions.transpose() * D * directions;
  }

  SleeveMatrix RigidSleeve::tangent_by_acceleration() const
  {
    Matrix6 M = Matrix6::Zero();
    M.topLeftCorner<3, 3>().diagonal().setConstant(data.mass);
    M.bottomRightCorner<3, 3>() = data.inertia;
    return directions.transpose() * M * directions;
  }

  SleeveMatrix
  RigidSleeve::tangent_operator(const Eigen::Ref<const Vector> &increment) const
  {
    SleeveMatrix T = SleeveMatrix::Identity(n_velocities(), n_velocities());
    if (data.rotation == RotationFreedom::free)
      T.bottomRightCorner(3, 3) = rotation_tangent(increment.tail<3>());
    return T;
  }

  RigidSleeve::Vector6 RigidSleeve::free_part(const Vector3 &linear,
                                              const Vector3 &angular) const
  {
    Vector6 x;
    x << linear, angular;
    return directions * (directions.transpose() * x);
  }

  double RigidSleeve::kinetic_energy() const
  {
    const Vector6 v = free_part(current.translation[1], Omega);
    return 0.5 * data.mass * v.head<3>().squaredNorm() +
           0.5 * v.tail<3>().dot(data.inertia * v.tail<3>());
  }

  double RigidSleeve::spring_energy() const
  {
    return 0.5 * free_part(current.translation[0], rotation_vector())
                   .cwiseAbs2()
                   .dot(Eigen::Map<const Vector6>(data.stiffness.data()));
  }

  double RigidSleeve::dissipation() const
  {
    return free_part(current.translation[1], Omega)
      .cwiseAbs2()
      .dot(Eigen::Map<const Vector6>(data.damping.data()));
  }

  double RigidSleeve::load_power(const SleeveLoad &load) const
  {
    // load_change() is minus the generalized force of these loads.
    return -load_change(load).dot(velocities());
  }
} // namespace rivlin
