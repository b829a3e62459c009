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

    void require(const Evaluation &evaluation)
    {
      if (!evaluation.valid)
        throw ComputationFailed("The tangent of the online model: " +
                                evaluation.reason);
    }

    /// Weights and increment of the last step of generalized alpha; those of
    /// statics without inertia.
    struct LastStep
    {
      TangentWeights weights;
      Vector increment;
      Matrix T; ///< tangent operator at the increment

      LastStep(const ReducedModel &model,
               const State &state,
               const Vector &last_q,
               const OnlineOptions &options)
        : increment(Vector::Zero(model.n_velocities()))
        , T(Matrix::Identity(model.n_velocities(), model.n_velocities()))
      {
        if (options.quasi_static)
          return;
        const Vector &last_step = state.memory[1].values;
        const double h = last_step[0], gamma = last_step[1];
        if (!(h > 0))
          throw Error(
            "The tangent of a dynamic online model belongs to a step."
            " Call advance() first.");
        const AlphaParameters p = chung_hulbert(options.spectral_radius);
        weights.v               = gamma / (h * p.beta);
        weights.a       = (1 - p.alpha_m) / ((1 - p.alpha_f) * p.beta * h * h);
        weights.scaling = p.beta * h * h;
        difference(model.space(), last_q, state.q, increment);
        tangent_operator(model.space(), increment, T);
      }
    };

    /// Changes of all outputs with one input, column by column.
    class ColumnSolver
    {
    public:
      ColumnSolver(const ReducedModel &the_model,
                   const State &state,
                   const LastStep &last_step)
        : model(the_model)
        , kinematics(model.kinematics())
        , step(last_step)
        , solver(model.make_tangent())
        , rows(kinematics.n_coordinates())
        , constraint(model.n_multipliers())
      {
        require(solver->linearize(
          state, ConstraintLevel::position, step.weights, &step.increment));
        require(model.set_place(state));
        const Vector *all_rows = nullptr;
        require(model.all_rows(state, all_rows));
        rows_now = *all_rows;
        rhs.q.resize(model.n_velocities());
        for (Vector &part : at_rest)
          part = Vector::Zero(kinematics.n_coordinates());
        begin();
      }

      /// Nothing changes so far.
      void begin()
      {
        driven = at_rest;
        rhs.q.setZero();
      }

      /// The driven sleeve s moves.
      void set_driven(const int s, const RigidMotion &change)
      {
        for (int order = 0; order < 3; ++order)
          kinematics.write(change.translation[order],
                           change.rotation[order],
                           s,
                           driven[order].data());
      }

      /// The load of the free sleeve number k changes.
      void set_load(const int k, const SleeveLoad &change)
      {
        rhs.q.segment(kinematics.offset(k), kinematics.body(k).n_velocities()) =
          kinematics.body(k).load_change(change);
      }

      /// Answer to what was set: reactions of driven sleeves, poses of free
      /// ones.
      template <typename IsDriven>
      void solve(const ReducedObservation &seen,
                 const IsDriven &is_driven,
                 Eigen::Ref<Vector> column)
      {
        Vector of_motion(model.n_velocities());
        model.change_of_rows(driven, rows, constraint);
        kinematics.project(rows, of_motion);
        rhs.q      = -(rhs.q + of_motion);
        rhs.lambda = -constraint;
        require(solver->solve(rhs, y));
        model.direction_of_unknowns(step.T * y.q, y.q, step.weights, direction);
        for (int order = 0; order < 3; ++order)
          direction[order] += driven[order];
        model.change_of_rows(direction, rows, constraint);
        model.add_constraint_forces(y.lambda, rows);
        for (int s = 0; s < static_cast<int>(column.size()) / 6; ++s)
          write_output(seen, s, is_driven(s), column.segment<6>(6 * s));
      }

    private:
      void write_output(const ReducedObservation &seen,
                        const int s,
                        const bool is_driven,
                        Eigen::Ref<Eigen::Matrix<double, 6, 1>> output) const
      {
        const Matrix3 R = Matrix3::Identity() + seen.motions[s].rotation[0];
        // Translation and change of R have the layout of force and moments.
        const SurfaceForce moved = kinematics.surface(direction[0], s);
        if (is_driven)
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
              rotation_tangent_inverse(seen.rotation_vectors[s]) * axial(W) / 2;
          }
      }

      const ReducedModel &model;
      const ReducedKinematics &kinematics;
      const LastStep &step;
      std::unique_ptr<Tangent> solver;
      ReducedModel::Direction at_rest, driven, direction;
      Vector rows, rows_now, constraint;
      /// rhs.q holds the change of the residual that does not come from
      /// `driven`.
      Blocks rhs, y;
    };
  } // namespace

  OnlineTangent OnlineModel::tangent() const
  {
    Implementation &I = *implementation;
    I.require_start();
    // Before the model is placed for what follows.
    const ReducedObservation &seen = I.sleeves_now();
    const LastStep step(I.model, I.state, I.last_q, I.options);
    ColumnSolver columns(I.model, I.state, step);
    const int n = 6 * n_sleeves();
    OnlineTangent result;
    result.by_input = result.by_velocity = Matrix::Zero(n, n);
    const auto solve                     = [&](Eigen::Ref<Vector> column) {
      columns.solve(
        seen, [&I](const int s) { return I.is_driven(s); }, column);
    };

    int k = 0; // free sleeve
    for (int s = 0; s < n_sleeves(); ++s)
      {
        const SleeveInputs &inputs = (*I.inputs)[s];
        for (int i = 0; i < 6; ++i)
          {
            columns.begin();
            if (!I.is_driven(s))
              {
                SleeveLoad unit;
                (i < 3 ? unit.force : unit.moment)[i % 3] = 1;
                columns.set_load(k, unit);
                solve(result.by_input.col(6 * s + i));
                continue;
              }
            columns.set_driven(
              s, motion_change(inputs, [i](SleeveInputs &x, double d) {
                (x.h > 0 ? x.end : x.begin).pose[i] += d;
              }));
            solve(result.by_input.col(6 * s + i));
            if (!inputs.end.has_velocity || I.options.quasi_static)
              continue;
            columns.begin();
            columns.set_driven(s,
                               motion_change(inputs,
                                             [i](SleeveInputs &x, double d) {
                                               x.end.velocity[i] += d;
                                             }));
            solve(result.by_velocity.col(6 * s + i));
          }
        if (!I.is_driven(s))
          ++k;
      }
    return result;
  }
} // namespace rivlin
