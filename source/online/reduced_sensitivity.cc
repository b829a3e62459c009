// SPDX-License-Identifier: Apache-2.0
// How all rows of r change with driven motion and with the unknowns of a step.
#include <rivlin/online/reduced_model.h>

#include "reduced_workspace.h"

namespace rivlin
{
  using Change = ReducedKinematics::Change;

  const ReducedKinematics &ReducedModel::kinematics() const
  {
    return work->kinematics;
  }

  Evaluation ReducedModel::set_place(const State &state) const
  {
    work->kinematics.place(
      state.time, state.q, &state.v, &state.a, motion_order());
    if (Evaluation evaluation = set_rows(state.time, &state.lambda);
        !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = set_stiffness(state.time, state.lambda);
        !evaluation.valid)
      return evaluation;
    evaluate_jacobian();
    return {};
  }

  void ReducedModel::change_of_rows(const Direction &direction,
                                    Vector &rows,
                                    Vector &constraint) const
  {
    rows.noalias() = work->K * direction[0];
    if (inertia)
      {
        rows.noalias() += model->damping * direction[1];
        rows.noalias() += model->mass * direction[2];
      }
    constraint.noalias() = work->B * direction[0];
  }

  void ReducedModel::add_constraint_forces(const Vector &lambda,
                                           Vector &rows) const
  {
    rows.noalias() += work->B.transpose() * lambda;
  }

  void ReducedModel::direction_of_unknowns(const Vector &w,
                                           const Vector &y,
                                           const TangentWeights &weights,
                                           Direction &direction) const
  {
    Workspace &space  = *work;
    const int n_modes = model->n_modes(), n_rho = model->n_rho(),
              n_free = space.kinematics.n_free_velocities();
    for (Vector &part : direction)
      part.setZero(model->n_coordinates());
    direction[0].tail(n_modes) = w.head(n_modes);
    direction[1].tail(n_modes) = weights.v * y.head(n_modes);
    direction[2].tail(n_modes) = weights.a * y.head(n_modes);
    if (n_free == 0)
      return;
    const auto add = [&](const Change change,
                         const double factor,
                         const Vector &x,
                         Vector &part) {
      space.kinematics.columns(change, space.part);
      part.head(n_rho) += factor * (space.part * x.tail(n_free));
    };
    add(Change::displacement, 1, w, direction[0]);
    add(Change::displacement, weights.v, y, direction[1]);
    add(Change::velocity_by_position, 1, w, direction[1]);
    add(Change::displacement, weights.a, y, direction[2]);
    add(Change::acceleration_by_velocity, weights.v, y, direction[2]);
    add(Change::acceleration_by_position, 1, w, direction[2]);
  }
} // namespace rivlin
