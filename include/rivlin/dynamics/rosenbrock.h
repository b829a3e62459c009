// SPDX-License-Identifier: Apache-2.0
// Rosenbrock methods in second-order form.
#pragma once

#include <rivlin/dynamics/consistency.h>
#include <rivlin/dynamics/rosenbrock_method.h>
#include <rivlin/dynamics/stage_tangent.h>
#include <rivlin/dynamics/step_control.h>

namespace rivlin
{
  struct RosenbrockOptions
  {
    bool adaptive = false;
    Tolerances tolerances;
    StepControl control;
    ConsistencyOptions consistency;
    /// Scaling of Becker (2012), Remark 5.1.3.
    bool scaling = true;
    /// How rigid constraints are used. Position: the stages are applied to the
    /// equations of index 3 as they stand, the limit of compliant ones; most
    /// methods are of order 2 or less there and the multipliers of lower order
    /// still. Acceleration: index 1, full order; needs a system whose tangent
    /// has all derivatives at that level, and projects q and v after each step.
    ConstraintLevel rigid_level = ConstraintLevel::position;
  };

  /// One step costs one factorization of a matrix of size n_q + n_lambda, one
  /// residual for each different row of alpha and one for the time derivative
  /// where it is needed and not given.
  ///
  /// The acceleration is treated as an algebraic variable of q' = v, v' = a,
  ///   M(q) a + g(t, q, v) + B^T lambda = 0,
  /// which for constant M reproduces Becker (2012), (5.20), and allows M(q).
  /// On Lie groups the method is applied to the local coordinates theta of
  /// q = q_n o exp(theta), theta' = T(theta)^-1 v, in each step, with the exact
  /// linearization theta' = v - [v_n, theta]/2 (doc/theory/lie_groups.md).
  class Rosenbrock final : public TimeIntegrator
  {
  public:
    Rosenbrock(const MechanicalSystem &system,
               const RosenbrockMethod &method,
               const RosenbrockOptions &options = {});

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;

  private:
    /// Stage vectors u_i = sum_j gamma_ij k_j of theta, v, a and lambda.
    struct Stage
    {
      Vector theta, v, a, lambda;
    };

    bool is_known(const State &state);
    Evaluation residual_at(const State &state, Blocks &result);
    Evaluation time_derivative(const State &state, double h);
    Evaluation linearize(const State &state, double h);
    Evaluation run_stages(const State &state, double h);
    Evaluation compute_stages(const State &state, double h);
    /// Estimate the error of `trial` and propose a step.
    bool error_is_small(const State &state, double h);
    /// x = state + sum_j weights_j u_j; q = q_n o exp(theta)
    void combine(const State &state,
                 const Eigen::Ref<const Vector> &weights,
                 int n,
                 State &x);
    bool refuse(std::string reason);

    const MechanicalSystem &system;
    ConfigurationSpace space;
    bool is_flat;
    RosenbrockMethod method;
    RosenbrockOptions options;
    ConstraintLevel level;
    Matrix a_matrix;   ///< alpha Gamma^-1, columns are stages: a(j, i)
    Matrix c_matrix;   ///< diag(1/gamma) - Gamma^-1, likewise
    Vector m, m_error; ///< b Gamma^-1 and (b - b_hat) Gamma^-1
    Vector alpha_sum, gamma_sum;
    std::vector<int> same_residual_as; ///< earlier stage with the same row
    std::unique_ptr<Tangent> tangent;
    StageTangent *stage_tangent; ///< the same, on Lie groups; else none
    ConsistencySolver consistency;
    Counters count;
    StepReport report;
    std::vector<Stage> stages;
    std::vector<Blocks> residuals;
    Blocks time_slope, rhs, product, u, error;
    Vector p, s, velocity_error;
    Vector theta; ///< of the last combine()
    Vector turn;  ///< h gamma v_n, of the matrix on Lie groups
    State stage_state, trial;
    /// The residual of the last accepted state: the first one of the next step.
    /// A pure function of that state, so restarts are not affected.
    State known_state;
    Blocks known_residual;
  };
} // namespace rivlin
