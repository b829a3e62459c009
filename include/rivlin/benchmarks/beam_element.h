// SPDX-License-Identifier: Apache-2.0
// A geometrically exact beam element with two nodes on R^3 x SO(3).
#pragma once

#include <rivlin/dynamics/rotation.h>

namespace rivlin
{
  /// Properties of a cross section in its own frame, whose first axis is the
  /// beam axis. SI units.
  struct BeamSection
  {
    Vector3 force_stiffness;  ///< EA, GA_2, GA_3 [N]
    Vector3 moment_stiffness; ///< GJ, EI_2, EI_3 [N m^2]
    double mass = 0;          ///< per length [kg/m]
    Vector3 inertia;          ///< per length, about the three axes [kg m]
  };

  /// Position and rotation of a node; the rotation is the identity in the
  /// stress-free reference, for all elements that meet in the node.
  struct BeamPose
  {
    Vector3 position;
    Quaternion rotation;
  };

  /// The rod of Simo and Vu-Quoc (1988) with one integration point. With
  ///   psi = log(R_a^T R_b),  R_m = R_a exp(psi/2),
  /// the strains, in the frame of the nodes, are
  ///   gamma = R_m^T (x_b - x_a)/L - d,  kappa = psi/L,
  /// d the unit vector from a to b in the reference. They do not change when
  /// both nodes undergo the same rigid motion; one point avoids shear locking.
  /// |psi| must stay below pi.
  class BeamElement
  {
  public:
    /// Forces and increments: (x_a, rotation of a, x_b, rotation of b), forces
    /// in the inertial frame, moments and rotations in the frame of the node.
    using Vector12 = Eigen::Matrix<double, 12, 1>;
    using Matrix12 = Eigen::Matrix<double, 12, 12>;

    /// The second and third axis of the section are perpendicular to the beam;
    /// the second is as close as possible to z, or to y for a beam along z.
    BeamElement(const BeamSection &section,
                const Vector3 &position_a,
                const Vector3 &position_b);

    double energy(const BeamPose &a, const BeamPose &b) const;
    /// The derivative of the energy along the group.
    Vector12 force(const BeamPose &a, const BeamPose &b) const;
    /// The derivative of the force along the group. Not symmetric where moments
    /// act, because increments of rotations do not commute.
    Matrix12 tangent(const BeamPose &a, const BeamPose &b) const;

    /// Force (N, Q_2, Q_3) and moment (torsion, M_2, M_3) of the section in its
    /// frame.
    struct Resultants
    {
      Vector3 force, moment;
    };
    Resultants resultants(const BeamPose &a, const BeamPose &b) const;

    /// Half of the mass and of the inertia, of either node, in its frame.
    double nodal_mass() const;
    Matrix3 nodal_inertia() const;

  private:
    struct Configuration;
    Configuration configuration(const BeamPose &a, const BeamPose &b) const;

    double length;
    Vector3 direction; ///< d
    Matrix3 frame;     ///< axes of the section in the reference
    Matrix3 force_stiffness, moment_stiffness;
    double mass;
    Matrix3 inertia;
  };
} // namespace rivlin
