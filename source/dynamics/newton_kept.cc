// SPDX-License-Identifier: Apache-2.0
// Iterations with a tangent that is kept over the steps.
#include <rivlin/dynamics/newton.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    // A new tangent costs several residuals, and serves the next steps, too.
    constexpr int most_corrections = 5; ///< with one tangent
    constexpr int most_tangents    = 3; ///< in one step
    /// With other sudden forces, before a new tangent is tried.
    constexpr int most_updates = 8;
    constexpr double slow      = 0.5;

    /// Error that is left after the last of increments that contract by theta.
    double error_left(const double theta, const double norm)
    {
      return theta / (1 - theta) * norm;
    }
  } // namespace

  void NewtonSolver::load_kept(const Vector &numbers)
  {
    kept->load(numbers);
  }

  void NewtonSolver::store_kept(Vector &numbers) const
  {
    kept->store(numbers);
  }

  bool NewtonSolver::update_kept(const State &trial, const Blocks &unknown)
  {
    const bool before = kept->has_sudden_forces();
    if (!kept->update_sudden_forces(trial, &unknown.q).valid)
      return false;
    if (!before && !kept->has_sudden_forces())
      return false;
    ++counters.factorizations;
    return true;
  }

  bool NewtonSolver::renew_kept(const StepMap &map,
                                const State &trial,
                                const Blocks &unknown)
  {
    ++counters.tangents;
    ++counters.factorizations;
    return tangent
      ->linearize(trial,
                  ConstraintLevel::position,
                  {1, map.c_v, map.c_a, map.scaling},
                  &unknown.q)
      .valid;
  }

  bool NewtonSolver::solve_kept(const StepMap &map,
                                State &trial,
                                Blocks &unknown,
                                StepReport &report)
  {
    start                = unknown;
    double residual_norm = 0;
    set_state(map, unknown, trial);
    bool good = evaluate(trial, residual, residual_norm).valid;
    if (good && kept->fits({1, map.c_v, map.c_a, map.scaling}))
      good = kept->update_sudden_forces(trial, &unknown.q).valid;
    else if (good)
      good = renew_kept(map, trial, unknown);

    int n_tangents = 0, n_updates = 0, n_corrections = 0;
    double last_norm = 0;    // of the increment before; 0: there is none
    bool is_current  = true; // the sudden forces are those of the place
    while (good && correction(residual, increment).valid)
      {
        const double norm  = measure(map, increment);
        const double theta = last_norm > 0 ? norm / last_norm : 0;
        if (!std::isfinite(norm))
          break;
        // One increment alone says nothing of the next.
        const double left =
          last_norm > 0 && theta < slow ? error_left(theta, norm) : norm * 1e3;
        if (left <= options.tolerance)
          {
            ++counters.newton_iterations;
            ++report.newton_iterations;
            report.iterations.push_back({residual_norm, norm, 1.});
            if (finish(map, increment, trial, unknown, report))
              return true;
            break;
          }
        const bool too_slow =
          last_norm > 0 &&
          (theta >= slow ||
           left * std::pow(theta, most_corrections - n_corrections) >
             options.tolerance);
        if (report.newton_iterations >= options.max_iterations)
          break;
        if (too_slow && !is_current && update_kept(trial, unknown))
          {
            is_current    = true;
            n_corrections = 0;
            continue;
          }
        const bool may_settle =
          kept->has_sudden_forces() && n_updates < most_updates;
        if (too_slow && may_settle)
          ++n_updates; // other points touch than before
        else if (too_slow)
          {
            if (++n_tangents > most_tangents)
              break;
            good          = renew_kept(map, trial, unknown);
            is_current    = true;
            last_norm     = 0;
            n_corrections = n_updates = 0;
            continue;
          }
        ++counters.newton_iterations;
        ++report.newton_iterations;
        ++n_corrections;
        report.iterations.push_back({residual_norm, norm, 1.});
        last_norm  = norm;
        is_current = false;
        unknown.q += increment.q;
        unknown.lambda += increment.lambda;
        set_state(map, unknown, trial);
        good = evaluate(trial, residual, residual_norm).valid;
      }
    report.reason.clear();
    std::swap(unknown, start);
    return false;
  }
} // namespace rivlin
