// SPDX-License-Identifier: Apache-2.0
// Spherical and revolute joints, with or without prescribed rotation.
#include <rivlin/benchmarks/beam_mechanism.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <Eigen/Geometry>

#include <cmath>

namespace rivlin
{
  void BeamMechanism::add_joint(const BeamModel::Joint &joint)
  {
    const double gap =
      (model.nodes.at(joint.a).position - model.nodes.at(joint.b).position)
        .norm();
    if (gap > 0 || joint.a == joint.b || numbers[joint.b] < 0)
      throw Error(message("The joint of the nodes ",
                          joint.a,
                          " and ",
                          joint.b,
                          ", which are ",
                          gap,
                          " m apart, needs two nodes at the same position, "
                          "the second one free."));
    coincidences.push_back({joint.a, joint.b, multipliers});
    multipliers += 3;
    if (joint.kind == JointKind::spherical)
      {
        if (joint.angle)
          throw Error(message("The spherical joint of the nodes ",
                              joint.a,
                              " and ",
                              joint.b,
                              " has a prescribed angle. Make it revolute."));
        return;
      }
    const Vector3 n   = joint.axis.normalized();
    const Vector3 a_1 = n.unitOrthogonal(), a_2 = n.cross(a_1);
    for (const Vector3 &p : {a_1, a_2})
      alignments.push_back({joint.a, joint.b, multipliers++, n, p, p, {}});
    // R_b a_1 has turned by the angle: perpendicular to the turned a_2.
    if (joint.angle)
      alignments.push_back(
        {joint.a, joint.b, multipliers++, a_1, a_2, -a_1, joint.angle});
  }

  BeamMechanism::Direction BeamMechanism::direction(const Alignment &alignment,
                                                    const double t)
  {
    const Vector3 zero = Vector3::Zero();
    if (!alignment.angle)
      return {alignment.p, zero, zero};
    const auto [angle, rate, acceleration] = alignment.angle(t);
    const Vector3 p =
      std::cos(angle) * alignment.p + std::sin(angle) * alignment.p_turned;
    const Vector3 turned =
      std::cos(angle) * alignment.p_turned - std::sin(angle) * alignment.p;
    return {p, rate * turned, acceleration * turned - rate * rate * p};
  }

  int BeamMechanism::n_multipliers() const
  {
    return multipliers;
  }

  ConstraintKind BeamMechanism::constraint_kind() const
  {
    return multipliers > 0 ? ConstraintKind::rigid : ConstraintKind::none;
  }

  void BeamMechanism::constraint(const double t,
                                 const Vector &q,
                                 const Vector &,
                                 Vector &Phi) const
  {
    for (const auto &[a, b, row] : coincidences)
      Phi.segment<3>(row) = pose(q, b).position - pose(q, a).position;
    for (const Alignment &x : alignments)
      Phi(x.row) =
        (rotation(q, x.a) * direction(x, t).p).dot(rotation(q, x.b) * x.s);
  }

  void BeamMechanism::constraint_jacobian(const double t,
                                          const Vector &q,
                                          MatrixRef B) const
  {
    B.setZero();
    for (const auto &[a, b, row] : coincidences)
      {
        B.block<3, 3>(row, 6 * numbers[b]).setIdentity();
        if (numbers[a] >= 0)
          B.block<3, 3>(row, 6 * numbers[a]) = -Matrix3::Identity();
      }
    for (const Alignment &x : alignments)
      {
        const Matrix3 Q = rotation(q, x.a).transpose() * rotation(q, x.b);
        const Vector3 p = direction(x, t).p;
        const Vector3 y = Q * x.s, z = Q.transpose() * p;
        B.block<1, 3>(x.row, 6 * numbers[x.b] + 3) = x.s.cross(z).transpose();
        if (numbers[x.a] >= 0)
          B.block<1, 3>(x.row, 6 * numbers[x.a] + 3) = p.cross(y).transpose();
      }
  }

  void BeamMechanism::constraint_rate(const double t,
                                      const Vector &q,
                                      Vector &Phi_t) const
  {
    Phi_t.setZero();
    for (const Alignment &x : alignments)
      Phi_t(x.row) =
        (rotation(q, x.a) * direction(x, t).rate).dot(rotation(q, x.b) * x.s);
  }

  void BeamMechanism::constraint_curvature(const double t,
                                           const Vector &q,
                                           const Vector &v,
                                           Vector &curvature) const
  {
    // y = R_a^T R_b s: its rate, and its second derivative without the
    // angular accelerations.
    curvature.setZero();
    for (const Alignment &x : alignments)
      {
        const Matrix3 Q       = rotation(q, x.a).transpose() * rotation(q, x.b);
        const Vector3 Omega_a = angular_velocity(v, x.a),
                      Omega_b = angular_velocity(v, x.b);
        const Vector3 spin    = Omega_b.cross(x.s);
        const Vector3 y = Q * x.s, turned = Q * spin;
        const Vector3 y_rate   = turned - Omega_a.cross(y);
        const Vector3 y_second = Q * Omega_b.cross(spin) -
                                 Omega_a.cross(turned) - Omega_a.cross(y_rate);
        const Direction d = direction(x, t);
        curvature(x.row) =
          d.acceleration.dot(y) + 2 * d.rate.dot(y_rate) + d.p.dot(y_second);
      }
  }
} // namespace rivlin
