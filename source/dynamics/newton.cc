// SPDX-License-Identifier: Apache-2.0
// Newton's method with the natural monotonicity test.
#include <rivlin/dynamics/newton.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// Error of a correction that judges the increment before it, relative to
    /// itself: the tests compare its norm with a bound, and where it ends an
    /// iteration its error is this part of the tolerance.
    constexpr double judging_accuracy = 0.05;

    bool refuse(StepReport &report, std::string reason)
    {
      report.accepted = false;
      report.reason   = std::move(reason);
      return false;
    }

    /// y = x + s d without aliasing and without allocation after the first use.
    void add(const Blocks &x, const double s, const Blocks &d, Blocks &y)
    {
      y.q      = x.q + s * d.q;
      y.lambda = x.lambda + s * d.lambda;
    }

    /// Why an iteration does not go on with an increment; empty if it does.
    std::string flaw_of_increment(const double norm,
                                  const int iteration,
                                  const double most_growth,
                                  const double predicted_norm)
    {
      if (!std::isfinite(norm))
        return message("The increment of Newton iteration ",
                       iteration,
                       " is not a finite number: the tangent is singular. "
                       "Reduce the step size or look for parts that nothing "
                       "holds.");
      const double bound = most_growth * predicted_norm;
      if (bound > 0 && norm > bound)
        return message("Newton iteration ",
                       iteration,
                       " strays: its increment ",
                       norm,
                       " is more than ",
                       most_growth,
                       " times that of the predictor, ",
                       predicted_norm,
                       ". Reduce the step size.");
      return {};
    }
  } // namespace

  NewtonOptions downhill(NewtonOptions options)
  {
    if (!options.descend_energy)
      options.max_iterations *= 4;
    options.full_steps     = true;
    options.descend_energy = true;
    options.most_growth    = 0;
    return options;
  }

  NewtonSolver::NewtonSolver(const MechanicalSystem &mechanical_system,
                             const NewtonOptions &newton_options)
    : system(mechanical_system)
    , options(newton_options)
    , tangent(system.make_tangent())
    , kept(options.keep_over_steps ? dynamic_cast<KeptTangent *>(tangent.get())
                                   : nullptr)
    , factors(options.keep_factorization
                ? dynamic_cast<KeptFactorization *>(tangent.get())
                : nullptr)
  {
    if (factors != nullptr && !factors->keep_factorizations())
      factors = nullptr;
    if (!(options.tolerance > 0) || options.max_iterations < 1 ||
        !(options.min_damping > 0 && options.min_damping <= 1))
      throw Error(message("Newton's method needs a tolerance > 0 (is ",
                          options.tolerance,
                          "), at least 1 iteration (is ",
                          options.max_iterations,
                          ") and a smallest damping in (0, 1] (is ",
                          options.min_damping,
                          "). Correct these numbers."));
    // It is used late: no step after the first ones takes memory.
    if (kept != nullptr)
      missed = {Vector::Zero(system.n_velocities()),
                Vector::Zero(system.n_multipliers())};
  }

  void NewtonSolver::set_state(const StepMap &map,
                               const Blocks &unknown,
                               State &trial) const
  {
    system.retract(map.q_0, unknown.q, trial.q);
    trial.v      = map.v_0 + map.c_v * unknown.q;
    trial.a      = map.a_0 + map.c_a * unknown.q;
    trial.lambda = unknown.lambda;
  }

  Evaluation
  NewtonSolver::evaluate(const State &trial, Blocks &result, double &norm)
  {
    ++counters.residuals;
    Evaluation evaluation =
      system.residual(trial, ConstraintLevel::position, result);
    if (!evaluation.valid)
      return evaluation;
    norm = system.residual_norm(result);
    if (!std::isfinite(norm))
      return {false, "the residual is not a finite number"};
    return evaluation;
  }

  Evaluation NewtonSolver::linearize(const State &state,
                                     const TangentWeights &weights,
                                     const Vector *at)
  {
    ++counters.tangents;
    if (factors == nullptr)
      {
        ++counters.factorizations;
        return tangent->linearize(state,
                                  ConstraintLevel::position,
                                  weights,
                                  at);
      }
    const long before = factors->n_factorizations();
    Evaluation evaluation =
      tangent->linearize(state, ConstraintLevel::position, weights, at);
    counters.factorizations += factors->n_factorizations() - before;
    return evaluation;
  }

  Evaluation NewtonSolver::correction(const Blocks &r, Blocks &result)
  {
    ++counters.solves;
    const long before = factors != nullptr ? factors->n_factorizations() : 0;
    Evaluation evaluation = tangent->solve(r, result);
    if (factors != nullptr)
      counters.factorizations += factors->n_factorizations() - before;
    result.q      = -result.q;
    result.lambda = -result.lambda;
    return evaluation;
  }

  Evaluation NewtonSolver::judging_correction(const Blocks &r, Blocks &result)
  {
    // A kept tangent takes it for the next increment.
    if (factors == nullptr || options.modified)
      return correction(r, result);
    ++counters.solves;
    const long before     = factors->n_factorizations();
    Evaluation evaluation = factors->solve_roughly(r, judging_accuracy, result);
    counters.factorizations += factors->n_factorizations() - before;
    result.q      = -result.q;
    result.lambda = -result.lambda;
    return evaluation;
  }

  void NewtonSolver::load_place(const std::vector<MemoryEntry> &memory,
                                const std::size_t first)
  {
    // A resumed run makes the factorization once more; that is not counted, so
    // that its counts are those of the run that was not interrupted. Where it
    // fails there are no factors, and the first tangent makes some.
    if (factors != nullptr)
      std::ignore = factors->go_back_to(stored_place(memory, first));
  }

  void NewtonSolver::store_place(std::vector<MemoryEntry> &memory,
                                 const std::size_t first) const
  {
    if (factors != nullptr)
      rivlin::store_place(factors->factorized_place(), memory, first);
  }

  double NewtonSolver::measure(const StepMap &map, const Blocks &x)
  {
    if (map.multiplier_weight == 1)
      return system.increment_norm(x);
    scratch.q      = x.q;
    scratch.lambda = map.multiplier_weight * x.lambda;
    return system.increment_norm(scratch);
  }

  bool NewtonSolver::predict(const StepMap &map,
                             const State &state,
                             const Blocks &right_hand_side,
                             Blocks &unknown,
                             StepReport &report)
  {
    const TangentWeights weights{1, map.c_v, map.c_a, map.scaling};
    Evaluation tangent_at_hand{false, {}};
    if (kept != nullptr && kept->fits(weights))
      tangent_at_hand = kept->update_sudden_forces(state, nullptr);
    if (!tangent_at_hand.valid)
      {
        kept_is_new     = true;
        tangent_at_hand = linearize(state, weights, nullptr);
      }
    if (const Evaluation &evaluation = tangent_at_hand; !evaluation.valid)
      return refuse(report,
                    message("No tangent at the beginning of the step: ",
                            evaluation.reason));
    if (const Evaluation evaluation = correction(right_hand_side, increment);
        !evaluation.valid)
      return refuse(report,
                    message("The tangent at the beginning of the step cannot "
                            "be solved: ",
                            evaluation.reason));
    unknown.q      = increment.q;
    unknown.lambda = state.lambda + increment.lambda;
    report.iterations.push_back(
      {system.residual_norm(right_hand_side), measure(map, increment), 1.});
    return true;
  }

  bool NewtonSolver::finish(const StepMap &map,
                            const Blocks &last,
                            State &trial,
                            Blocks &unknown,
                            StepReport &report)
  {
    add(unknown, 1, last, candidate);
    std::swap(unknown, candidate);
    set_state(map, unknown, trial);
    if (const Evaluation evaluation =
          evaluate(trial, residual, report.residual_norm);
        !evaluation.valid)
      return refuse(report,
                    message("The converged state is invalid: ",
                            evaluation.reason,
                            ". Reduce the step size."));
    report.accepted = true;
    return true;
  }

  Evaluation NewtonSolver::direction(const StepMap &map,
                                     const State &trial,
                                     const Blocks &unknown,
                                     const bool keep_tangent)
  {
    if (keep_tangent)
      {
        std::swap(increment, simplified);
        return {};
      }
    kept_is_new = true;
    if (Evaluation evaluation =
          linearize(trial, {1, map.c_v, map.c_a, map.scaling}, &unknown.q);
        !evaluation.valid)
      return evaluation;
    return correction(residual, increment);
  }

  double NewtonSolver::predicted_damping(const StepMap &map,
                                         const double norm,
                                         const Progress &last)
  {
    if (options.full_steps || !last.have_simplified)
      return 1;
    add(simplified, -1, increment, candidate);
    const double difference = measure(map, candidate);
    if (!(difference * norm > 0))
      return 1;
    return std::clamp(last.norm * last.simplified_norm / (difference * norm) *
                        last.damping,
                      options.min_damping,
                      1.);
  }

  bool NewtonSolver::descend(const StepMap &map,
                             const double norm,
                             const Blocks &unknown,
                             Progress &progress,
                             State &trial,
                             std::string &obstacle)
  {
    double &damping     = progress.damping;
    double last_damping = 0;
    for (bool first = true; damping >= options.min_damping; first = false)
      {
        counters.line_search_trials += first ? 0 : 1;
        add(unknown, damping, increment, candidate);
        set_state(map, candidate, trial);
        Evaluation evaluation =
          evaluate(trial, residual, progress.residual_norm);
        if (!evaluation.valid)
          {
            obstacle = evaluation.reason;
            damping *= 0.5;
            continue;
          }
        evaluation = judging_correction(residual, simplified);
        if (!evaluation.valid)
          {
            obstacle = evaluation.reason;
            return false;
          }
        progress.simplified_norm = measure(map, simplified);
        if (options.full_steps ||
            progress.simplified_norm <= (1 - damping / 4) * norm)
          return true;
        // The text is made at the end: a step that succeeds allocates nothing.
        obstacle.clear();
        last_damping = damping;
        // The damping that the curvature seen on this trial suggests.
        add(simplified, damping - 1, increment, candidate);
        const double curvature = measure(map, candidate);
        const double estimate  = std::isfinite(curvature) && curvature > 0
                                   ? 0.5 * norm * damping * damping / curvature
                                   : 0;
        damping = std::max(std::min(estimate, damping / 2), damping / 10);
      }
    if (obstacle.empty())
      obstacle = message("the increment grew from ",
                         norm,
                         " to ",
                         progress.simplified_norm,
                         " with damping ",
                         last_damping);
    return false;
  }

  bool NewtonSolver::solve(const StepMap &map,
                           State &trial,
                           Blocks &unknown,
                           const bool after_predictor,
                           StepReport &report)
  {
    if (kept != nullptr && solve_kept(map, trial, unknown, report))
      return true;
    Progress progress;
    set_state(map, unknown, trial);
    Evaluation begin = evaluate(trial, residual, progress.residual_norm);
    if (!begin.valid && !after_predictor)
      {
        // After an impact accelerations may be large for a moment and what
        // they predict invalid: begin where the body is.
        unknown.q.setZero();
        set_state(map, unknown, trial);
        begin = evaluate(trial, residual, progress.residual_norm);
      }
    if (!begin.valid)
      return refuse(report,
                    message("The predicted state is invalid: ",
                            begin.reason,
                            ". Reduce the step size."));
    if (after_predictor && kept == nullptr)
      {
        if (const Evaluation evaluation = correction(residual, simplified);
            !evaluation.valid)
          return refuse(report, evaluation.reason);
        progress.simplified_norm = measure(map, simplified);
        if (progress.simplified_norm <= options.tolerance)
          return finish(map, simplified, trial, unknown, report);
        progress.norm            = report.iterations.back().increment_norm;
        progress.predicted_norm  = progress.norm;
        progress.have_simplified = progress.norm > 0;
      }

    for (int k = 0; k < options.max_iterations; ++k)
      {
        ++report.newton_iterations;
        ++counters.newton_iterations;
        if (const Evaluation evaluation =
              direction(map, trial, unknown, progress.keep_tangent);
            !evaluation.valid)
          return refuse(report,
                        message("No increment in Newton iteration ",
                                k + 1,
                                ": ",
                                evaluation.reason,
                                ". Reduce the step size."));
        const double norm = measure(map, increment);
        report.iterations.push_back({progress.residual_norm, norm, 1.});
        if (std::string flaw = flaw_of_increment(
              norm, k + 1, options.most_growth, progress.predicted_norm);
            !flaw.empty())
          return refuse(report, std::move(flaw));
        if (norm <= options.tolerance)
          return finish(map, increment, trial, unknown, report);

        if (progress.keep_tangent)
          progress.have_simplified = false;
        // Of two increments one may grow, when contacts change, but not both.
        const bool stagnates = norm >= 0.5 * progress.smallest_norm;
        if (k > 0)
          progress.smallest_norm =
            std::min(progress.smallest_norm, progress.norm);
        progress.damping = predicted_damping(map, norm, progress);
        std::string obstacle;
        if (!(options.descend_energy && stagnates
                ? descend_energy(map, unknown, progress, trial, obstacle)
                : descend(map, norm, unknown, progress, trial, obstacle)))
          return refuse(report,
                        message("Newton's method does not descend in "
                                "iteration ",
                                k + 1,
                                ": ",
                                obstacle,
                                "; the smallest damping is ",
                                options.min_damping,
                                ". Reduce the step size."));
        report.iterations.back().damping = progress.damping;
        std::swap(unknown, candidate);
        if (progress.damping == 1 &&
            progress.simplified_norm <= options.tolerance)
          return finish(map, simplified, trial, unknown, report);
        progress.keep_tangent = options.modified && progress.damping == 1 &&
                                progress.simplified_norm <= norm / 4;
        progress.have_simplified = true;
        progress.norm            = norm;
      }
    return refuse(report,
                  message("Newton stopped after ",
                          options.max_iterations,
                          " iterations, increment ",
                          report.iterations.back().increment_norm,
                          " (tolerance ",
                          options.tolerance,
                          "), residual ",
                          progress.residual_norm,
                          ". Reduce the step size; if the increments stagnate "
                          "the tolerance is below the rounding error."));
  }
} // namespace rivlin
