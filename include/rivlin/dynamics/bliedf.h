// SPDX-License-Identifier: Apache-2.0
// Backward differentiation formulas on Lie groups for second order systems.
#pragma once

#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/munthe_kaas.h>

namespace rivlin
{
  struct BLieDFOptions
  {
    int order = 2; ///< number k of steps, 1 to 4
    /// Small for the reason given for generalized-alpha.
    NewtonOptions newton = {.tolerance = 1e-10};
    ConsistencyOptions consistency;
    /// Scaling of Arnold and Bruls (2007, eq. 10).
    bool scaling = true;
    /// The term L_k (eq. 22); without it the order is at most 2 where
    /// velocities do not commute.
    bool correction = true;
    /// Starting velocities of eq. 56: without them the multipliers of rigid
    /// constraints lose an order in the first steps.
    bool perturbed_start = true;
    /// Rigid constraints at the position and velocity level (Arnold et al.
    /// 2015, eq. 58).
    bool stabilized_index_2 = false;
    /// Steps of the starting procedure per step of the method, a multiple of 4.
    int start_substeps = 8;
  };

  /// BLieDF of Wieloch and Arnold, eqs. 20 to 23:
  ///   q_{n+1} = q_n o exp(h Dq_n),
  ///   sum gamma_i Dq_{n+1-i} = v_{n+1} + h^2 L_k,
  ///   a_{n+1} = sum alpha_i v_{n+1-i} / h.
  /// The first k - 1 steps are taken by MuntheKaas, of order 4, or, where its
  /// explicit steps do not resolve a stiff system, by the trapezoidal rule with
  /// one extrapolation, also of order 4. A start that neither resolves is
  /// refused. The step size is constant: another one starts the method anew.
  ///
  /// State::memory: [0] step size and number of steps since the start,
  /// [1] ... [k] v_n, v_{n-1} ..., [k + 1] ... Dq_{n-1}, Dq_{n-2} ...
  class BLieDF final : public TimeIntegrator
  {
  public:
    explicit BLieDF(const MechanicalSystem &system,
                    const BLieDFOptions &options = {});

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;

  private:
    void copy_to_trial(const State &state);
    /// The motion after h in `trial`, its increment in `increment`.
    Evaluation starting_step(const State &state, double h);
    Evaluation explicit_start(const State &state, double h, int n_substeps);
    Evaluation implicit_start(const State &state, double h, int n_substeps);
    /// Refuse a start whose increment depends on the number of substeps by more
    /// than a share of it.
    Evaluation compare_with_coarse(const State &state,
                                   double h,
                                   std::string_view kind,
                                   double share);
    /// Add the perturbation of eq. 56 to the velocities.
    Evaluation perturb(const State &state, double h);
    bool multistep(const State &state, double h);
    /// h^2 L_k of the velocities.
    void set_correction(double h);
    const StepReport &refuse(const Evaluation &evaluation);

    const MechanicalSystem &system;
    BLieDFOptions options;
    ConfigurationSpace space;
    std::unique_ptr<StabilizedSystem> stabilized; ///< none for index 3
    NewtonSolver newton;
    ConsistencySolver consistency;
    MuntheKaas starter;
    GeneralizedAlpha implicit_starter; ///< the trapezoidal rule
    StepReport report;
    StepMap map;
    State trial, auxiliary;
    Blocks unknown, change;
    Vector coarse_q, coarse_v;
    std::vector<Vector> velocities; ///< v_n, v_{n-1}, ...
    Vector rate, correction, bracket, increment, error_rate, v_change;
  };
} // namespace rivlin
