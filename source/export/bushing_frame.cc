// SPDX-License-Identifier: Apache-2.0
// Units, mirror, offset and angles, each in one place.
#include <rivlin/export/bushing_frame.h>

#include <rivlin/base/error.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/dynamics/rotation.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    using HostVector6 = BushingFrame::Vector6;

    /// psi' = S(psi) omega with omega in fixed axes: T(-psi) = T(psi)^T takes
    /// the rate to them.
    Matrix3 rate_of_vector(const Vector3 &psi)
    {
      return rotation_tangent_inverse(-psi);
    }

    /// Change of S(psi) omega along dpsi and domega.
    Vector3 rate_change(const Vector3 &psi,
                        const Vector3 &omega,
                        const Vector3 &dpsi,
                        const Vector3 &domega)
    {
      const Matrix3 S = rate_of_vector(psi);
      return S *
             (domega - rotation_tangent_derivative(-psi, -dpsi) * (S * omega));
    }

    Quaternion about_axis(const int axis, const double angle)
    {
      return rotation_exponential(angle * Vector3::Unit(axis));
    }

    Quaternion cardan_rotation(const Vector3 &angles)
    {
      return quaternion_product(quaternion_product(about_axis(0, angles[0]),
                                                   about_axis(1, angles[1])),
                                about_axis(2, angles[2]));
    }

    /// Angular velocity in fixed axes of rates of the angles.
    Matrix3 cardan_axes(const Vector3 &angles)
    {
      const Matrix3 Rx  = rotation_matrix(about_axis(0, angles[0])),
                    Rxy = Rx * rotation_matrix(about_axis(1, angles[1]));
      Matrix3 axes;
      axes << Vector3::UnitX(), Rx.col(1), Rxy.col(2);
      return axes;
    }

    Vector3 cardan_angles(const Matrix3 &R)
    {
      return {std::atan2(-R(1, 2), R(2, 2)),
              std::asin(std::clamp(R(0, 2), -1., 1.)),
              std::atan2(-R(0, 1), R(0, 0))};
    }
  } // namespace

  BushingFrame::BushingFrame(const Options &options)
    : given(options)
  {
    // Forces are in newton in both systems.
    const bool in_mm = unit_system(options.unit_system).length == "mm";
    length = moment = in_mm ? 1000 : 1;
  }

  HostVector6 BushingFrame::mirror(const Vector6 &x) const
  {
    if (!given.mirrored)
      return x;
    // Vectors change their y, axial vectors (angles, moments) their x and z.
    Vector6 seen;
    seen << x[0], -x[1], x[2], -x[3], x[4], -x[5];
    return seen;
  }

  BushingFrame::Motion BushingFrame::to_model(const Motion &host,
                                              const double h) const
  {
    const Vector6 pose  = mirror(host.pose + given.pose_offset),
                  rate  = mirror(host.velocity);
    const Vector3 omega = rate.tail<3>();
    Vector3 psi         = pose.tail<3>();
    if (given.angles == FmuAngles::cardan)
      psi = rotation_logarithm(cardan_rotation(psi));
    if (h > 0)
      psi += h * (rate_of_vector(psi) * omega);
    Motion model;
    model.pose << length * (pose.head<3>() + h * rate.head<3>()), psi;
    model.velocity << length * rate.head<3>(), rate_of_vector(psi) * omega;
    return model;
  }

  BushingFrame::Motion BushingFrame::to_model_change(const Motion &host,
                                                     const Motion &change,
                                                     const double h) const
  {
    const Vector6 pose = mirror(host.pose + given.pose_offset),
                  rate = mirror(host.velocity), dpose = mirror(change.pose),
                  drate = mirror(change.velocity);
    const Vector3 omega = rate.tail<3>(), domega = drate.tail<3>();
    Vector3 psi = pose.tail<3>(), dpsi = dpose.tail<3>();
    if (given.angles == FmuAngles::cardan)
      {
        const Vector3 angles = psi;
        psi                  = rotation_logarithm(cardan_rotation(angles));
        dpsi = rate_of_vector(psi) * (cardan_axes(angles) * dpsi);
      }
    if (h > 0)
      {
        dpsi += h * rate_change(psi, omega, dpsi, domega);
        psi += h * (rate_of_vector(psi) * omega);
      }
    Motion model;
    model.pose << length * (dpose.head<3>() + h * drate.head<3>()), dpsi;
    model.velocity << length * drate.head<3>(),
      rate_change(psi, omega, dpsi, domega);
    return model;
  }

  BushingFrame::Motion BushingFrame::to_host(const Motion &model) const
  {
    const Vector3 psi = model.pose.tail<3>();
    Vector6 pose, rate;
    pose << model.pose.head<3>() / length,
      given.angles == FmuAngles::cardan
        ? cardan_angles(rotation_matrix(rotation_exponential(psi)))
        : psi;
    rate << model.velocity.head<3>() / length,
      rotation_tangent(-psi) * model.velocity.tail<3>();
    return {mirror(pose) - given.pose_offset, mirror(rate)};
  }

  Vector3 BushingFrame::arm_of(const Vector6 &model_pose) const
  {
    Vector6 pose   = Vector6::Zero();
    pose.head<3>() = model_pose.head<3>() / length;
    return mirror(pose).head<3>() - given.pose_offset.head<3>();
  }

  HostVector6 BushingFrame::load_to_model(const Vector6 &host) const
  {
    Vector6 load = mirror(host + given.preload) / given.stiffness_scale;
    load.tail<3>() *= moment;
    return load;
  }

  HostVector6
  BushingFrame::inner_load_change(const Vector6 &reaction_change) const
  {
    Vector6 load = -given.stiffness_scale * reaction_change;
    load.tail<3>() /= moment;
    return mirror(load);
  }

  HostVector6 BushingFrame::inner_load(const Vector6 &reaction) const
  {
    return inner_load_change(reaction) + given.preload;
  }

  HostVector6 outer_load(const HostVector6 &inner, const Vector3 &arm)
  {
    const Vector3 force = inner.head<3>();
    HostVector6 outer;
    outer << -force, -inner.tail<3>() - arm.cross(force);
    return outer;
  }
} // namespace rivlin
