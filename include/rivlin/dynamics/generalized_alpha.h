// SPDX-License-Identifier: Apache-2.0
// The generalized-alpha method for systems of index 0, 1 and 3.
#pragma once

#include <rivlin/dynamics/consistency.h>
#include <rivlin/dynamics/integration_method.h>
#include <rivlin/dynamics/newton.h>
#include <rivlin/dynamics/stabilized_system.h>
#include <rivlin/dynamics/step_control.h>

namespace rivlin
{
  struct AlphaParameters
  {
    double alpha_m = 0;
    double alpha_f = 0;
    double beta    = 0.25;
    double gamma   = 0.5;
  };

  /// Chung and Hulbert's optimal parameters for a spectral radius at infinity
  /// in [0, 1] (Arnold and Bruls 2007, eq. 20 and 24). Throws Error outside.
  AlphaParameters chung_hulbert(double spectral_radius);

  /// Hilber, Hughes and Taylor with alpha_f = alpha in [0, 1/3].
  AlphaParameters hilber_hughes_taylor(double alpha);

  /// Newmark's method; (1/4, 1/2) is the trapezoidal rule.
  AlphaParameters newmark(double beta, double gamma);

  /// Consequences of parameters that violate the conditions for order 2
  /// (eq. 20), zero stability or strict stability at infinity (eq. 23).
  std::vector<std::string> consequences(const AlphaParameters &parameters);

  /// gamma of a step of size ratio * (size of the step before), whose gamma
  /// was gamma_n, such that order 2 survives (Arnold and Bruls; see Remark
  /// 5.2.4 of Becker 2012). Fixed point for ratio 1: 1/2 + alpha_f - alpha_m.
  double adapted_gamma(const AlphaParameters &parameters,
                       double gamma_n,
                       double ratio);

  struct GeneralizedAlphaOptions
  {
    AlphaParameters parameters = chung_hulbert(0.8);
    /// On rigid constraints an error of the Newton iteration in q is amplified
    /// to 1/h^2 times its size in lambda, hence the small tolerance.
    NewtonOptions newton = {.tolerance = 1e-10};
    ConsistencyOptions consistency;
    /// Scaling of Arnold and Bruls (2007, eq. 10).
    bool scaling                   = true;
    StartingValues starting_values = StartingValues::plain;
    /// Rigid constraints at the position level alone (index 3), or at the
    /// position and velocity level with auxiliary multipliers (Gear, Gupta and
    /// Leimkuhler; Arnold et al. 2015, Section 4.3). The latter needs a
    /// DenseSystem.
    bool stabilized_index_2 = false;
    /// Adapt gamma when the step size changes.
    bool adapt_gamma = true;
    /// Local error in q per step in MechanicalSystem::increment_norm;
    /// 0: constant steps.
    double error_tolerance = 0;
  };

  /// Algorithm 1 of Arnold and Bruls (2007): equilibrium is enforced at the end
  /// of every step, M may depend on q, and a recurrence carries an auxiliary
  /// acceleration (in State::memory). On Lie groups q_{n+1} = q_n o exp(h Dq)
  /// (Bruls et al. 2012, Table 1); R^n is the case without commutators.
  ///
  /// The error estimate is the leading term of the local error in q,
  ///   h^2 (1/6 - beta + (alpha_f - alpha_m) / 2) (a_{n+1} - a_n),
  /// i.e. the part of the difference between corrector and Newmark predictor
  /// that the method does not account for; it is of third order.
  class GeneralizedAlpha final : public TimeIntegrator
  {
  public:
    explicit GeneralizedAlpha(const MechanicalSystem &system,
                              const GeneralizedAlphaOptions &options = {});

    std::string_view name() const override;
    std::vector<MemoryEntry> empty_memory() const override;
    void prepare(State &state) override;
    const StepReport &attempt(State &state, double h) override;
    const Counters &counters() const override;
    std::vector<std::string> warnings() const override;
    /// eta of the last step of the stabilized index-2 form (Arnold et al. 2015,
    /// eq. 58); it vanishes with the step size. Empty otherwise.
    Vector auxiliary_multipliers() const;

  private:
    /// The perturbed v_0 and a_0 of a first step of size h.
    Evaluation perturb(const State &state, double h);
    /// Where Newton's method starts.
    void guess(const State &state, double h, bool extrapolates);
    /// Newton's method for the map with either formulation.
    bool solve(const State &state, double h);

    const MechanicalSystem &system;
    GeneralizedAlphaOptions options;
    ConfigurationSpace space;
    std::unique_ptr<StabilizedSystem> stabilized; ///< none for index 3
    NewtonSolver newton;
    ConsistencySolver consistency;
    StepReport report;
    StepMap map;
    State trial;
    State auxiliary; ///< of the stabilized system
    State shifted;   ///< for differences of the acceleration
    Blocks unknown, error;
    Vector start_v, start_a; ///< of the step
    Vector algorithmic; ///< the part of the new auxiliary acceleration that is
                        ///< known before the step
    Vector prediction;  ///< increment of q if the new acceleration were zero
  };
} // namespace rivlin
