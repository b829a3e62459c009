// SPDX-License-Identifier: Apache-2.0
// Derivatives of the reduced model with respect to its unknowns; the columns
// and rows of free sleeves are those of doc/theory/sleeves.md.
#include <rivlin/online/reduced_model.h>

#include "reduced_workspace.h"

namespace rivlin
{
  using Change = ReducedKinematics::Change;

  Evaluation ReducedModel::set_stiffness(const double t,
                                         const Vector &lambda) const
  {
    if (Evaluation evaluation = evaluate_force(t, Need::residual_and_tangent);
        !evaluation.valid)
      return evaluation;
    work->K = work->force.tangent;
    if (!model->contacts.empty())
      work->K += work->contact.tangent;
    if (model->stiffness.size() > 0)
      work->K += model->stiffness;
    for (std::size_t k = 0; k < model->loads.size(); ++k)
      if (const double value = inputs.loads[k](t, 0); value != 0)
        add_tangent(model->loads[k], -value, work->known_r, work->K);
    if (n_multipliers() > 0)
      add_hessian(model->volume,
                  work->volume_sums(model->volume),
                  lambda,
                  work->K);
    return {};
  }

  void ReducedModel::reduce(const Matrix &over_r, MatrixRef result) const
  {
    const Workspace &w = *work;
    const int n_modes = model->n_modes(), n_rho = model->n_rho(),
              n_free = w.kinematics.n_free_velocities();
    result.topLeftCorner(n_modes, n_modes) =
      over_r.bottomRightCorner(n_modes, n_modes);
    if (n_free == 0)
      return;
    result.topRightCorner(n_modes, n_free) = w.columns.bottomRows(n_modes);
    // Virtual work in the free directions.
    result.bottomLeftCorner(n_free, n_modes).noalias() =
      w.S.transpose().lazyProduct(over_r.topRightCorner(n_rho, n_modes));
    result.bottomRightCorner(n_free, n_free).noalias() =
      w.S.transpose().lazyProduct(w.columns.topRows(n_rho));
  }

  void ReducedModel::reduce_linear(const Matrix &over_r, MatrixRef result) const
  {
    Workspace &w = *work;
    if (w.kinematics.n_free() > 0)
      {
        w.kinematics.columns(Change::displacement, w.S);
        w.columns.noalias() = over_r.leftCols(model->n_rho()).lazyProduct(w.S);
      }
    reduce(over_r, result);
  }

  Evaluation ReducedModel::mass(const Vector &q, MatrixRef M) const
  {
    if (!inertia)
      {
        M.setZero();
        return {};
      }
    ReducedKinematics &kinematics = work->kinematics;
    kinematics.place_free(q);
    reduce_linear(model->mass, M);
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        const int first = kinematics.offset(k),
                  n     = kinematics.body(k).n_velocities();
        M.block(first, first, n, n) +=
          kinematics.body(k).tangent_by_acceleration();
      }
    return {};
  }

  Evaluation ReducedModel::stiffness(const State &state, MatrixRef K) const
  {
    Workspace &w       = *work;
    const Vector *rows = nullptr;
    if (Evaluation evaluation = all_rows(state, rows); !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = set_stiffness(state.time, state.lambda);
        !evaluation.valid)
      return evaluation;
    const ReducedKinematics &kinematics = w.kinematics;
    if (kinematics.n_free() == 0)
      {
        reduce(w.K, K);
        return {};
      }
    const int n_rho = model->n_rho();
    kinematics.columns(Change::displacement, w.S);
    w.columns.noalias() = w.K.leftCols(n_rho).lazyProduct(w.S);
    if (inertia)
      {
        kinematics.columns(Change::velocity_by_position, w.part);
        w.columns += model->damping.leftCols(n_rho).lazyProduct(w.part);
        kinematics.columns(Change::acceleration_by_position, w.part);
        w.columns += model->mass.leftCols(n_rho).lazyProduct(w.part);
      }
    reduce(w.K, K);
    const Vector3 g = gravity_at(state.time, 0);
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        const RigidSleeve &body = kinematics.body(k);
        const int first = kinematics.offset(k), n = body.n_velocities();
        K.block(first, first, n, n) +=
          body.projection_change(
            kinematics.surface(*rows, kinematics.sleeve(k))) +
          body.tangent_by_position(kinematics.load(k, state.time, 0, g));
      }
    return {};
  }

  Evaluation ReducedModel::damping(const State &state, MatrixRef D) const
  {
    if (!inertia)
      {
        D.setZero();
        return {};
      }
    Workspace &w                  = *work;
    ReducedKinematics &kinematics = w.kinematics;
    if (kinematics.n_free() == 0)
      {
        reduce(model->damping, D);
        return {};
      }
    const int n_rho = model->n_rho();
    kinematics.place(state.time, state.q, &state.v, &state.a, motion_order());
    kinematics.columns(Change::displacement, w.S);
    kinematics.columns(Change::acceleration_by_velocity, w.part);
    w.columns.noalias() = model->damping.leftCols(n_rho).lazyProduct(w.S);
    w.columns += model->mass.leftCols(n_rho).lazyProduct(w.part);
    reduce(model->damping, D);
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        const int first = kinematics.offset(k),
                  n     = kinematics.body(k).n_velocities();
        D.block(first, first, n, n) += kinematics.body(k).tangent_by_velocity();
      }
    return {};
  }

  bool ReducedModel::sudden_stiffness(const State &state, MatrixRef K) const
  {
    if (model->contacts.empty())
      return false;
    Workspace &w = *work;
    w.kinematics.place(state.time, state.q, nullptr, nullptr, 0);
    w.refresh();
    const bool has_free_sleeves = w.kinematics.n_free() > 0;
    w.find_contacts(model->contacts, Need::residual);
    if (!w.touches())
      return false;
    if (!has_free_sleeves)
      {
        // Columns of driven sleeves are not needed.
        tangent_from(model->contacts,
                     model->n_lifted(),
                     w.contact,
                     w.contact_tangent.data());
        K = w.contact_tangent;
        return true;
      }
    w.find_contacts(model->contacts, Need::residual_and_tangent);
    w.kinematics.columns(Change::displacement, w.S);
    w.columns.noalias() =
      w.contact.tangent.leftCols(model->n_rho()).lazyProduct(w.S);
    reduce(w.contact.tangent, K);
    return true;
  }

  bool ReducedModel::sudden_force(const State &state, Vector &g) const
  {
    if (model->contacts.empty())
      return false;
    Workspace &w = *work;
    w.kinematics.place(state.time, state.q, nullptr, nullptr, 0);
    w.refresh();
    w.find_contacts(model->contacts, Need::residual);
    if (!w.touches())
      return false;
    w.kinematics.project(w.contact.force, g);
    return true;
  }

  void ReducedModel::constraint_jacobian(const double t,
                                         const Vector &q,
                                         MatrixRef B) const
  {
    Workspace &w = *work;
    w.kinematics.place(t, q, nullptr, nullptr, 0);
    evaluate_jacobian();
    const int n_modes   = model->n_modes();
    B.leftCols(n_modes) = w.B.rightCols(n_modes);
    if (w.kinematics.n_free() == 0)
      return;
    w.kinematics.columns(Change::displacement, w.S);
    B.rightCols(w.kinematics.n_free_velocities()) =
      w.B.leftCols(model->n_rho()).lazyProduct(w.S);
  }

  void ReducedModel::constraint_compliance(double,
                                           const Vector &,
                                           const Vector &lambda,
                                           MatrixRef C) const
  {
    C = -model->compliance;
    if (evaluate_pressures(lambda, true) &&
        model->pressure_points.n_points() > 0)
      C -= work->pressures.compliance;
  }

  void ReducedModel::constraint_rate(const double t,
                                     const Vector &q,
                                     Vector &Phi_t) const
  {
    Workspace &w = *work;
    w.kinematics.place(t, q, nullptr, nullptr, 0);
    evaluate_jacobian();
    w.kinematics.explicit_rate(t, 1, w.rate);
    Phi_t.noalias() = w.B * w.rate;
  }

  void ReducedModel::constraint_curvature(const double t,
                                          const Vector &q,
                                          const Vector &v,
                                          Vector &result) const
  {
    // r'' without the unknown accelerations, and the curvature of c along r'.
    Workspace &w = *work;
    w.kinematics.place(t, q, &v, nullptr, 2);
    evaluate_jacobian();
    curvature(model->volume,
              w.volume_sums(model->volume),
              w.kinematics.r(1),
              result);
    result.noalias() += w.B * w.kinematics.r(2);
  }
} // namespace rivlin
