// SPDX-License-Identifier: Apache-2.0
// Newton's increment as a direction in which the energy falls.
#include <rivlin/dynamics/newton.h>

#include <rivlin/dynamics/line_search.h>

#include <algorithm>

namespace rivlin
{
  bool NewtonSolver::descend_energy(const StepMap &map,
                                    const Blocks &unknown,
                                    Progress &progress,
                                    State &trial,
                                    std::string &obstacle)
  {
    // increment = restoring + falling: the first repairs the constraint, the
    // second has B dq + dPhi/dlambda dlambda = 0, so that work of the residual
    // in it is the slope of the energy without multipliers.
    restoring.q      = Vector::Zero(increment.q.size());
    restoring.lambda = Vector::Zero(increment.lambda.size());
    falling          = restoring;
    if (system.constraint_kind() != ConstraintKind::none)
      {
        falling.lambda = residual.lambda;
        if (const Evaluation evaluation = correction(falling, restoring);
            !evaluation.valid)
          {
            obstacle = evaluation.reason;
            return false;
          }
      }
    falling.q     = increment.q - restoring.q;
    double work_0 = system.work(residual.q, falling.q);
    // Negative curvature: Newton's method climbs to the maximum between two
    // equilibria. The way back leads down to one of them.
    const bool turn = work_0 > 0;
    if (turn)
      {
        work_0           = -work_0;
        falling.q        = -falling.q;
        increment.q      = restoring.q + falling.q;
        increment.lambda = 2 * restoring.lambda - increment.lambda;
      }
    // Where the tangent is nearly singular the increment is long for no reason.
    constexpr double largest = 0.05; // of the part
    const double longest     = std::min(1., largest / measure(map, increment));
    bool first               = true;
    const double s = line_search(work_0, longest, [&](const double length) {
      counters.line_search_trials += first ? 0 : 1;
      first            = false;
      candidate.q      = unknown.q + length * increment.q;
      candidate.lambda = unknown.lambda + length * increment.lambda;
      set_state(map, candidate, trial);
      const Evaluation evaluation =
        evaluate(trial, residual, progress.residual_norm);
      if (!evaluation.valid)
        {
          obstacle = evaluation.reason;
          return std::optional<double>();
        }
      return std::optional(system.work(residual.q, falling.q));
    });
    if (s == 0)
      return false;
    if (const Evaluation evaluation = correction(residual, simplified);
        !evaluation.valid)
      {
        obstacle = evaluation.reason;
        return false;
      }
    progress.simplified_norm = measure(map, simplified);
    progress.damping         = turn ? -s : s;
    return true;
  }
} // namespace rivlin
