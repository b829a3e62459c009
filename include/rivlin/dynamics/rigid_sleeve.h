// SPDX-License-Identifier: Apache-2.0
// A steel sleeve as a rigid body some of whose directions are free: its
// kinematics, its own forces, and how forces on its surface enter.
#pragma once

#include <rivlin/dynamics/configuration_space.h>

#include <array>
#include <functional>

namespace rivlin
{
  /// u(X) = x + (R - I) X of a rigid body, X relative to its centre, with the
  /// time derivatives of order 1 to 3; rotation[0] = R - I.
  struct RigidMotion
  {
    std::array<Vector3, 4> translation;
    std::array<Matrix3, 4> rotation;

    RigidMotion();
    Vector3 displacement(const Vector3 &X, const int order) const
    {
      return translation[order] + rotation[order] * X;
    }
  };

  /// A displacement field t + A X on a sleeve.
  struct RigidField
  {
    Vector3 t = Vector3::Zero();
    Matrix3 A = Matrix3::Zero();

    Vector3 operator()(const Vector3 &X) const
    {
      return t + A * X;
    }
  };

  /// Sum of nodal forces r_n on the surface of a sleeve and their first moments
  /// sum r_n X_n^T, X_n in the undeformed sleeve relative to its centre.
  struct SurfaceForce
  {
    Vector3 force         = Vector3::Zero();
    Matrix3 first_moments = Matrix3::Zero();
  };

  enum class RotationFreedom
  {
    none,       ///< prescribed
    about_axis, ///< about one fixed axis, the coordinate is the angle
    free        ///< SO(3)
  };

  /// The centre is the centre of mass. Springs and dampers act between the
  /// centre and the ground: x, y, z, then about x, y, z (on the rotation vector
  /// and on the angular velocity in body axes).
  struct RigidSleeveProperties
  {
    std::array<bool, 3> free_translation = {false, false, false};
    RotationFreedom rotation             = RotationFreedom::none;
    int axis        = 2; ///< of RotationFreedom::about_axis
    double mass     = 0;
    Matrix3 inertia = Matrix3::Zero();
    std::array<double, 6> stiffness{};
    std::array<double, 6> damping{};
    bool force_in_body_axes  = false;
    bool moment_in_body_axes = false;
  };

  /// Loads of a sleeve at one time; the acceleration of gravity too.
  struct SleeveLoad
  {
    Vector3 force   = Vector3::Zero();
    Vector3 moment  = Vector3::Zero();
    Vector3 gravity = Vector3::Zero();
  };

  /// The surface moves as a rigid body: driven, or free in some directions.
  struct Sleeve
  {
    /// Motion of the driven directions with the first `order` derivatives;
    /// empty: at rest.
    std::function<RigidMotion(double t, int order)> motion;
    RigidSleeveProperties body;
    /// Force and moment at the centre; order 1 asks for their rates. Empty:
    /// none.
    std::function<SleeveLoad(double t, int order)> load;
  };

  /// Over the free directions of a sleeve, at most six: no memory on the heap.
  using SleeveVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  using SleeveMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

  /// Coordinates: free translations, then the angle or the unit quaternion;
  /// velocities: their rates, the angular velocity in body axes for SO(3).
  class RigidSleeve
  {
  public:
    explicit RigidSleeve(const RigidSleeveProperties &properties);

    const RigidSleeveProperties &properties() const
    {
      return data;
    }
    int n_positions() const;
    int n_velocities() const
    {
      return static_cast<int>(directions.cols());
    }
    /// Number of velocities that are angular; they come last.
    int n_angles() const;
    bool is_flat() const
    {
      return data.rotation != RotationFreedom::free;
    }
    ConfigurationSpace space() const;
    Vector initial_positions() const;

    /// Place the sleeve: the free directions from its coordinates, the others
    /// from `driven`. All that follows refers to it.
    void set(const RigidMotion &driven,
             const Eigen::Ref<const Vector> &q,
             const Eigen::Ref<const Vector> &v,
             const Eigen::Ref<const Vector> &a);

    /// Axis times angle of the free rotation, zero without one.
    Vector3 rotation_vector() const;

    /// Velocities of the free directions.
    SleeveVector velocities() const;

    /// Up to the second derivative.
    const RigidMotion &motion() const
    {
      return current;
    }

    /// What moves explicitly with time: `driven` without the free directions.
    RigidMotion driven_part(const RigidMotion &driven) const;

    /// Change of the displacement along a direction w of the Lie algebra
    /// (coordinates of the free directions), and changes of velocity and
    /// acceleration of the surface with position and velocity.
    RigidField displacement_change(const Eigen::Ref<const Vector> &w) const;
    RigidField
    velocity_change_by_position(const Eigen::Ref<const Vector> &w) const;
    RigidField
    acceleration_change_by_position(const Eigen::Ref<const Vector> &w) const;
    RigidField
    acceleration_change_by_velocity(const Eigen::Ref<const Vector> &w) const;

    /// Virtual work of forces on the surface in the free directions.
    SleeveVector project(const SurfaceForce &surface) const;
    /// Its derivative with respect to the position at fixed nodal forces.
    SleeveMatrix projection_change(const SurfaceForce &surface) const;

    /// M a + g of the body alone: inertia (if asked for), springs, dampers,
    /// minus loads.
    SleeveVector residual(const SleeveLoad &load, bool inertia) const;
    /// Its change when only the loads change.
    SleeveVector load_change(const SleeveLoad &load_rate) const;
    /// c_q d/dq + c_v d/dv + c_a d/da of it; d/dq without tangent operator.
    SleeveMatrix tangent_by_position(const SleeveLoad &load) const;
    SleeveMatrix tangent_by_velocity() const;
    SleeveMatrix tangent_by_acceleration() const;

    /// Tangent operator of the exponential map at an increment.
    SleeveMatrix
    tangent_operator(const Eigen::Ref<const Vector> &increment) const;

    /// Energies and powers of the free directions: what the driven ones need
    /// is not part of the model.
    double kinetic_energy() const;
    double spring_energy() const;
    /// Power taken by the dampers, and power of the loads.
    double dissipation() const;
    double load_power(const SleeveLoad &load) const;

  private:
    using Vector6 = Eigen::Matrix<double, 6, 1>;
    using Matrix6 = Eigen::Matrix<double, 6, 6>;

    Vector6 full(const Eigen::Ref<const Vector> &w) const
    {
      return directions * w;
    }
    Vector6 free_part(const Vector3 &linear, const Vector3 &angular) const;

    RigidSleeveProperties data;
    /// 6 x n_velocities: (dx, dtheta in body axes)
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> directions;
    RigidMotion current;
    Matrix3 R              = Matrix3::Identity();
    Vector3 Omega          = Vector3::Zero();
    Vector3 Omega_rate     = Vector3::Zero();
    double angle           = 0; ///< of RotationFreedom::about_axis
    Quaternion orientation = Quaternion(1, 0, 0, 0);
  };
} // namespace rivlin
