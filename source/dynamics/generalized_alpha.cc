// SPDX-License-Identifier: Apache-2.0
// Arnold and Bruls (2007), Multibody System Dynamics 18, 185-202; on Lie groups
// Bruls, Cardona and Arnold (2012), Mechanism and Machine Theory 48, 121-137,
// and Arnold, Bruls and Cardona (2015), Numerische Mathematik 129, 149-179.
#include <rivlin/dynamics/generalized_alpha.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rivlin
{
  AlphaParameters chung_hulbert(const double rho)
  {
    if (!(rho >= 0 && rho <= 1))
      throw Error(
        message("The spectral radius at infinity is ",
                rho,
                ", it must be in [0, 1]: 0 annihilates high "
                "frequencies, 1 keeps them. Choose for example 0.8."));
    AlphaParameters p;
    p.alpha_m = (2 * rho - 1) / (rho + 1);
    p.alpha_f = rho / (rho + 1);
    p.gamma   = 0.5 + p.alpha_f - p.alpha_m;
    p.beta    = 0.25 * (p.gamma + 0.5) * (p.gamma + 0.5);
    return p;
  }

  AlphaParameters hilber_hughes_taylor(const double alpha)
  {
    if (!(alpha >= 0 && alpha <= 1. / 3))
      throw Error(message("alpha of the HHT method is ",
                          alpha,
                          ", it must be in [0, 1/3] (0: no damping)."));
    AlphaParameters p;
    p.alpha_f = alpha;
    p.gamma   = 0.5 + alpha;
    p.beta    = 0.25 * (1 + alpha) * (1 + alpha);
    return p;
  }

  AlphaParameters newmark(const double beta, const double gamma)
  {
    if (!(beta > 0) || !(gamma > 0))
      throw Error(message("Newmark's beta and gamma must be positive, are ",
                          beta,
                          " and ",
                          gamma,
                          ". The trapezoidal rule has 1/4 and 1/2."));
    AlphaParameters p;
    p.beta  = beta;
    p.gamma = gamma;
    return p;
  }

  std::vector<std::string> consequences(const AlphaParameters &p)
  {
    std::vector<std::string> result;
    const double order_2 = 0.5 + p.alpha_f - p.alpha_m;
    if (std::abs(p.gamma - order_2) > 1e-12)
      result.push_back(message("gamma = ",
                               p.gamma,
                               " differs from 1/2 + alpha_f - alpha_m = ",
                               order_2,
                               ": the method is of first order only."));
    if (p.gamma < order_2 - 1e-12)
      result.push_back(message("gamma = ",
                               p.gamma,
                               " < ",
                               order_2,
                               ": the method gains energy and is unstable "
                               "without damping."));
    if (p.beta < 0.5 * p.gamma - 1e-12)
      result.push_back(message("beta = ",
                               p.beta,
                               " < gamma/2 = ",
                               0.5 * p.gamma,
                               ": the method is unstable for large steps."));
    if (p.alpha_m > 0.5)
      result.push_back(message("alpha_m = ",
                               p.alpha_m,
                               " > 1/2: the method is unstable for small "
                               "steps."));
    // The trapezoidal rule and rho = 1 lie on the border, too.
    const bool strict = p.alpha_m < p.alpha_f && p.alpha_f < 0.5 &&
                        p.beta > 0.25 + 0.5 * (p.alpha_f - p.alpha_m);
    if (!strict)
      result.push_back(message("alpha_m = ",
                               p.alpha_m,
                               ", alpha_f = ",
                               p.alpha_f,
                               ", beta = ",
                               p.beta,
                               " are not strictly stable at infinity (alpha_m "
                               "< alpha_f < 1/2, beta > 1/4 + (alpha_f - "
                               "alpha_m)/2): high frequencies and multipliers "
                               "of constraints oscillate undamped."));
    return result;
  }

  double adapted_gamma(const AlphaParameters &p,
                       const double gamma_n,
                       const double ratio)
  {
    const double P           = p.alpha_f * (1 - gamma_n) - p.alpha_m / 2;
    const double Q           = ratio * (1 - p.alpha_m - gamma_n);
    const double denominator = P + (1 - p.alpha_f) * Q;
    // alpha_m = alpha_f = 1/2 is the trapezoidal rule, of order 2 for any
    // steps.
    if (std::abs(denominator) < 1e-12)
      return gamma_n;
    return (1 - p.alpha_m) * (P + Q / 2) / denominator;
  }

  GeneralizedAlpha::GeneralizedAlpha(
    const MechanicalSystem &mechanical_system,
    const GeneralizedAlphaOptions &alpha_options)
    : TimeIntegrator(mechanical_system)
    , system(mechanical_system)
    , options(alpha_options)
    , space(system.space())
    , stabilized(options.stabilized_index_2 ? make_stabilized_system(system)
                                            : nullptr)
    , newton(stabilized ? static_cast<const MechanicalSystem &>(*stabilized)
                        : system,
             options.newton)
    , consistency(system, options.consistency)
  {
    const AlphaParameters &p = options.parameters;
    if (!(p.beta > 0) || !(p.gamma > 0) || !(p.alpha_m < 1) ||
        !(p.alpha_f < 1) || !(options.error_tolerance >= 0))
      throw Error(
        message("Generalized-alpha needs beta > 0, gamma > 0, alpha_m "
                "< 1, alpha_f < 1 and an error tolerance >= 0; they "
                "are ",
                p.beta,
                ", ",
                p.gamma,
                ", ",
                p.alpha_m,
                ", ",
                p.alpha_f,
                ", ",
                options.error_tolerance,
                "."));
  }

  std::string_view GeneralizedAlpha::name() const
  {
    return "generalized alpha";
  }

  const Counters &GeneralizedAlpha::counters() const
  {
    return newton.counters;
  }

  std::vector<std::string> GeneralizedAlpha::warnings() const
  {
    return consequences(options.parameters);
  }

  Vector GeneralizedAlpha::auxiliary_multipliers() const
  {
    const int m = stabilized ? system.n_multipliers() : 0;
    // Nothing was corrected before the first step.
    if (auxiliary.lambda.size() < m)
      return Vector::Zero(m);
    return auxiliary.lambda.tail(m);
  }

  std::vector<MemoryEntry> GeneralizedAlpha::empty_memory() const
  {
    std::vector<MemoryEntry> memory = {entry("auxiliary acceleration",
                                             MemoryKind::velocity),
                                       numbers("step size and gamma", 2)};
    if (newton.keeps_factorization())
      for (MemoryEntry &part : empty_place(system))
        memory.push_back(std::move(part));
    if (newton.n_kept() > 0)
      {
        memory.push_back(numbers("kept tangent", newton.n_kept()));
        memory.push_back(entry("last acceleration", MemoryKind::velocity));
        memory.push_back(entry("last multipliers", MemoryKind::multiplier));
        memory.push_back(entry("multipliers before", MemoryKind::multiplier));
        memory.push_back(numbers("step size before", 1));
      }
    return memory;
  }

  void GeneralizedAlpha::prepare(State &state)
  {
    consistency.start(state, newton.counters);
    state.memory[0].values = state.a;
  }

  Evaluation GeneralizedAlpha::perturb(const State &state, const double h)
  {
    const AlphaParameters &p = options.parameters;
    // The acceleration at t_0 + s, to first order in s (Arnold et al. 2015,
    // below eq. 56).
    const auto acceleration = [&](const double s) {
      shifted    = state;
      prediction = s * state.v + s * s / 2 * state.a;
      system.retract(state.q, prediction, shifted.q);
      shifted.v += s * state.a;
      shifted.time += s;
      return consistency.accelerations(shifted, newton.counters);
    };
    const bool central =
      options.starting_values == StartingValues::second_differences;
    const double s = central ? h : 0.01 * h;
    if (Evaluation evaluation = acceleration(s); !evaluation.valid)
      return evaluation;
    Vector jerk = shifted.a;
    if (central)
      {
        if (Evaluation evaluation = acceleration(-s); !evaluation.valid)
          return evaluation;
        jerk = (jerk - shifted.a) / (2 * s);
      }
    else
      jerk = (jerk - state.a) / s;
    const double shift = p.alpha_m - p.alpha_f;
    start_a            = state.a + shift * h * jerk; // eq. 57
    // The stabilized form keeps B v = 0, so v_0 must stay.
    if (system.constraint_kind() != ConstraintKind::rigid || stabilized)
      return {};
    // eqs. 17 and 56
    Vector bracket;
    commutator(space, state.v, state.a, bracket);
    const Vector error_rate =
      h * h / 6 * ((1 - 6 * p.beta - 3 * shift) * jerk + bracket / 2);
    return consistency.constrained_part(state,
                                        error_rate,
                                        start_v,
                                        newton.counters);
  }

  bool GeneralizedAlpha::solve(const State &state, const double h)
  {
    if (!stabilized)
      {
        copy_points(state, trial);
        trial.time = state.time + h;
        return newton.solve(map, trial, unknown, false, report);
      }
    const auto m = state.lambda.size();
    stabilized->begin_step(state, h, map.c_v, options.parameters.beta * h * h);
    // The unknowns are the increment that v and a see, lambda and eta.
    map.q_0.setZero(state.v.size());
    map.multiplier_weight = 1;
    unknown.lambda.setZero(2 * m);
    unknown.lambda.head(m) = state.lambda;
    copy_points(state, auxiliary);
    auxiliary.time = state.time + h;
    if (!newton.solve(map, auxiliary, unknown, false, report))
      return false;
    stabilized->finish_step(auxiliary, trial);
    return true;
  }

  void GeneralizedAlpha::guess(const State &state,
                               const double h,
                               const bool extrapolates)
  {
    // Unchanged acceleration and multipliers, or what the last steps suggest.
    unknown.q      = prediction + state.a / map.c_a;
    unknown.lambda = state.lambda;
    if (!extrapolates)
      return;
    const Vector &last_a = state.memory[3].values,
                 &last   = state.memory[4].values,
                 &before = state.memory[5].values;
    const double step_n = state.memory[1].values(0), ratio = h / step_n;
    unknown.q += ratio / map.c_a * (state.a - last_a);
    unknown.lambda += ratio * (state.lambda - last);
    const auto is_h = [&](const double step) {
      return std::abs(step - h) <= 1e-6 * h;
    };
    if (is_h(step_n) && is_h(state.memory[6].values(0)))
      unknown.lambda += state.lambda - 2 * last + before;
  }

  const StepReport &GeneralizedAlpha::attempt(State &state, const double h)
  {
    report.reset(state.time, h);

    const AlphaParameters &p = options.parameters;
    start_v                  = state.v;
    start_a                  = state.memory[0].values;
    Vector &last_step        = state.memory[1].values;
    const double step_n = last_step(0), gamma_n = last_step(1);
    double gamma = p.gamma;
    // A change of the last digits (steps that end at output times) is none.
    if (options.adapt_gamma && step_n > 0)
      gamma = adapted_gamma(p, gamma_n, h / step_n);

    const bool is_first = step_n == 0;
    if (is_first && options.starting_values != StartingValues::plain)
      if (const Evaluation evaluation = perturb(state, h); !evaluation.valid)
        {
          report.reason = message("No perturbed starting values: ",
                                  evaluation.reason,
                                  ". Reduce the step size.");
          return report;
        }
    const Vector &v = start_v, &a = start_a;

    // The state at t + h if the new acceleration were zero (Algorithm 1).
    algorithmic = (p.alpha_f * state.a - p.alpha_m * a) / (1 - p.alpha_m);
    prediction =
      h * v + h * h * (0.5 - p.beta) * a + h * h * p.beta * algorithmic;
    map.c_v = gamma / (h * p.beta);
    map.c_a = (1 - p.alpha_m) / ((1 - p.alpha_f) * p.beta * h * h);
    map.q_0 = state.q;
    map.v_0 =
      v + h * (1 - gamma) * a + h * gamma * algorithmic - map.c_v * prediction;
    map.a_0     = -map.c_a * prediction;
    map.scaling = options.scaling ? p.beta * h * h : 1;
    map.multiplier_weight =
      system.constraint_kind() == ConstraintKind::rigid ? p.beta * h * h : 1;

    const bool keeps = newton.n_kept() > 0;
    if (keeps)
      newton.load_kept(state.memory[2].values);
    newton.load_place(state.memory, 2);
    const bool extrapolates = keeps && !is_first;
    guess(state, h, extrapolates);
    bool solved = solve(state, h);
    if (!solved && extrapolates)
      {
        report.reset(state.time, h);
        guess(state, h, false);
        solved = solve(state, h);
      }
    if (!solved)
      return report;

    if (options.error_tolerance > 0)
      {
        error.q = (h * h * (1. / 6 - p.beta + (p.alpha_f - p.alpha_m) / 2)) *
                  (trial.a - state.a);
        error.lambda.setZero(state.lambda.size());
        report.error_estimate =
          system.increment_norm(error) / options.error_tolerance;
        report.accepted = report.error_estimate <= 1;
        const double proposal =
          proposed_step({.max_factor = 2, .predictive = false},
                        h,
                        report.error_estimate,
                        3,
                        report.accepted,
                        {});
        // Small changes do not pay: they only disturb the recurrence.
        report.proposed_step =
          report.accepted && proposal > h && proposal < 1.2 * h ? h : proposal;
        if (!report.accepted)
          {
            report.reason = message("The estimated error is ",
                                    report.error_estimate,
                                    " times the tolerance ",
                                    options.error_tolerance,
                                    ". Reduce the step size.");
            return report;
          }
      }

    if (keeps)
      {
        newton.store_kept(state.memory[2].values);
        state.memory[3].values    = state.a;
        state.memory[5].values    = state.memory[4].values;
        state.memory[4].values    = state.lambda;
        state.memory[6].values[0] = step_n;
      }
    newton.store_place(state.memory, 2);
    state.memory[0].values =
      algorithmic + (1 - p.alpha_f) / (1 - p.alpha_m) * trial.a;
    last_step(0) = h;
    last_step(1) = gamma;
    copy_motion(trial, state);
    return report;
  }
} // namespace rivlin
