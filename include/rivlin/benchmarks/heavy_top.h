// SPDX-License-Identifier: Apache-2.0
// The heavy top, a body that spins about a fixed point under gravity.
#pragma once

#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// Data of Bruls et al. 2012, Section 7.1 (also in Arnold et al. 2015 and
  /// Wieloch and Arnold), SI units.
  struct HeavyTopData
  {
    double mass     = 15;
    Vector3 inertia = {0.234375, 0.46875, 0.234375}; ///< about the centre
    Vector3 centre  = {0, 1, 0};                     ///< X, in the body frame
    Vector3 gravity = {0, 0, -9.81};
  };

  /// On SO(3): q the rotation, v = Omega, no constraint.
  class HeavyTopRotation final : public DenseLieSystem
  {
  public:
    explicit HeavyTopRotation(const HeavyTopData &data = {});

    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    Evaluation mass(const Vector &q, MatrixRef M) const override;
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    TimeDependence time_dependence() const override;

  private:
    HeavyTopData data;
    Vector3 inertia; ///< about the fixed point
  };

  /// On R^3 x SO(3) or SE(3) with Phi = -x + R X (Arnold et al. 2015, eq. 62);
  /// lambda is the force of the fixed point on the body in the inertial frame.
  /// v is (dx/dt, Omega) on R^3 x SO(3), (R^T dx/dt, Omega) on SE(3).
  class HeavyTopBody final : public DenseLieSystem
  {
  public:
    enum class Group
    {
      rigid_body_space,
      rigid_motions
    };

    explicit HeavyTopBody(Group kind, const HeavyTopData &data = {});

    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    Evaluation mass(const Vector &q, MatrixRef M) const override;
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override;
    void constraint(double t,
                    const Vector &q,
                    const Vector &lambda,
                    Vector &Phi) const override;
    void
    constraint_jacobian(double t, const Vector &q, MatrixRef B) const override;
    void
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const override;
    void constraint_curvature(double t,
                              const Vector &q,
                              const Vector &v,
                              Vector &curvature) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    TimeDependence time_dependence() const override;

  private:
    HeavyTopData data;
    bool body_frame; ///< of the translational velocity
  };

  enum class HeavyTopSpace
  {
    so3,    ///< SO(3)
    r3_so3, ///< R^3 x SO(3)
    se3     ///< SE(3)
  };

  /// R(0) = I, Omega(0) = (0, 150, -4.61538). Its solution is the
  /// last state of heavy_top_motion.
  Benchmark heavy_top(HeavyTopSpace space, double end_time = 1);

  /// The exact motion at the times i * end_time / n, i = 0 ... n, from the
  /// equations on SO(3) with steps so small (2^-16) that the error is below
  /// 1e-8 in q; multipliers and the translation follow from the rotation.
  std::vector<State>
  heavy_top_motion(HeavyTopSpace space, int n, double end_time = 1);

  /// Errors of q (log of the relative configuration, Arnold et al. 2015 eq.
  /// 18), v and, if there is one, lambda in the body frame: Euclidean norms.
  struct HeavyTopError
  {
    double q = 0, v = 0, lambda = 0;
  };
  HeavyTopError
  heavy_top_error(HeavyTopSpace space, const State &state, const State &exact);

  /// Kinetic and potential energy of a state on R^3 x SO(3).
  double heavy_top_energy(const State &state);
} // namespace rivlin
