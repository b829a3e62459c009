// SPDX-License-Identifier: Apache-2.0
// Consistent accelerations and multipliers, and projection onto constraints.
#pragma once

#include <rivlin/dynamics/time_integrator.h>

#include <memory>

namespace rivlin
{
  struct ConsistencyOptions
  {
    /// Largest residual of rigid constraints (position and velocity level) that
    /// a start may have, in MechanicalSystem::residual_norm.
    double tolerance = 1e-8;
    /// Project a start that violates its constraints instead of refusing it.
    bool project = false;
  };

  /// Completes states so that they satisfy the equations at all levels.
  class ConsistencySolver
  {
  public:
    explicit ConsistencySolver(const MechanicalSystem &system,
                               const ConsistencyOptions &options = {});

    /// Bring a start, of which time, q and v are given, in order: check or
    /// project rigid constraints, then compute a and lambda. Throws Error with
    /// the residual if that is not possible.
    void start(State &state, Counters &counters);

    /// Given q and v, compute a and lambda: for rigid constraints from
    ///   M a + g + B^T lambda = 0,  d2Phi/dt2 = 0,
    /// for compliant ones from Phi(t, q, lambda) = 0 and the first equation.
    [[nodiscard]] Evaluation accelerations(State &state, Counters &counters);

    /// Move q and v to the nearest state, in the metric of M, that satisfies
    /// rigid constraints at the position and velocity level.
    [[nodiscard]] Evaluation project(State &state, Counters &counters);

    /// For compliant constraints that are nearly rigid: move q and v to the
    /// nearest state, in the metric of M, from which no fast oscillation of
    /// the constraint starts: its multipliers are those of the rigid limit,
    /// d2Phi/dt2 = 0 at constant lambda. An error e of Phi, of interpolation
    /// for example, would otherwise oscillate with the amplitude e over the
    /// compliance in lambda. Nothing to do for other constraints.
    [[nodiscard]] Evaluation remove_fast_oscillation(State &state,
                                                     Counters &counters);

    /// Add to `velocity` the smallest change, in the metric of M, whose
    /// component in the directions of the rigid constraints is that of
    /// `change`: M d + B^T mu = 0, B d = B change (Arnold et al. 2015, eq. 56).
    [[nodiscard]] Evaluation constrained_part(const State &state,
                                              const Vector &change,
                                              Vector &velocity,
                                              Counters &counters);

    /// Residual norms of the constraints at the two levels.
    double
    violation(const State &state, ConstraintLevel level, Counters &counters);

  private:
    /// [M B^T; B dPhi/dlambda] if `saddle_point`, where rigid constraints have
    /// no other; [M B^T; 0 dPhi/dlambda] for compliant ones.
    Evaluation
    linearize(const State &state, bool saddle_point, Counters &counters);
    /// project() for both kinds, compliant ones at constant lambda.
    Evaluation
    project_saddle_point(State &state, double tolerance, Counters &counters);

    const MechanicalSystem &system;
    ConsistencyOptions options;
    std::unique_ptr<Tangent> tangent;
    Blocks residual, increment;
    Vector position;
  };
} // namespace rivlin
