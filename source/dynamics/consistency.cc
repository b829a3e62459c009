// SPDX-License-Identifier: Apache-2.0
// Saddle point problems with the mass matrix: initial values and projection.
#include <rivlin/dynamics/consistency.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    void check_sizes(const MechanicalSystem &system, const State &state)
    {
      if (state.q.size() != system.n_positions() ||
          state.v.size() != system.n_velocities())
        throw Error(message("The state has ",
                            state.q.size(),
                            " coordinates and ",
                            state.v.size(),
                            " velocities, the system ",
                            system.n_positions(),
                            " and ",
                            system.n_velocities(),
                            ". Start from a state of this system."));
    }
  } // namespace

  ConsistencySolver::ConsistencySolver(
    const MechanicalSystem &mechanical_system,
    const ConsistencyOptions &consistency_options)
    : system(mechanical_system)
    , options(consistency_options)
    , position(Vector::Zero(system.n_positions()))
  {
    if (!(options.tolerance > 0))
      throw Error(message("The tolerance of constraints must be positive, is ",
                          options.tolerance,
                          "."));
  }

  Evaluation ConsistencySolver::linearize(const State &state,
                                          const bool saddle_point,
                                          Counters &counters)
  {
    if (!tangent)
      tangent = system.make_tangent();
    ++counters.tangents;
    ++counters.factorizations;
    const ConstraintLevel level =
      saddle_point || system.constraint_kind() == ConstraintKind::rigid
        ? ConstraintLevel::acceleration
        : ConstraintLevel::position;
    return tangent->linearize(state, level, {0, 0, 1});
  }

  double ConsistencySolver::violation(const State &state,
                                      const ConstraintLevel level,
                                      Counters &counters)
  {
    ++counters.residuals;
    if (!system.residual(state, level, residual).valid)
      return std::numeric_limits<double>::infinity();
    residual.q.setZero();
    return system.residual_norm(residual);
  }

  Evaluation ConsistencySolver::accelerations(State &state, Counters &counters)
  {
    const ConstraintLevel level =
      system.constraint_kind() == ConstraintKind::rigid
        ? ConstraintLevel::acceleration
        : ConstraintLevel::position;
    // Linear in (a, lambda) except for compliant constraints that are
    // nonlinear in lambda: those take a few iterations.
    const int max_iterations = 20;
    double size              = 0;
    for (int k = 0; k < max_iterations; ++k)
      {
        if (Evaluation evaluation = linearize(state, false, counters);
            !evaluation.valid)
          return evaluation;
        ++counters.residuals;
        ++counters.solves;
        if (Evaluation evaluation = system.residual(state, level, residual);
            !evaluation.valid)
          return evaluation;
        if (Evaluation evaluation = tangent->solve(residual, increment);
            !evaluation.valid)
          return evaluation;
        state.a -= increment.q;
        state.lambda -= increment.lambda;
        if (system.constraint_kind() != ConstraintKind::compliant)
          return {};
        increment.q.setZero();
        const double before = size;
        size                = system.increment_norm(increment);
        if (!std::isfinite(size))
          return {false, "the multipliers are not finite numbers"};
        // Converged if quadratic convergence makes the next one negligible or
        // rounding errors do not let it fall any more.
        if (size < 1e-12 || (k > 1 && size > 0.5 * before && size < 1e-6))
          return {};
      }
    return {false,
            message("the multipliers do not converge: last increment ", size)};
  }

  Evaluation ConsistencySolver::project(State &state, Counters &counters)
  {
    if (system.constraint_kind() != ConstraintKind::rigid)
      return {};
    return project_saddle_point(state, options.tolerance, counters);
  }

  Evaluation ConsistencySolver::remove_fast_oscillation(State &state,
                                                        Counters &counters)
  {
    if (system.constraint_kind() != ConstraintKind::compliant)
      return {};
    check_sizes(system, state);
    state.lambda = Vector::Zero(system.n_multipliers());
    // Where B leaves lambda open the projection cannot follow its roundoff.
    const double no_tolerance = std::numeric_limits<double>::infinity();
    // The multipliers depend on q and q on them, weakly: by lambda times the
    // compliance. Each pass gains that factor.
    for (int pass = 0; pass < 3; ++pass)
      {
        if (Evaluation evaluation =
              project_saddle_point(state, no_tolerance, counters);
            !evaluation.valid)
          return evaluation;
        // M a + g + B^T lambda = 0, d2Phi/dt2 = 0, linear in (a, lambda). The
        // compliance in the matrix decides where B leaves lambda open, as the
        // level of the pressure in a closed space.
        state.a = Vector::Zero(system.n_velocities());
        if (Evaluation evaluation = linearize(state, true, counters);
            !evaluation.valid)
          return evaluation;
        ++counters.residuals;
        ++counters.solves;
        if (Evaluation evaluation =
              system.residual(state, ConstraintLevel::acceleration, residual);
            !evaluation.valid)
          return evaluation;
        if (Evaluation evaluation = tangent->solve(residual, increment);
            !evaluation.valid)
          return evaluation;
        state.a -= increment.q;
        state.lambda -= increment.lambda;
      }
    if (Evaluation evaluation =
          project_saddle_point(state, no_tolerance, counters);
        !evaluation.valid)
      return evaluation;
    // The constraint's own multipliers are those now that it was given.
    const Vector slow = state.lambda;
    if (Evaluation evaluation = accelerations(state, counters);
        !evaluation.valid)
      return evaluation;
    increment.q      = Vector::Zero(system.n_velocities());
    increment.lambda = state.lambda - slow;
    if (const double rest = system.increment_norm(increment); !(rest < 0.01))
      return {false,
              message("the multipliers are off by ",
                      rest,
                      " after the projection.")};
    return {};
  }

  Evaluation ConsistencySolver::project_saddle_point(State &state,
                                                     const double tolerance,
                                                     Counters &counters)
  {
    // min |dq|_M subject to Phi(q + dq) = 0: Newton's method with M and B at
    // the current point. Stop when the constraint does not fall any more.
    const int max_iterations = 20;
    double norm = violation(state, ConstraintLevel::position, counters);
    for (int k = 0; k < max_iterations && norm > 1e-15; ++k)
      {
        if (Evaluation evaluation = linearize(state, true, counters);
            !evaluation.valid)
          return evaluation;
        ++counters.solves;
        if (Evaluation evaluation = tangent->solve(residual, increment);
            !evaluation.valid)
          return evaluation;
        increment.q = -increment.q;
        position    = state.q;
        system.retract(position, increment.q, state.q);
        const double before = norm;
        norm = violation(state, ConstraintLevel::position, counters);
        if (norm > 0.5 * before)
          {
            if (before < norm)
              state.q = position;
            norm = std::min(norm, before);
            break;
          }
      }
    if (!(norm <= tolerance))
      return {false,
              message("projection onto the constraints stops at a residual of ",
                      norm)};
    // The velocity constraint is linear in v.
    violation(state, ConstraintLevel::velocity, counters);
    if (Evaluation evaluation = linearize(state, true, counters);
        !evaluation.valid)
      return evaluation;
    ++counters.solves;
    if (Evaluation evaluation = tangent->solve(residual, increment);
        !evaluation.valid)
      return evaluation;
    state.v -= increment.q;
    return {};
  }

  Evaluation ConsistencySolver::constrained_part(const State &state,
                                                 const Vector &change,
                                                 Vector &velocity,
                                                 Counters &counters)
  {
    if (Evaluation evaluation = linearize(state, true, counters);
        !evaluation.valid)
      return evaluation;
    ++counters.solves;
    // With weight c_a = 1 at the acceleration level `apply` gives (M x, B x).
    tangent->apply(0, 1, change, residual);
    residual.q.setZero();
    if (Evaluation evaluation = tangent->solve(residual, increment);
        !evaluation.valid)
      return evaluation;
    velocity += increment.q;
    return {};
  }

  void ConsistencySolver::start(State &state, Counters &counters)
  {
    check_sizes(system, state);
    state.a      = Vector::Zero(system.n_velocities());
    state.lambda = Vector::Zero(system.n_multipliers());
    if (system.constraint_kind() == ConstraintKind::rigid)
      {
        if (options.project)
          if (const Evaluation evaluation = project(state, counters);
              !evaluation.valid)
            throw Error(message("The initial values cannot be projected: ",
                                evaluation.reason,
                                ". Start closer to the constraints."));
        const double position_residual =
          violation(state, ConstraintLevel::position, counters);
        const double velocity_residual =
          violation(state, ConstraintLevel::velocity, counters);
        if (!(position_residual <= options.tolerance) ||
            !(velocity_residual <= options.tolerance))
          throw Error(
            message("The initial values violate the constraints: "
                    "residual ",
                    position_residual,
                    " in position and ",
                    velocity_residual,
                    " in velocity (tolerance ",
                    options.tolerance,
                    "). Correct them or ask for projection."));
      }
    if (const Evaluation evaluation = accelerations(state, counters);
        !evaluation.valid)
      throw Error(message("No consistent accelerations at the start: ",
                          evaluation.reason,
                          ". Check masses and constraints."));
    // Most methods never need it again, and it may be as large as their own.
    tangent.reset();
  }
} // namespace rivlin
