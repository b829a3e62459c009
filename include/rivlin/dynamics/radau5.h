// SPDX-License-Identifier: Apache-2.0
// The three-stage Radau IIA method for small systems: the reference.
#pragma once

#include <rivlin/dynamics/consistency.h>
#include <rivlin/dynamics/dense_system.h>
#include <rivlin/dynamics/step_control.h>

#include <array>
#include <memory>

namespace rivlin
{
  struct Radau5Options
  {
    bool adaptive         = true;
    Tolerances tolerances = {1e-8, 1e-8, false};
    StepControl control   = {.max_factor = 8};
    ConsistencyOptions consistency;
    int max_newton_iterations = 10;
    /// Acceleration: rigid constraints as a system of index 1 with projection
    /// after each step, order 5 in everything. Position: the equations of index
    /// 3 as they stand, order 5 in q, 3 in v and 2 in lambda.
    ConstraintLevel rigid_level = ConstraintLevel::acceleration;
  };

  /// Radau IIA of order 5 (Hairer and Wanner 1996, Section IV.8) for q' = v,
  /// v' = a, M a + g + B^T lambda = 0, Phi = 0. The simplified Newton iteration
  /// decouples into a real and a complex system, each condensed to the size
  /// n_q + n_lambda; the complex one is why only dense systems are served.
  class Radau5 final : public TimeIntegrator
  {
  public:
    explicit Radau5(const DenseSystem &system,
                    const Radau5Options &options = {});
    ~Radau5() override;

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;

  private:
    struct Matrices; ///< Jacobians and factorizations

    bool refuse(std::string reason);
    Evaluation factorize(const State &state, double h);
    bool newton(const State &state, double h);
    void predict_stages(const State &state, double h);
    Evaluation evaluate_stages(const State &state, double h);
    /// Right-hand sides of all rows, transformed by T^-1.
    void transform_residuals(const State &state, double h);
    /// Solve for the Newton increments and add them to the stages.
    void add_increments(double h);
    /// Size of the Newton increments in tolerances.
    double increment_size(const State &state, double h) const;
    bool estimate_error(const State &state, double h);

    const DenseSystem &system;
    Radau5Options options;
    ConstraintLevel level;
    std::unique_ptr<Matrices> matrices;
    ConsistencySolver consistency;
    Counters count;
    StepReport report;
    Eigen::Matrix3d A, A_inverse, T, T_inverse;
    Eigen::Vector3d c;
    double gamma = 0, alpha = 0, beta = 0;         ///< eigenvalues of A^-1
    std::array<Vector, 3> Z_q, Z_v, Z_a, Z_lambda; ///< stage minus old value
    std::array<Vector, 3> d_q, d_v, d_a, d_lambda; ///< Newton increments
    std::array<Blocks, 3> residual;
    Blocks error;
    Vector velocity_error, acceleration_error;
    State stage, trial;
  };
} // namespace rivlin
