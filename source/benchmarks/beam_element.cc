// SPDX-License-Identifier: Apache-2.0
// Simo and Vu-Quoc, Comput. Methods Appl. Mech. Engrg. 66 (1988) 125-161, with
// increments of rotations in the Lie algebra as in Bruls, Cardona and Arnold,
// Mechanism and Machine Theory 48 (2012), Section 7.2.
#include <rivlin/benchmarks/beam_element.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <Eigen/Geometry>

#include <cmath>

namespace rivlin
{
  namespace
  {
    Matrix3 section_frame(const Vector3 &axis)
    {
      const Vector3 towards =
        std::abs(axis.z()) < 0.99 ? Vector3::UnitZ() : Vector3::UnitY();
      Matrix3 E;
      E.col(0) = axis;
      E.col(1) = (towards - towards.dot(axis) * axis).normalized();
      E.col(2) = axis.cross(Vector3(E.col(1)));
      return E;
    }
  } // namespace

  /// Strains, their conjugate forces and the operators between increments.
  struct BeamElement::Configuration
  {
    Vector3 psi;
    Matrix3 half;           ///< exp(psi/2)
    Matrix3 middle;         ///< R_m
    Matrix3 tangent_half;   ///< T(psi/2)
    Matrix3 inverse;        ///< T(psi)^-1
    Vector3 stretch;        ///< R_m^T (x_b - x_a)/L
    Vector3 gamma, kappa;   ///< strains
    Vector3 normal, moment; ///< their conjugates
    Vector3 torque;         ///< conjugate to the rotation of the middle
    Vector3 relative;       ///< conjugate to psi
  };

  BeamElement::BeamElement(const BeamSection &section,
                           const Vector3 &position_a,
                           const Vector3 &position_b)
    : length((position_b - position_a).norm())
    , direction((position_b - position_a) / length)
    , mass(section.mass)
  {
    if (!(length > 0))
      throw Error(message("A beam element has the length ",
                          length,
                          ". Give its two nodes different positions."));
    frame            = section_frame(direction);
    const Matrix3 &E = frame;
    force_stiffness  = E * section.force_stiffness.asDiagonal() * E.transpose();
    moment_stiffness =
      E * section.moment_stiffness.asDiagonal() * E.transpose();
    inertia = E * section.inertia.asDiagonal() * E.transpose();
  }

  BeamElement::Configuration BeamElement::configuration(const BeamPose &a,
                                                        const BeamPose &b) const
  {
    Configuration c;
    c.psi =
      rotation_logarithm(quaternion_product(conjugate(a.rotation), b.rotation));
    c.half         = rotation_matrix(rotation_exponential(c.psi / 2));
    c.middle       = rotation_matrix(a.rotation) * c.half;
    c.tangent_half = rotation_tangent(c.psi / 2);
    c.inverse      = rotation_tangent_inverse(c.psi);
    c.stretch      = c.middle.transpose() * (b.position - a.position) / length;
    c.gamma        = c.stretch - direction;
    c.kappa        = c.psi / length;
    c.normal       = force_stiffness * c.gamma;
    c.moment       = moment_stiffness * c.kappa;
    c.torque       = length * c.normal.cross(c.stretch);
    c.relative     = c.moment + c.tangent_half.transpose() * c.torque / 2;
    return c;
  }

  double BeamElement::energy(const BeamPose &a, const BeamPose &b) const
  {
    const Configuration c = configuration(a, b);
    return length / 2 * (c.gamma.dot(c.normal) + c.kappa.dot(c.moment));
  }

  BeamElement::Vector12 BeamElement::force(const BeamPose &a,
                                           const BeamPose &b) const
  {
    // With the increments w_a, w_b of the rotations
    //   dpsi = T(psi)^-1 w_b - T(psi)^-T w_a,
    //   w_m  = exp(psi/2)^T w_a + T(psi/2) dpsi/2,
    //   dgamma = R_m^T (dx_b - dx_a)/L + stretch x w_m.
    const Configuration c = configuration(a, b);
    const Vector3 n       = c.middle * c.normal;
    Vector12 f;
    f << -n, c.half * c.torque - c.inverse * c.relative, n,
      c.inverse.transpose() * c.relative;
    return f;
  }

  BeamElement::Matrix12 BeamElement::tangent(const BeamPose &a,
                                             const BeamPose &b) const
  {
    const Configuration c = configuration(a, b);
    Matrix12 K;
    for (int j = 0; j < 12; ++j)
      {
        const Vector12 unit = Vector12::Unit(j);
        const Vector3 dx    = unit.segment<3>(6) - unit.segment<3>(0);
        const Vector3 w_a = unit.segment<3>(3), w_b = unit.segment<3>(9);
        const Vector3 dpsi   = c.inverse * w_b - c.inverse.transpose() * w_a;
        const Vector3 w_half = c.tangent_half * dpsi / 2;
        const Vector3 w_m    = c.half.transpose() * w_a + w_half;
        const Vector3 dgamma =
          c.middle.transpose() * dx / length + c.stretch.cross(w_m);
        const Vector3 dnormal = force_stiffness * dgamma;
        const Vector3 dtorque =
          length * (dnormal.cross(c.stretch) + c.normal.cross(dgamma));
        const Matrix3 dT_half =
          rotation_tangent_derivative(c.psi / 2, dpsi / 2);
        const Vector3 drelative = moment_stiffness * dpsi / length +
                                  (dT_half.transpose() * c.torque +
                                   c.tangent_half.transpose() * dtorque) /
                                    2;
        const Matrix3 dinverse =
          -c.inverse * rotation_tangent_derivative(c.psi, dpsi) * c.inverse;
        const Vector3 dn = c.middle * (w_m.cross(c.normal) + dnormal);
        K.col(j) << -dn,
          c.half * (w_half.cross(c.torque) + dtorque) - dinverse * c.relative -
            c.inverse * drelative,
          dn,
          dinverse.transpose() * c.relative + c.inverse.transpose() * drelative;
      }
    return K;
  }

  BeamElement::Resultants BeamElement::resultants(const BeamPose &a,
                                                  const BeamPose &b) const
  {
    const Configuration c = configuration(a, b);
    return {frame.transpose() * c.normal, frame.transpose() * c.moment};
  }

  double BeamElement::nodal_mass() const
  {
    return length / 2 * mass;
  }

  Matrix3 BeamElement::nodal_inertia() const
  {
    return length / 2 * inertia;
  }
} // namespace rivlin
