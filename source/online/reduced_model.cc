// SPDX-License-Identifier: Apache-2.0
// Residual of the reduced model; theory in doc/theory/online.md.
#include <rivlin/online/reduced_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/solid/point_response.h>

#include "reduced_workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// As many as there are names; those not given stay as at the start.
    std::vector<DrivenNumber> complete(std::vector<DrivenNumber> given,
                                       const Vector &at_start,
                                       const std::size_t n,
                                       const char *what)
    {
      if (given.empty())
        for (std::size_t i = 0; i < n; ++i)
          given.push_back([value = at_start.size() > 0
                                     ? at_start[Eigen::Index(i)]
                                     : 0.](double, const int order) {
            return order == 0 ? value : 0.;
          });
      if (given.size() != n)
        throw Error(message("The reduced model has ",
                            n,
                            " ",
                            what,
                            ", but ",
                            given.size(),
                            " are given. Give one for each, or none."));
      return given;
    }

    Vector prescribed_at_start(const ReducedModelData &data)
    {
      return data.start.is_given()
               ? Vector(data.start.r.segment(data.n_rho(), data.n_prescribed()))
               : Vector();
    }

    ReducedKinematics make_kinematics(const ReducedModelData &data,
                                      std::vector<Sleeve> sleeves,
                                      const bool inertia,
                                      const ReducedInputs &inputs)
    {
      check(data);
      if (sleeves.size() != data.sleeves.size())
        throw Error(message("The reduced model has ",
                            data.sleeves.size(),
                            " moving sleeves, but ",
                            sleeves.size(),
                            " are given. Give one per sleeve."));
      return ReducedKinematics(data.dim,
                               data.n_modes(),
                               std::move(sleeves),
                               inertia,
                               complete(inputs.prescribed,
                                        prescribed_at_start(data),
                                        data.prescribed.size(),
                                        "prescribed displacements"));
    }

    PackedPoints packed(const ReducedForce &force)
    {
      const auto *points = std::get_if<PointForce>(&force);
      if (points == nullptr || points->weights.size() == 0)
        return {};
      return PackedPoints(points->dim,
                          points->isochoric,
                          points->materials,
                          points->material_of_point,
                          points->gradients.data(),
                          points->n_coordinates(),
                          points->weights.data());
    }
  } // namespace

  ReducedModel::Workspace::Workspace(ReducedKinematics reduced_kinematics,
                                     const ReducedModelData &data)
    : kinematics(std::move(reduced_kinematics))
    , points(packed(data.force))
    , packed_volume(data.volume)
  {
    const int n = data.n_coordinates(), m = data.n_pressures();
    const int n_free = kinematics.n_free_velocities();
    known_r = Vector::Constant(n, std::numeric_limits<double>::quiet_NaN());
    B.setZero(m, n);
    rows.setZero(n);
    rate.setZero(n);
    change.setZero(n);
    force.force.setZero(n);
    c.setZero(m);
    known_p.setZero(m);
    volume.setZero(m);
    volume_force.setZero(n);
    K.setZero(n, n);
    contact_tangent.setZero(data.n_modes(), data.n_modes());
    S.setZero(kinematics.n_rho(), n_free);
    part.setZero(kinematics.n_rho(), n_free);
    columns.setZero(n, n_free);
    whitened.setZero(data.range.whitening.rows());
    load_changes.resize(kinematics.n_free());
  }

  void ReducedModel::Workspace::refresh()
  {
    // A NaN equals nothing, so it is computed again.
    if (known_r == kinematics.r())
      return;
    known_r        = kinematics.r();
    known_force    = -1;
    known_contact  = -1;
    known_jacobian = false;
    known_sums     = false;
    known_volume   = false;
  }

  void ReducedModel::Workspace::find_volume(const Vector &p)
  {
    if (known_volume && known_p == p)
      return;
    packed_volume.evaluate(known_r, p, volume, volume_force);
    known_p      = p;
    known_volume = true;
  }

  void ReducedModel::Workspace::find_contacts(
    const std::vector<ReducedContact> &contacts, const Need need)
  {
    if (known_contact < static_cast<int>(need))
      evaluate(contacts, known_r, need, contact);
    known_contact = std::max(known_contact, static_cast<int>(need));
  }

  bool ReducedModel::Workspace::touches() const
  {
    for (const ContactObservation &seen : contact.seen)
      if (seen.area > 0)
        return true;
    return false;
  }

  const VolumeSums &
  ReducedModel::Workspace::volume_sums(const VolumePolynomial &polynomial)
  {
    if (!known_sums)
      contract(polynomial, known_r, sums);
    known_sums = true;
    return sums;
  }

  ReducedModel::ReducedModel(std::shared_ptr<const ReducedModelData> data_in,
                             std::vector<Sleeve> sleeves,
                             Gravity gravity_in,
                             const bool with_inertia,
                             ReducedInputs inputs_in)
    : DenseLieSystem(
        make_kinematics(*data_in, sleeves, with_inertia, inputs_in).space())
    , model(std::move(data_in))
    , gravity(std::move(gravity_in))
    , inputs(std::move(inputs_in))
    , inertia(with_inertia)
    , is_rigid(model->compliance.isZero(0) &&
               model->pressure_points.n_points() == 0)
    , work(std::make_unique<Workspace>(
        make_kinematics(*model, std::move(sleeves), with_inertia, inputs),
        *model))
  {
    inputs.loads = complete(std::move(inputs.loads),
                            model->start.loads,
                            model->loads.size(),
                            "loads");
  }

  ReducedModel::~ReducedModel() = default;

  State ReducedModel::initial_state(const double time) const
  {
    State state;
    set_time(state, time);
    state.q      = model->start.is_given()
                     ? work->kinematics.positions_at(model->start.r)
                     : work->kinematics.initial_positions();
    state.v      = Vector::Zero(n_velocities());
    state.a      = Vector::Zero(n_velocities());
    state.lambda = model->start.is_given()
                     ? model->start.p
                     : Vector(Vector::Zero(n_multipliers()));
    return state;
  }

  State ReducedModel::state_at_rest(const double time) const
  {
    State state = initial_state(time);
    if (!inertia)
      return state;
    work->kinematics.place(
      state.time, state.q, &state.v, &state.a, motion_order());
    state.v.head(model->n_modes()) =
      model->rest_velocity * work->kinematics.r(1).head(model->n_lifted());
    return state;
  }

  int ReducedModel::n_multipliers() const
  {
    return model->n_pressures();
  }

  ConstraintKind ReducedModel::constraint_kind() const
  {
    return n_multipliers() == 0 ? ConstraintKind::none
           : is_rigid           ? ConstraintKind::rigid
                                : ConstraintKind::compliant;
  }

  double ReducedModel::typical_size() const
  {
    return model->length_scale;
  }

  Vector3 ReducedModel::gravity_at(const double t, const int order) const
  {
    return gravity ? gravity(t, order) : Vector3(Vector3::Zero());
  }

  Evaluation ReducedModel::evaluate_force(const double t, const Need need) const
  {
    Workspace &w = *work;
    w.refresh();
    if (w.known_force < static_cast<int>(need))
      {
        if (need == Need::residual_and_tangent || w.points.is_empty())
          evaluate(model->force, w.known_r, need, w.force);
        else
          {
            const PointBatchSum sum =
              w.points.force(w.known_r.data(), w.force.force.data());
            w.force.energy = sum.energy;
            w.force.min_J  = sum.min_J;
            w.force.valid  = sum.valid && w.known_r.allFinite();
          }
        if (w.force.valid)
          w.find_contacts(model->contacts, need);
        w.known_force = static_cast<int>(need);
      }
    if (w.force.valid)
      return {};
    w.known_force = -1;
    return {false,
            message("a point of the reduced model ",
                    invalid_point_text(w.force.min_J),
                    " at t = ",
                    t,
                    " (J = ",
                    w.force.min_J,
                    "): the step is too large, or the load is beyond what the "
                    "model can follow")};
  }

  void ReducedModel::evaluate_jacobian() const
  {
    Workspace &w = *work;
    w.refresh();
    if (w.known_jacobian || n_multipliers() == 0)
      return;
    jacobian(model->volume, w.volume_sums(model->volume), w.known_r, w.B);
    w.known_jacobian = true;
  }

  Evaluation ReducedModel::set_rows(const double t, const Vector *lambda) const
  {
    if (Evaluation evaluation = evaluate_force(t, Need::residual);
        !evaluation.valid)
      return evaluation;
    Workspace &w = *work;
    w.rows       = w.force.force;
    if (!model->contacts.empty())
      w.rows += w.contact.force;
    if (model->stiffness.size() > 0)
      w.rows.noalias() += model->stiffness * w.known_r;
    subtract_loads(t, 0, 0);
    if (inertia)
      {
        w.rows.noalias() += model->mass * w.kinematics.r(2);
        w.rows.noalias() += model->damping * w.kinematics.r(1);
      }
    if (gravity)
      {
        const Vector3 g = gravity_at(t, 0);
        for (int i = 0; i < model->dim; ++i)
          w.rows -= g[i] * model->gravity.col(i);
      }
    if (lambda != nullptr && n_multipliers() > 0)
      {
        w.find_volume(*lambda);
        w.rows += w.volume_force;
      }
    return {};
  }

  void ReducedModel::subtract_loads(const double t,
                                    const int order,
                                    const double h) const
  {
    for (std::size_t k = 0; k < model->loads.size(); ++k)
      {
        double value = inputs.loads[k](t, order);
        if (h != 0)
          value = inputs.loads[k](t + h, 0) - value;
        if (value != 0)
          add_force(
            model->loads[k], -value, work->known_r, work->load, work->rows);
      }
  }

  bool ReducedModel::evaluate_pressures(const Vector &lambda,
                                        const bool with_compliance) const
  {
    if (model->pressure_points.n_points() == 0)
      return true;
    evaluate(model->pressure_points, lambda, with_compliance, work->pressures);
    return work->pressures.valid;
  }

  void ReducedModel::gather_residual(const double t,
                                     Eigen::Ref<Vector> result) const
  {
    const ReducedKinematics &kinematics = work->kinematics;
    kinematics.project(work->rows, result);
    for (int k = 0; k < kinematics.n_free(); ++k)
      result.segment(kinematics.offset(k), kinematics.body(k).n_velocities()) +=
        kinematics.body(k).residual(kinematics.load(k, t, 0, gravity_at(t, 0)),
                                    inertia);
  }

  Evaluation ReducedModel::all_rows(const State &state,
                                    const Vector *&rows) const
  {
    work->kinematics.place(
      state.time, state.q, &state.v, &state.a, motion_order());
    rows = &work->rows;
    return set_rows(state.time, &state.lambda);
  }

  Evaluation ReducedModel::residual(const State &state,
                                    const ConstraintLevel level,
                                    Blocks &result) const
  {
    Workspace &w         = *work;
    const Vector *unused = nullptr;
    if (Evaluation evaluation = all_rows(state, unused); !evaluation.valid)
      return evaluation;
    result.q.resize(n_velocities());
    result.lambda.resize(n_multipliers());
    gather_residual(state.time, result.q);
    if (n_multipliers() > 0)
      {
        if (level != ConstraintLevel::position)
          evaluate_jacobian();
        if (level == ConstraintLevel::position)
          {
            result.lambda = w.volume;
            result.lambda.noalias() -= model->compliance * state.lambda;
            if (!evaluate_pressures(state.lambda, false))
              return {false,
                      message("a pressure of the reduced model is beyond what "
                              "its volumetric law can balance at t = ",
                              state.time)};
            if (model->pressure_points.n_points() > 0)
              result.lambda -= w.pressures.volume;
          }
        else if (level == ConstraintLevel::velocity)
          result.lambda.noalias() = w.B * w.kinematics.r(1);
        else
          {
            curvature(model->volume,
                      w.volume_sums(model->volume),
                      w.kinematics.r(1),
                      result.lambda);
            result.lambda.noalias() += w.B * w.kinematics.r(2);
          }
      }
    // A NaN that no J shows (a channel) must not pass either.
    if (!std::isfinite(result.q.sum()) || !std::isfinite(result.lambda.sum()))
      return {false,
              message("the residual of the reduced model is not finite at t = ",
                      state.time,
                      ". Check the motion and the loads at this time")};
    return {};
  }

  Evaluation ReducedModel::force(const double t,
                                 const Vector &q,
                                 const Vector &v,
                                 Vector &g) const
  {
    work->kinematics.place(t, q, &v, nullptr, motion_order());
    if (Evaluation evaluation = set_rows(t, nullptr); !evaluation.valid)
      return evaluation;
    gather_residual(t, g);
    return {};
  }

  void ReducedModel::constraint(const double t,
                                const Vector &q,
                                const Vector &lambda,
                                Vector &Phi) const
  {
    Workspace &w = *work;
    w.kinematics.place(t, q, nullptr, nullptr, 0);
    w.refresh();
    evaluate(model->volume, w.volume_sums(model->volume), w.known_r, Phi);
    Phi.noalias() -= model->compliance * lambda;
    if (!evaluate_pressures(lambda, false))
      Phi.setConstant(std::numeric_limits<double>::quiet_NaN());
    else if (model->pressure_points.n_points() > 0)
      Phi -= w.pressures.volume;
  }

  double ReducedModel::increment_norm(const Blocks &increment) const
  {
    const ReducedKinematics &kinematics = work->kinematics;
    const double length = model->length_scale, stress = model->stress_scale;
    double sum = increment.q.squaredNorm();
    // An angle counts as the displacement it causes.
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        const RigidSleeve &body = kinematics.body(k);
        sum += (length * length - 1) *
               increment.q
                 .segment(kinematics.offset(k) + body.n_velocities() -
                            body.n_angles(),
                          body.n_angles())
                 .squaredNorm();
      }
    const double n_q = std::max<double>(increment.q.size(), 1);
    // The squares of the pressure modes have the integral 1, so |lambda| is the
    // root mean square of the pressure times the root of the volume.
    const double volume =
      length * length * (model->dim == 2 ? model->thickness : length);
    return std::sqrt(sum / n_q / (length * length) +
                     increment.lambda.squaredNorm() / volume /
                       (stress * stress));
  }
} // namespace rivlin
