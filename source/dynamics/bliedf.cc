// SPDX-License-Identifier: Apache-2.0
// Wieloch and Arnold, BLieDF2nd - a k-step BDF integrator for constrained
// mechanical systems on Lie groups.
#include <rivlin/dynamics/bliedf.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <array>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// alpha_0 ... alpha_k for k = 1 ... 4 (eq. 3).
    constexpr std::array<std::array<double, 5>, 4> alpha = {
      {{1, -1},
       {3. / 2, -2, 1. / 2},
       {11. / 6, -3, 3. / 2, -1. / 3},
       {25. / 12, -4, 3, -4. / 3, 1. / 4}}};

    /// gamma_i = alpha_0 + ... + alpha_{i-1} (eq. 5).
    double gamma(const int k, const int i)
    {
      double sum = 0;
      for (int j = 0; j < i; ++j)
        sum += alpha[k - 1][j];
      return sum;
    }
  } // namespace

  BLieDF::BLieDF(const MechanicalSystem &mechanical_system,
                 const BLieDFOptions &bliedf_options)
    : TimeIntegrator(mechanical_system)
    , system(mechanical_system)
    , options(bliedf_options)
    , space(system.space())
    , stabilized(options.stabilized_index_2 ? make_stabilized_system(system)
                                            : nullptr)
    , newton(stabilized ? static_cast<const MechanicalSystem &>(*stabilized)
                        : system,
             options.newton)
    , consistency(system, options.consistency)
    , starter(system, options.consistency)
    , implicit_starter(system,
                       {.parameters  = newmark(0.25, 0.5),
                        .newton      = options.newton,
                        .consistency = options.consistency,
                        .scaling     = options.scaling})
  {
    if (options.order < 1 || options.order > 4)
      throw Error(message("BLieDF has orders 1 to 4, not ",
                          options.order,
                          ": the correction for higher orders is not known."));
    // Half of them must be even for the extrapolation of the implicit start.
    if (options.start_substeps < 4 || options.start_substeps % 4 != 0)
      throw Error(
        message("The starting procedure of BLieDF needs 4, 8, 12 ... "
                "substeps, not ",
                options.start_substeps,
                "."));
    velocities.assign(options.order, Vector::Zero(system.n_velocities()));
  }

  std::string_view BLieDF::name() const
  {
    constexpr std::array<std::string_view, 4> names = {"BLieDF1",
                                                       "BLieDF2",
                                                       "BLieDF3",
                                                       "BLieDF4"};
    return names[options.order - 1];
  }

  const Counters &BLieDF::counters() const
  {
    return newton.counters;
  }

  std::vector<MemoryEntry> BLieDF::empty_memory() const
  {
    std::vector<MemoryEntry> memory = {numbers("step size and count", 2)};
    for (int i = 0; i < options.order; ++i)
      memory.push_back(
        entry(message("velocity ", i, " steps ago"), MemoryKind::velocity));
    for (int i = 1; i < options.order; ++i)
      memory.push_back(
        entry(message("increment ", i, " steps ago"), MemoryKind::velocity));
    return memory;
  }

  void BLieDF::prepare(State &state)
  {
    consistency.start(state, newton.counters);
    state.memory[1].values = state.v;
  }

  const StepReport &BLieDF::refuse(const Evaluation &evaluation)
  {
    report.accepted = false;
    report.reason   = message("The starting procedure of ",
                            name(),
                            " failed: ",
                            evaluation.reason,
                            ". Reduce the step size.");
    return report;
  }

  void BLieDF::set_correction(const double h)
  {
    const auto &v = velocities;
    correction.setZero(system.n_velocities());
    if (!options.correction || options.order < 3)
      return;
    // eq. 22: the derivative at t_n for k = 3, at t_{n+1} for k = 4.
    if (options.order == 3)
      rate = (3 * v[0] - 4 * v[1] + v[2]) / (2 * h);
    else
      rate = (7 * v[0] - 7 * v[1] - 3 * v[2] + 3 * v[3]) / (4 * h);
    commutator(space, v[0], rate, bracket);
    correction = h * h / 12 * bracket;
  }

  void BLieDF::copy_to_trial(const State &state)
  {
    copy_motion(state, trial);
    copy_points(state, trial);
  }

  Evaluation BLieDF::explicit_start(const State &state,
                                    const double h,
                                    const int n_substeps)
  {
    copy_to_trial(state);
    return starter.advance(trial, h, n_substeps, newton.counters);
  }

  Evaluation BLieDF::implicit_start(const State &state,
                                    const double h,
                                    const int n_substeps)
  {
    copy_to_trial(state);
    trial.memory           = implicit_starter.empty_memory();
    trial.memory[0].values = trial.a;
    const Counters before  = implicit_starter.counters();
    Evaluation result;
    for (int i = 0; i < n_substeps && result.valid; ++i)
      if (const StepReport &substep =
            implicit_starter.attempt(trial, h / n_substeps);
          !substep.accepted)
        result = {false, substep.reason};
    newton.counters += implicit_starter.counters() - before;
    trial.time = state.time + h;
    return result;
  }

  Evaluation BLieDF::compare_with_coarse(const State &state,
                                         const double h,
                                         const std::string_view kind,
                                         const double share)
  {
    change.lambda.setZero(state.lambda.size());
    difference(space, trial.q, coarse_q, change.q);
    const double error = system.increment_norm(change);
    difference(space, state.q, trial.q, increment);
    change.q          = increment;
    const double size = system.increment_norm(change);
    if (!(error <= share * size + options.newton.tolerance))
      return {false,
              message("the ",
                      kind,
                      " one with steps of ",
                      h / options.start_substeps,
                      " does not resolve the motion, whose increment changes "
                      "by ",
                      error,
                      " of ",
                      size,
                      " with their number")};
    return {};
  }

  Evaluation BLieDF::starting_step(const State &state, const double h)
  {
    const int n = options.start_substeps;
    // Half as many substeps have a multiple of the error: 16 times for the
    // explicit method, 4 times for the implicit one. An unstable or unresolved
    // start differs by more than the motion itself.
    const auto with_coarse =
      [&](const auto &start, const std::string_view kind, const double share) {
        if (Evaluation evaluation = start(n / 2); !evaluation.valid)
          return evaluation;
        coarse_q = trial.q;
        coarse_v = trial.v;
        if (Evaluation evaluation = start(n); !evaluation.valid)
          return evaluation;
        return compare_with_coarse(state, h, kind, share);
      };
    const Evaluation first =
      with_coarse([&](const int m) { return explicit_start(state, h, m); },
                  "explicit",
                  0.01);
    if (first.valid)
      return first;

    if (Evaluation evaluation =
          with_coarse([&](const int m) { return implicit_start(state, h, m); },
                      "implicit",
                      0.2);
        !evaluation.valid)
      return {false, first.reason + "; " + evaluation.reason};
    // The trapezoidal rule is symmetric: its errors have even powers of the
    // step, and these combinations order 4.
    difference(space, state.q, coarse_q, change.q);
    increment = (4 * increment - change.q) / 3;
    trial.v   = (4 * trial.v - coarse_v) / 3;
    system.retract(state.q, increment, trial.q);
    if (Evaluation evaluation = consistency.project(trial, newton.counters);
        !evaluation.valid)
      return evaluation;
    difference(space, state.q, trial.q, increment);
    return consistency.accelerations(trial, newton.counters);
  }

  Evaluation BLieDF::perturb(const State &state, const double h)
  {
    // eq. 24a with the motion itself gives l^q / h, not only its leading term.
    if (Evaluation evaluation = starting_step(state, h); !evaluation.valid)
      return evaluation;
    const int k = options.order;
    set_correction(h);
    error_rate = gamma(k, 1) / h * increment - trial.v - correction;
    for (int i = 2; i <= k; ++i)
      error_rate += gamma(k, i) * state.memory[k + i - 1].values;
    v_change.setZero(state.v.size());
    if (Evaluation evaluation = consistency.constrained_part(
          state, error_rate, v_change, newton.counters);
        !evaluation.valid)
      return evaluation;
    for (Vector &v : velocities)
      v += v_change;
    return {};
  }

  bool BLieDF::multistep(const State &state, const double h)
  {
    const int k         = options.order;
    const auto &weights = alpha[k - 1];
    set_correction(h);
    // v = alpha_0 x / h + v_0, a = (alpha_0 v + sum alpha_i v_{n+1-i}) / h for
    // the increment x = h Dq_n.
    map.c_v = weights[0] / h;
    map.c_a = map.c_v * map.c_v;
    map.q_0 = state.q;
    map.v_0 = -correction;
    for (int i = 2; i <= k; ++i)
      map.v_0 += gamma(k, i) * state.memory[k + i - 1].values;
    map.a_0 = map.c_v * map.v_0;
    for (int i = 1; i <= k; ++i)
      map.a_0 += weights[i] / h * velocities[i - 1];
    const double scaling = 1 / map.c_a;
    map.scaling          = options.scaling ? scaling : 1;
    map.multiplier_weight =
      system.constraint_kind() == ConstraintKind::rigid ? scaling : 1;

    // Start from unchanged acceleration and multipliers.
    unknown.q = (state.a - map.a_0) / map.c_a;
    if (!stabilized)
      {
        unknown.lambda = state.lambda;
        copy_points(state, trial);
        trial.time = state.time + h;
        if (!newton.solve(map, trial, unknown, false, report))
          return false;
        increment = unknown.q;
        return true;
      }
    stabilized->begin_step(state, h, map.c_v, scaling);
    map.q_0.setZero(state.v.size());
    map.multiplier_weight = 1;
    const auto m          = state.lambda.size();
    unknown.lambda.setZero(2 * m);
    unknown.lambda.head(m) = state.lambda;
    copy_points(state, auxiliary);
    auxiliary.time = state.time + h;
    if (!newton.solve(map, auxiliary, unknown, false, report))
      return false;
    stabilized->finish_step(auxiliary, trial);
    difference(space, state.q, trial.q, increment);
    return true;
  }

  const StepReport &BLieDF::attempt(State &state, const double h)
  {
    report.reset(state.time, h);
    const int k         = options.order;
    auto &memory        = state.memory;
    const double step_n = memory[0].values(0);
    double n_steps      = memory[0].values(1);
    // Steps that end at output times may differ in the last digits.
    if (std::abs(h - step_n) > 1e-6 * h)
      n_steps = 0;
    for (int i = 0; i < k; ++i)
      velocities[i] = memory[1 + i].values;
    if (n_steps == 0)
      velocities[0] = state.v;

    if (n_steps < k - 1)
      {
        if (const Evaluation evaluation = starting_step(state, h);
            !evaluation.valid)
          return refuse(evaluation);
        report.accepted = true;
      }
    else
      {
        if (n_steps == k - 1 && options.perturbed_start && !stabilized &&
            system.constraint_kind() == ConstraintKind::rigid)
          if (const Evaluation evaluation = perturb(state, h);
              !evaluation.valid)
            return refuse(evaluation);
        if (!multistep(state, h))
          return report;
      }

    for (int i = k; i > 1; --i)
      memory[i].values = velocities[i - 2];
    memory[1].values = trial.v;
    for (int i = 2 * k - 1; i > k + 1; --i)
      memory[i].values.swap(memory[i - 1].values);
    if (k > 1)
      memory[k + 1].values = increment / h;
    memory[0].values(0) = h;
    memory[0].values(1) = n_steps + 1;
    copy_motion(trial, state);
    return report;
  }
} // namespace rivlin
