// SPDX-License-Identifier: Apache-2.0
// The stabilized index-2 formulation of one implicit step.
#pragma once

#include <rivlin/dynamics/dense_system.h>

namespace rivlin
{
  /// Gear, Gupta and Leimkuhler's formulation on Lie groups (Arnold et al.
  /// 2015, eq. 58) as a system that Newton's method solves for one step: the
  /// coordinates are the increment y that v = v_0 + c_v y and a = a_0 + c_a y
  /// see, the multipliers are (lambda, eta), the equations
  ///   M a + g + B^T lambda = 0,  Phi(q) = 0,  dPhi/dt(q, v) = 0
  /// at q = q_n o exp(y - h B(q_n)^T eta).
  class StabilizedSystem final : public MechanicalSystem
  {
  public:
    explicit StabilizedSystem(const DenseSystem &system);

    /// A step of size h from `state`; multipliers are of size 1/`scaling`.
    void begin_step(const State &state, double h, double c_v, double scaling);
    /// The state of the system itself.
    void finish_step(const State &solution, State &result) const;

    int n_velocities() const override;
    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    [[nodiscard]] Evaluation residual(const State &state,
                                      ConstraintLevel level,
                                      Blocks &result) const override;
    std::unique_ptr<Tangent> make_tangent() const override;
    /// With lambda times `scaling` and eta times h.
    double increment_norm(const Blocks &increment) const override;

  private:
    friend class StabilizedTangent;

    const DenseSystem &system;
    Vector q_n;
    Matrix B_n;
    double step_size = 1, c_v = 1, scaling = 1;
  };

  /// Throws Error if the system is not dense or has no rigid constraints.
  std::unique_ptr<StabilizedSystem>
  make_stabilized_system(const MechanicalSystem &system);
} // namespace rivlin
