// SPDX-License-Identifier: Apache-2.0
// What driven sleeves and loads do to the reduced model while its unknowns
// stay.
#include <rivlin/online/reduced_model.h>

#include "reduced_workspace.h"

namespace rivlin
{
  void ReducedModel::gather_change(Blocks &result) const
  {
    const ReducedKinematics &kinematics = work->kinematics;
    result.q.resize(n_velocities());
    kinematics.project(work->rows, result.q);
    for (int k = 0; k < kinematics.n_free(); ++k)
      result.q.segment(kinematics.offset(k),
                       kinematics.body(k).n_velocities()) +=
        kinematics.body(k).load_change(work->load_changes[k]);
  }

  Evaluation ReducedModel::residual_change(const State &state,
                                           const double h,
                                           Blocks &result) const
  {
    Workspace &w       = *work;
    const double t     = state.time;
    const Vector3 g    = gravity_at(t, 0);
    const Vector3 g_np = gravity_at(t + h, 0);
    w.kinematics.place(t, state.q, nullptr, nullptr, 0);
    w.kinematics.explicit_change(t, t + h, w.change);
    if (Evaluation evaluation = set_stiffness(t, state.lambda);
        !evaluation.valid)
      return evaluation;
    evaluate_jacobian();
    w.rows.noalias() = w.K * w.change;
    for (int i = 0; i < model->dim; ++i)
      w.rows -= (g_np[i] - g[i]) * model->gravity.col(i);
    subtract_loads(t, 0, h);
    for (int k = 0; k < w.kinematics.n_free(); ++k)
      {
        SleeveLoad &load     = w.load_changes[k];
        load                 = w.kinematics.load(k, t + h, 0, g_np);
        const SleeveLoad old = w.kinematics.load(k, t, 0, g);
        load.force -= old.force;
        load.moment -= old.moment;
        load.gravity -= old.gravity;
      }
    gather_change(result);
    result.lambda.noalias() = w.B * w.change;
    return {};
  }

  TimeDependence ReducedModel::time_dependence() const
  {
    return TimeDependence::given;
  }

  Evaluation ReducedModel::time_derivative(const State &state,
                                           const ConstraintLevel level,
                                           Blocks &result) const
  {
    Workspace &w                  = *work;
    ReducedKinematics &kinematics = w.kinematics;
    const double t                = state.time;
    const Vector3 g = gravity_at(t, 0), g_rate = gravity_at(t, 1);
    kinematics.place(t, state.q, &state.v, &state.a, motion_order());
    if (Evaluation evaluation = set_stiffness(t, state.lambda);
        !evaluation.valid)
      return evaluation;
    evaluate_jacobian();
    kinematics.explicit_rate(t, 1, w.change);
    w.rows.noalias() = w.K * w.change;
    if (inertia)
      {
        kinematics.explicit_rate(t, 2, w.rate);
        w.rows.noalias() += model->damping * w.rate;
        kinematics.explicit_rate(t, 3, w.rate);
        w.rows.noalias() += model->mass * w.rate;
      }
    for (int i = 0; i < model->dim; ++i)
      w.rows -= g_rate[i] * model->gravity.col(i);
    subtract_loads(t, 1, 0);
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        SleeveLoad &rate        = w.load_changes[k];
        rate                    = kinematics.load(k, t, 1, g_rate);
        const RigidSleeve &body = kinematics.body(k);
        if (body.properties().force_in_body_axes && body.n_angles() == 0)
          {
            // The axes are driven: R F changes with R, too.
            const RigidMotion motion = kinematics.driven_motion(k, t, 1);
            const Matrix3 R          = Matrix3::Identity() + motion.rotation[0];
            rate.force += R.transpose() * motion.rotation[1] *
                          kinematics.load(k, t, 0, g).force;
          }
      }
    gather_change(result);
    result.lambda.resize(n_multipliers());
    if (n_multipliers() == 0)
      return {};
    if (level == ConstraintLevel::position)
      {
        result.lambda.noalias() = w.B * w.change;
        return {};
      }
    // c'' = B r'' + H(r', r') with H affine in r, where v^T d2c v = H(v, v):
    // bilinear forms by polarization, the third derivative by a difference
    // that is exact.
    const auto bilinear = [&](const Vector &x, const Vector &y) {
      Vector plus(n_multipliers()), minus(n_multipliers());
      const VolumeSums &sums = w.volume_sums(model->volume);
      curvature(model->volume, sums, x + y, plus);
      curvature(model->volume, sums, x - y, minus);
      return Vector((plus - minus) / 4);
    };
    const Vector &r_1 = kinematics.r(1), &r_2 = kinematics.r(2);
    kinematics.explicit_rate(t, 2, w.rate);
    if (level == ConstraintLevel::velocity)
      {
        result.lambda = bilinear(w.change, r_1) + w.B * w.rate;
        return {};
      }
    Vector here(n_multipliers()), moved(n_multipliers());
    curvature(model->volume, w.volume_sums(model->volume), r_1, here);
    curvature(model->volume, w.known_r + w.change, r_1, moved);
    result.lambda =
      bilinear(w.change, r_2) + 2 * bilinear(w.rate, r_1) + moved - here;
    kinematics.explicit_rate(t, 3, w.rate);
    result.lambda += w.B * w.rate;
    return {};
  }
} // namespace rivlin
