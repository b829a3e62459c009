// SPDX-License-Identifier: Apache-2.0
// What can be seen of a reduced model: reactions, energies, trust.
#include <rivlin/online/reduced_model.h>

#include <rivlin/base/error.h>

#include "reduced_workspace.h"

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Rounding errors do not leave the trained range.
    constexpr double slack = 1e-9;
    /// What iterations leave: the trained signals themselves, with other steps
    /// behind them, are inside.
    constexpr double iteration_slack = 1e-4;

    /// About the moved centre: sum R X_n x r_n.
    SleeveReaction reaction_of(const SurfaceForce &surface,
                               const RigidMotion &motion)
    {
      const Matrix3 R = Matrix3::Identity() + motion.rotation[0];
      const Matrix3 m = surface.first_moments * R.transpose();
      return {surface.force,
              {m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)}};
    }
  } // namespace

  Vector ReducedModel::coordinates(const State &state, const int order) const
  {
    if (order == 2 && !inertia)
      return Vector::Zero(work->kinematics.n_coordinates());
    work->kinematics.place(state.time,
                           state.q,
                           &state.v,
                           order == 2 ? &state.a : nullptr,
                           std::max(order, 1));
    return work->kinematics.r(order);
  }

  double ReducedModel::mahalanobis_distance(const Vector &r) const
  {
    if (model->range.whitening.size() == 0)
      return 0;
    work->change             = r - model->range.mean;
    work->whitened.noalias() = model->range.whitening * work->change;
    return work->whitened.norm();
  }

  double ReducedModel::second_cubature() const
  {
    Workspace &w = *work;
    if (is_empty(model->second_force))
      return 0;
    evaluate(model->second_force, w.known_r, Need::residual, w.second);
    if (!w.second.valid)
      return 1;
    // First moments are per unit of R: over the length they are forces.
    double difference = 0, size = 0;
    const int per_sleeve = model->dim + model->dim * model->dim;
    for (int i = 0; i < model->n_rho(); ++i)
      {
        const double unit =
          i % per_sleeve < model->dim ? 1 : 1 / model->length_scale;
        difference +=
          std::pow(unit * (w.second.force[i] - w.force.force[i]), 2);
        size += std::pow(unit * w.force.force[i], 2);
      }
    return size > 0 ? std::sqrt(difference / size) : 0;
  }

  Trust ReducedModel::trust_of_coordinates() const
  {
    const Workspace &w        = *work;
    const TrainedRange &range = model->range;
    Trust result;
    result.min_J    = w.force.min_J;
    result.distance = mahalanobis_distance(w.known_r);
    for (std::size_t k = 0; k < model->contacts.size(); ++k)
      {
        const ContactObservation &contact = w.contact.seen[k];
        const double trained =
          range.contact_pressures.size() > 0 ? range.contact_pressures[k] : 0;
        result.untrained_contact =
          result.untrained_contact || contact.untrained ||
          (trained == 0 && contact.largest_pressure > 0);
        if (trained > 0)
          result.contact_pressure =
            std::max(result.contact_pressure,
                     contact.largest_pressure / trained);
      }
    result.inside = !result.untrained_contact &&
                    result.contact_pressure <= 1 + iteration_slack;
    if (range.whitening.size() > 0)
      result.inside =
        result.inside &&
        result.distance <= range.largest_distance * (1 + iteration_slack);
    result.inside =
      result.inside && result.min_J >= range.smallest_J - iteration_slack;
    return result;
  }

  bool ReducedModel::pose_is_trained(const int sleeve,
                                     const Vector3 &translation,
                                     const Vector3 &rotation) const
  {
    const TrainedRange &range = model->range;
    if (sleeve >= range.lowest_pose.cols())
      return true;
    Eigen::Array<double, 6, 1> pose;
    pose << translation, rotation;
    const auto low  = range.lowest_pose.col(sleeve).array(),
               high = range.highest_pose.col(sleeve).array();
    const Eigen::Array<double, 6, 1> margin = slack * (1 + high - low);
    return (pose >= low - margin).all() && (pose <= high + margin).all();
  }

  Trust ReducedModel::trust(const ReducedObservation &seen) const
  {
    Trust result           = trust_of_coordinates();
    result.second_cubature = second_cubature();
    for (int s = 0; s < static_cast<int>(seen.motions.size()); ++s)
      result.inside =
        result.inside && pose_is_trained(s,
                                         seen.motions[s].translation[0],
                                         seen.rotation_vectors[s]);
    return result;
  }

  RangePart ReducedModel::range_part(const State &state) const
  {
    const Vector *rows = nullptr;
    if (!all_rows(state, rows).valid)
      return RangePart::outside;
    const ReducedKinematics &kinematics = work->kinematics;
    bool inside                         = trust_of_coordinates().inside;
    int n_free                          = 0;
    for (int s = 0; s < kinematics.n_sleeves(); ++s)
      {
        const RigidMotion &motion = kinematics.motion(s);
        const bool is_free =
          n_free < kinematics.n_free() && kinematics.sleeve(n_free) == s;
        n_free += is_free ? 1 : 0;
        if (pose_is_trained(s,
                            motion.translation[0],
                            rotation_logarithm(quaternion(Matrix3::Identity() +
                                                          motion.rotation[0]))))
          continue;
        if (!is_free)
          return RangePart::driven_out;
        inside = false;
      }
    return inside ? RangePart::inside : RangePart::outside;
  }

  ReducedObservation ReducedModel::observe(const State &state) const
  {
    ReducedObservation seen;
    observe(state, seen);
    return seen;
  }

  void ReducedModel::observe_sleeves(const State &state,
                                     ReducedObservation &seen) const
  {
    const Vector *rows = nullptr;
    if (const Evaluation failure = all_rows(state, rows); !failure.valid)
      throw ComputationFailed(failure.reason);
    const ReducedKinematics &kinematics = work->kinematics;
    seen.motions.resize(kinematics.n_sleeves());
    seen.reactions.resize(kinematics.n_sleeves());
    seen.rotation_vectors.resize(kinematics.n_sleeves());
    for (int s = 0; s < kinematics.n_sleeves(); ++s)
      {
        seen.motions[s]          = kinematics.motion(s);
        seen.rotation_vectors[s] = rotation_logarithm(
          quaternion(Matrix3::Identity() + seen.motions[s].rotation[0]));
        seen.reactions[s] =
          reaction_of(kinematics.surface(*rows, s), kinematics.motion(s));
      }
    for (int k = 0; k < kinematics.n_free(); ++k)
      if (kinematics.body(k).n_angles() > 0)
        seen.rotation_vectors[kinematics.sleeve(k)] =
          kinematics.body(k).rotation_vector();
  }

  void ReducedModel::observe(const State &state, ReducedObservation &seen) const
  {
    observe_sleeves(state, seen);
    Workspace &w                        = *work;
    const double t                      = state.time;
    const Vector *rows                  = &w.rows;
    const ReducedKinematics &kinematics = w.kinematics;
    seen.contacts                       = w.contact.seen;
    seen.strain_energy                  = w.force.energy + w.contact.energy;
    if (n_multipliers() > 0)
      {
        seen.strain_energy += state.lambda.dot(w.volume);
        w.c.noalias() = model->compliance * state.lambda;
        seen.strain_energy -= state.lambda.dot(w.c) / 2;
        if (model->pressure_points.n_points() > 0 &&
            evaluate_pressures(state.lambda, false))
          seen.strain_energy -= w.pressures.energy;
      }
    if (model->stiffness.size() > 0)
      {
        w.rate.noalias() = model->stiffness * w.known_r;
        seen.strain_energy += w.known_r.dot(w.rate) / 2;
      }
    for (int k = 0; k < kinematics.n_free(); ++k)
      seen.strain_energy += kinematics.body(k).spring_energy();
    seen.trust          = trust(seen);
    seen.kinetic_energy = seen.dissipation_power = seen.external_power = 0;
    if (!inertia)
      return;

    const Vector &v        = kinematics.r(1);
    const Vector3 g        = gravity_at(t, 0);
    w.rate.noalias()       = model->mass * v;
    seen.kinetic_energy    = v.dot(w.rate) / 2;
    w.rate.noalias()       = model->damping * v;
    seen.dissipation_power = v.dot(w.rate);
    const int n_lifted     = model->n_lifted();
    seen.external_power    = rows->head(n_lifted).dot(v.head(n_lifted));
    for (std::size_t k = 0; k < model->loads.size(); ++k)
      {
        w.rate.setZero();
        add_force(
          model->loads[k], inputs.loads[k](t, 0), w.known_r, w.load, w.rate);
        seen.external_power += v.dot(w.rate);
      }
    for (int i = 0; i < model->dim; ++i)
      seen.external_power += g[i] * v.dot(model->gravity.col(i));
    // The free directions of sleeves do no work together with the body behind
    // them.
    for (int k = 0; k < kinematics.n_free(); ++k)
      {
        const RigidSleeve &body = kinematics.body(k);
        seen.kinetic_energy += body.kinetic_energy();
        seen.dissipation_power += body.dissipation();
        seen.external_power +=
          body.load_power(kinematics.load(k, t, 0, g)) -
          body.project(kinematics.surface(*rows, kinematics.sleeve(k)))
            .dot(body.velocities());
      }
  }
} // namespace rivlin
