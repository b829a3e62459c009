// SPDX-License-Identifier: Apache-2.0
// Iterations with a tangent that is kept over the steps.
#include <rivlin/dynamics/newton.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    // A new tangent costs several residuals, and serves the next steps, too.
    constexpr int most_corrections = 8; ///< with one tangent
    constexpr int most_tangents    = 3; ///< in one step
    constexpr double slow          = 0.5;
    // Parts of an increment cost little: no residual, only sudden forces.
    constexpr int most_parts = 15;
    /// Contraction of the parts above which the sudden forces are factorized
    /// anew, and below which the next residual is asked at once.
    constexpr double stale = 0.1, quick = 0.02;

    /// Error that is left after the last of increments that contract by theta.
    double error_left(const double theta, const double norm)
    {
      return theta / (1 - theta) * norm;
    }

    void add_to(Blocks &x, const double s, const Blocks &d)
    {
      x.q += s * d.q;
      x.lambda += s * d.lambda;
    }
  } // namespace

  void NewtonSolver::load_kept(const Vector &numbers)
  {
    kept->load(numbers);
    kept_is_new = false;
  }

  void NewtonSolver::store_kept(Vector &numbers)
  {
    if (kept_is_new)
      kept->store(numbers);
    kept_is_new = false;
  }

  bool NewtonSolver::renew_kept(const StepMap &map,
                                const State &trial,
                                const Blocks &unknown)
  {
    ++counters.tangents;
    ++counters.factorizations;
    kept_is_new = true;
    return tangent
      ->linearize(trial,
                  ConstraintLevel::position,
                  {1, map.c_v, map.c_a, map.scaling},
                  &unknown.q)
      .valid;
  }

  bool NewtonSolver::update_kept(const State &trial, const Blocks &unknown)
  {
    ++counters.factorizations;
    return kept->update_sudden_forces(trial, &unknown.q).valid;
  }

  void NewtonSolver::learn(const double norm, const KeptProgress &progress)
  {
    const double theta = progress.norm > 0 ? norm / progress.norm : 1;
    if (theta >= slow || (!kept->has_sudden_forces() &&
                          error_left(theta, norm) <= options.tolerance))
      return;
    // The residual is what the last increment has left. Of that the sudden
    // forces have a part of their own, which is not the smooth tangent's.
    missed = residual;
    if (progress.acts)
      missed.q -= unforeseen;
    if (kept->learn(last_increment, missed, part))
      kept_is_new = true;
  }

  bool NewtonSolver::correct_kept(const StepMap &map,
                                  const Blocks &unknown,
                                  State &trial,
                                  KeptProgress &progress)
  {
    // What the last part did not foresee.
    const auto compare = [&](const double length) {
      unforeseen = sudden_np - sudden_n;
      kept->subtract_sudden(length, part.q, unforeseen);
      std::swap(sudden_n, sudden_np);
    };
    bool acts_there = kept->sudden_forces(trial, sudden_np);
    progress.acts   = progress.acts || acts_there;
    if (progress.norm > 0 && progress.acts)
      compare(1);
    else
      std::swap(sudden_n, sudden_np);
    candidate        = unknown;
    part_residual    = residual;
    double last_norm = 0;
    bool is_stale    = false;
    for (int k = 0; k < most_parts; ++k)
      {
        if (is_stale && !update_kept(trial, candidate))
          return false;
        if (!correction(part_residual, part).valid)
          return false;
        double norm = measure(map, part);
        if (!std::isfinite(norm))
          return false;
        if (k == 0)
          {
            learn(norm, progress);
            norm      = measure(map, part);
            increment = part;
          }
        else
          add_to(increment, 1, part);
        add_to(candidate, 1, part);
        set_state(map, candidate, trial);
        if (k > 0)
          progress.rate = norm / last_norm;
        progress.left =
          progress.rate < slow ? error_left(progress.rate, norm) : norm;
        if ((k > 0 || progress.rate < quick) &&
            progress.left <=
              std::max(options.tolerance / 10, measure(map, increment) / 50))
          return true;
        acts_there    = kept->sudden_forces(trial, sudden_np);
        progress.acts = progress.acts || acts_there;
        if (!progress.acts)
          {
            progress.left = 0;
            return true;
          }
        // The part is as long as its work falls. The work that was not
        // foreseen grows with the square of the length at least.
        const double work   = std::abs(part.q.dot(part_residual.q));
        const double excess = part.q.dot(sudden_np) - part.q.dot(sudden_n) -
                              kept->sudden_work(part.q);
        double length = 1;
        if (excess > work / 2)
          {
            length = std::max(work / (work + excess), 0.1);
            add_to(increment, length - 1, part);
            add_to(candidate, length - 1, part);
            set_state(map, candidate, trial);
            kept->sudden_forces(trial, sudden_np);
          }
        compare(length);
        part_residual.q *= 1 - length;
        part_residual.lambda *= 1 - length;
        part_residual.q += unforeseen;
        last_norm = norm;
        is_stale =
          k > 0 ? progress.rate > stale : std::abs(excess) > stale * work;
      }
    return false;
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

    int n_tangents = 0, n_corrections = 0;
    KeptProgress progress;
    progress.acts = kept->has_sudden_forces();
    while (good && correct_kept(map, unknown, trial, progress))
      {
        const double norm  = measure(map, increment);
        const double theta = progress.norm > 0 ? norm / progress.norm : 0;
        if (!std::isfinite(norm))
          break;
        // One increment alone says nothing of the next.
        const double left = progress.norm > 0 && theta < slow
                              ? error_left(theta, norm) + progress.left
                              : norm * 1e3;
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
          progress.norm > 0 &&
          (theta >= slow ||
           left * std::pow(theta, most_corrections - n_corrections) >
             options.tolerance);
        if (report.newton_iterations >= options.max_iterations)
          break;
        if (too_slow)
          {
            if (++n_tangents > most_tangents)
              break;
            set_state(map, unknown, trial);
            good          = renew_kept(map, trial, unknown);
            progress      = {};
            progress.acts = kept->has_sudden_forces();
            n_corrections = 0;
            continue;
          }
        ++counters.newton_iterations;
        ++report.newton_iterations;
        ++n_corrections;
        report.iterations.push_back({residual_norm, norm, 1.});
        progress.norm = norm;
        add_to(unknown, 1, increment);
        std::swap(last_increment, increment);
        good = evaluate(trial, residual, residual_norm).valid;
      }
    report.reason.clear();
    std::swap(unknown, start);
    return false;
  }
} // namespace rivlin
