// SPDX-License-Identifier: Apache-2.0
// The linear system at which solvers are measured: the next Newton iteration of
// a body that is deformed already.
#pragma once

#include <rivlin/base/error.h>
#include <rivlin/fe/fe_model.h>

namespace rivlin
{
  /// The deformed state at which an iteration is measured, a right-hand side
  /// and the solution of the linear system.
  struct Problem
  {
    State state;
    Blocks rhs;
    Blocks solution;
  };

  inline void require(const Evaluation &evaluation)
  {
    if (!evaluation.valid)
      throw ComputationFailed(evaluation.reason);
  }

  /// state <- state - K^-1 residual.
  inline void
  take_newton_step(Tangent &tangent, const Blocks &residual, State &state)
  {
    Blocks increment;
    require(
      tangent.linearize(state, ConstraintLevel::position, TangentWeights()));
    require(tangent.solve(residual, increment));
    state.q -= increment.q;
    state.lambda -= increment.lambda;
  }

  /// A load step (predictor and one Newton iteration), and what the next one
  /// would ask of the linear solver.
  inline Problem
  deform(const FEModel<3> &model, Tangent &tangent, const double h)
  {
    Problem problem;
    Blocks residual;
    problem.state = model.initial_state();
    require(model.residual_change(problem.state, h, residual));
    take_newton_step(tangent, residual, problem.state);
    problem.state.time = h;
    require(model.residual(problem.state, ConstraintLevel::position, residual));
    take_newton_step(tangent, residual, problem.state);
    require(model.residual_change(problem.state, h, problem.rhs));
    return problem;
  }
} // namespace rivlin
