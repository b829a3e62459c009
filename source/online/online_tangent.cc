// SPDX-License-Identifier: Apache-2.0
// Outputs by inputs: modal coordinates, pressures and free sleeves condensed
// with the weights of the last step.
#include <rivlin/base/error.h>
#include <rivlin/dynamics/generalized_alpha.h>

#include "online_implementation.h"

namespace rivlin
{
  namespace
  {
    Vector3 axial(const Matrix3 &m)
    {
      return {m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
    }

    /// Derivative of the motion at the end of a step by one number of the
    /// input: differences of order 4 of a smooth closed form. The error is
    /// h^4 = 1e-12, rounding errors are 1e-13.
    template <class Perturb>
    RigidMotion motion_change(const SleeveInputs &inputs,
                              const Perturb &perturb)
    {
      const double step = 1e-3;
      RigidMotion sum;
      for (const auto &[shift, factor] :
           {std::pair{1., 8.}, {-1., -8.}, {2., -1.}, {-2., 1.}})
        {
          SleeveInputs shifted = inputs;
          perturb(shifted, shift * step);
          const RigidMotion motion = shifted.motion(inputs.t + inputs.h);
          for (int order = 0; order < 3; ++order)
            {
              sum.translation[order] +=
                factor / (12 * step) * motion.translation[order];
              sum.rotation[order] +=
                factor / (12 * step) * motion.rotation[order];
            }
        }
      return sum;
    }
  } // namespace

  OnlineTangent OnlineModel::tangent() const
  {
    const Implementation &I = *implementation;
    I.require_start();
    const ReducedModel &model           = I.model;
    const ReducedKinematics &kinematics = model.kinematics();
    const State &state                  = I.state;
    const int n = model.n_velocities(), n_sleeves = this->n_sleeves();

    TangentWeights weights;
    Vector increment = Vector::Zero(n);
    Matrix T         = Matrix::Identity(n, n);
    if (!I.options.quasi_static)
      {
        const Vector &last_step = state.memory[1].values;
        const double h = last_step[0], gamma = last_step[1];
        if (!(h > 0))
          throw Error(
            "The tangent of a dynamic online model belongs to a step."
            " Call advance() first.");
        const AlphaParameters p = chung_hulbert(I.options.spectral_radius);
        weights.v               = gamma / (h * p.beta);
        weights.a       = (1 - p.alpha_m) / ((1 - p.alpha_f) * p.beta * h * h);
        weights.scaling = p.beta * h * h;
        difference(model.space(), I.last_q, state.q, increment);
        tangent_operator(model.space(), increment, T);
      }
    const std::unique_ptr<Tangent> solver = model.make_tangent();
    const auto require                    = [](const Evaluation &evaluation) {
      if (!evaluation.valid)
        throw ComputationFailed("The tangent of the online model: " +
                                evaluation.reason);
    };
    require(
      solver->linearize(state, ConstraintLevel::position, weights, &increment));
    require(model.set_place(state));

    OnlineTangent result;
    result.by_input = result.by_velocity =
      Matrix::Zero(6 * n_sleeves, 6 * n_sleeves);
    const Vector *all_rows = nullptr;
    require(model.all_rows(state, all_rows));
    const Vector rows_now = *all_rows;

    ReducedModel::Direction driven, direction;
    for (Vector &part : driven)
      part = Vector::Zero(kinematics.n_coordinates());
    const ReducedModel::Direction at_rest = driven;
    Vector rows(kinematics.n_coordinates()), constraint(model.n_multipliers());
    Blocks rhs, y;
    rhs.q.resize(n);

    // rhs.q holds the change of the residual that does not come from `driven`.
    const auto set_column = [&](Eigen::Ref<Vector> column) {
      Vector of_motion(n);
      model.change_of_rows(driven, rows, constraint);
      kinematics.project(rows, of_motion);
      rhs.q      = -(rhs.q + of_motion);
      rhs.lambda = -constraint;
      require(solver->solve(rhs, y));
      model.direction_of_unknowns(T * y.q, y.q, weights, direction);
      for (int order = 0; order < 3; ++order)
        direction[order] += driven[order];
      model.change_of_rows(direction, rows, constraint);
      model.add_constraint_forces(y.lambda, rows);
      for (int s = 0; s < n_sleeves; ++s)
        {
          const Matrix3 R = Matrix3::Identity() + I.seen.motions[s].rotation[0];
          // Translation and change of R have the layout of force and moments.
          const SurfaceForce moved = kinematics.surface(direction[0], s);
          auto output              = column.segment<6>(6 * s);
          if (I.is_driven(s))
            {
              const SurfaceForce change = kinematics.surface(rows, s),
                                 now    = kinematics.surface(rows_now, s);
              output << change.force,
                axial(change.first_moments * R.transpose() +
                      now.first_moments * moved.first_moments.transpose());
            }
          else
            {
              const Matrix3 W = R.transpose() * moved.first_moments;
              output << moved.force,
                rotation_tangent_inverse(I.seen.rotation_vectors[s]) *
                  axial(W) / 2;
            }
        }
    };
    const auto set_driven = [&](const int s, const RigidMotion &change) {
      for (int order = 0; order < 3; ++order)
        kinematics.write(change.translation[order],
                         change.rotation[order],
                         s,
                         driven[order].data());
    };

    int k = 0; // free sleeve
    for (int s = 0; s < n_sleeves; ++s)
      {
        const SleeveInputs &inputs = (*I.inputs)[s];
        for (int i = 0; i < 6; ++i)
          {
            driven = at_rest;
            rhs.q.setZero();
            if (!I.is_driven(s))
              {
                SleeveLoad unit;
                (i < 3 ? unit.force : unit.moment)[i % 3] = 1;
                rhs.q.segment(kinematics.offset(k),
                              kinematics.body(k).n_velocities()) =
                  kinematics.body(k).load_change(unit);
                set_column(result.by_input.col(6 * s + i));
                continue;
              }
            set_driven(s, motion_change(inputs, [i](SleeveInputs &x, double d) {
                         (x.h > 0 ? x.end : x.begin).pose[i] += d;
                       }));
            set_column(result.by_input.col(6 * s + i));
            if (!inputs.end.has_velocity || I.options.quasi_static)
              continue;
            rhs.q.setZero();
            set_driven(s, motion_change(inputs, [i](SleeveInputs &x, double d) {
                         x.end.velocity[i] += d;
                       }));
            set_column(result.by_velocity.col(6 * s + i));
          }
        if (!I.is_driven(s))
          ++k;
      }
    return result;
  }
} // namespace rivlin
