// SPDX-License-Identifier: Apache-2.0
// Start, steps and outputs of the online model.
#include <rivlin/online/online_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/sudden_forces.h>
#include <rivlin/online/reduced_start.h>

#include "online_implementation.h"

#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    StaticsOptions statics_for(const ReducedModelData &data)
    {
      StaticsOptions statics;
      if (!data.contacts.empty())
        expect_sudden_forces(statics);
      return statics;
    }

    std::unique_ptr<TimeIntegrator> make_stepper(const ReducedModel &model,
                                                 const OnlineOptions &options)
    {
      if (options.quasi_static)
        {
          StaticsOptions statics         = statics_for(model.data());
          statics.newton.tolerance       = options.tolerance;
          statics.newton.keep_over_steps = true;
          return std::make_unique<Statics>(model, statics);
        }
      GeneralizedAlphaOptions alpha;
      alpha.parameters             = chung_hulbert(options.spectral_radius);
      alpha.newton.tolerance       = options.tolerance;
      alpha.newton.keep_over_steps = true;
      if (!model.data().contacts.empty())
        expect_sudden_forces(alpha.newton);
      alpha.consistency.project = true;
      return std::make_unique<GeneralizedAlpha>(model, alpha);
    }

    std::shared_ptr<const ReducedModelData> prepared(ReducedModelData data)
    {
      prepare(data.force);
      prepare(data.second_force);
      return std::make_shared<const ReducedModelData>(std::move(data));
    }
  } // namespace

  OnlineModel::Implementation::Implementation(
    ReducedModelData model_data, const OnlineOptions &online_options)
    : data(prepared(std::move(model_data)))
    , options(online_options)
    , inputs(std::make_shared<std::vector<SleeveInputs>>(data->sleeves.size()))
    , model(data, sleeves(inputs), gravity(), !options.quasi_static)
    , integrator(make_stepper(model, options))
    , guard(model, *integrator)
    , next(inputs_at_start(*data).sleeves)
    , saved_inputs(data->sleeves.size())
    , state(model.initial_state())
  {
    if (!(options.tolerance > 0) || options.max_halvings < 0)
      throw Error(message("An online model needs a positive tolerance (is ",
                          options.tolerance,
                          ") and a number of halvings that is not negative "
                          "(is ",
                          options.max_halvings,
                          ")."));
  }

  std::vector<Sleeve> OnlineModel::Implementation::sleeves(
    const std::shared_ptr<std::vector<SleeveInputs>> &followed) const
  {
    std::vector<Sleeve> result(data->sleeves.size());
    for (std::size_t s = 0; s < result.size(); ++s)
      {
        if (!options.drive_all)
          result[s].body = data->sleeves[s].body;
        result[s].motion = [followed, s](const double t, int) {
          return (*followed)[s].motion(t);
        };
        result[s].load = [followed, s](const double t, const int order) {
          return (*followed)[s].load(t, order);
        };
      }
    return result;
  }

  ReducedModel::Gravity OnlineModel::Implementation::gravity() const
  {
    const Vector3 given =
      options.gravity.isZero(0) ? data->start.gravity : options.gravity;
    if (given.isZero(0))
      return nullptr;
    return [g = given](double, const int order) {
      return order == 0 ? g : Vector3(Vector3::Zero());
    };
  }

  bool OnlineModel::Implementation::is_driven(const int sleeve) const
  {
    return options.drive_all ||
           RigidSleeve(data->sleeves[sleeve].body).n_velocities() == 0;
  }

  bool OnlineModel::Implementation::is_free(const int sleeve) const
  {
    return !options.drive_all &&
           RigidSleeve(data->sleeves[sleeve].body).n_velocities() ==
             (data->dim == 3 ? 6 : 3);
  }

  void OnlineModel::Implementation::require_sleeve(const int sleeve) const
  {
    if (sleeve < 0 || sleeve >= static_cast<int>(data->sleeves.size()))
      throw Error(message("There is no sleeve ",
                          sleeve,
                          "; the model has ",
                          data->sleeves.size(),
                          ", counted from 0."));
  }

  const ReducedObservation &OnlineModel::Implementation::sleeves_now()
  {
    if (!sleeves_are_seen)
      model.observe_sleeves(state, seen);
    sleeves_are_seen = true;
    return seen;
  }

  const ReducedObservation &OnlineModel::Implementation::all_now()
  {
    if (!all_is_seen)
      model.observe(state, seen);
    sleeves_are_seen = all_is_seen = true;
    return seen;
  }

  void OnlineModel::Implementation::require_start() const
  {
    if (!started)
      throw Error("The online model has no state yet. Call start() first.");
  }

  OnlineModel::OnlineModel(ReducedModelData data, const OnlineOptions &options)
    : implementation(std::make_unique<Implementation>(std::move(data), options))
  {}

  OnlineModel::~OnlineModel() = default;

  int OnlineModel::n_sleeves() const
  {
    return static_cast<int>(implementation->data->sleeves.size());
  }

  const std::string &OnlineModel::name(const int sleeve) const
  {
    implementation->require_sleeve(sleeve);
    return implementation->data->sleeves[sleeve].name;
  }

  bool OnlineModel::is_driven(const int sleeve) const
  {
    implementation->require_sleeve(sleeve);
    return implementation->is_driven(sleeve);
  }

  const ReducedModelData &OnlineModel::data() const
  {
    return *implementation->data;
  }

  void OnlineModel::set_pose(const int sleeve,
                             const Vector6 &pose,
                             const Vector6 *velocity)
  {
    implementation->require_sleeve(sleeve);
    if (implementation->is_free(sleeve))
      throw Error(message("Sleeve ",
                          sleeve,
                          " (",
                          in_quotes(name(sleeve)),
                          ") is free in all directions: a pose that is set "
                          "for it has no effect. Set its load, or open the "
                          "model with all sleeves driven."));
    if (!pose.allFinite() || (velocity && !velocity->allFinite()))
      throw Error(message("The pose of sleeve ",
                          sleeve,
                          " contains numbers that are not finite."));
    SleeveInput &input = implementation->next[sleeve];
    input.pose         = pose;
    input.has_velocity = velocity != nullptr;
    input.velocity     = velocity ? *velocity : Vector6(Vector6::Zero());
  }

  void OnlineModel::set_load(const int sleeve,
                             const Vector3 &force,
                             const Vector3 &moment)
  {
    implementation->require_sleeve(sleeve);
    if (implementation->is_driven(sleeve))
      throw Error(message("Sleeve ",
                          sleeve,
                          " (",
                          in_quotes(name(sleeve)),
                          ") is driven: its pose is set, and a load on it has "
                          "no effect. Set its pose",
                          implementation->options.drive_all
                            ? ", or open the model without driving all sleeves."
                            : ", or train a model with a free sleeve."));
    if (!force.allFinite() || !moment.allFinite())
      throw Error(message("The load of sleeve ",
                          sleeve,
                          " contains numbers that are not finite."));
    implementation->next[sleeve].force  = force;
    implementation->next[sleeve].moment = moment;
  }

  void OnlineModel::start(const double time)
  {
    Implementation &I = *implementation;
    if (!std::isfinite(time))
      throw Error("The time at which to start is not finite.");
    // Equilibrium, approached from the start of the model.
    const HeldInputs begin = inputs_at_start(*I.data);
    const auto ramp =
      std::make_shared<std::vector<SleeveInputs>>(I.next.size());
    for (std::size_t s = 0; s < I.next.size(); ++s)
      {
        SleeveInputs &input    = (*ramp)[s];
        input.h                = 1;
        input.begin            = begin.sleeves[s];
        input.end              = I.next[s];
        input.end.has_velocity = true;
        input.end.velocity.setZero();
      }
    const ReducedModel still(I.data, I.sleeves(ramp), I.gravity(), false);
    Statics statics(still, statics_for(*I.data));
    State state = still.initial_state();
    IntegrationPlan plan;
    plan.end_time     = 1;
    plan.initial_step = 1;
    plan.minimum_step = 1e-3;
    if (const IntegrationReport report = integrate(statics, state, plan);
        !report.finished)
      throw ComputationFailed("No equilibrium with the inputs of the start: " +
                              report.reason);
    set_time(state, time);
    state.next_step = 0;
    for (std::size_t s = 0; s < I.next.size(); ++s)
      {
        (*I.inputs)[s]         = {time, 0, I.next[s], I.next[s]};
        I.next[s].has_velocity = false;
      }
    I.guard.start(state);
    I.state            = state;
    I.last_q           = state.q;
    I.started          = true;
    I.sleeves_are_seen = I.all_is_seen = false;
    I.all_now();
  }

  const AdvanceReport &OnlineModel::advance(const double h)
  {
    Implementation &I = *implementation;
    I.require_start();
    if (!(h > 0) || !std::isfinite(h))
      throw Error(
        message("A step of the online model must be positive, is ", h, "."));
    AdvanceReport &report = I.report;
    report.accepted       = false;
    report.reason.clear();
    report.n_substeps = report.newton_iterations = 0;
    report.n_kept_in_range                       = 0;
    const long n_refused                         = I.guard.n_refused();
    I.guard.forget();
    I.guard.set_smallest_step(std::ldexp(h, -I.options.max_halvings));
    const double begin = I.state.time, end = begin + h;
    I.saved_inputs = *I.inputs;
    for (std::size_t s = 0; s < I.next.size(); ++s)
      {
        SleeveInputs &input   = (*I.inputs)[s];
        const Vector6 v_begin = input.end_velocity();
        input.begin           = input.end;
        input.begin.velocity  = v_begin;
        input.end             = I.next[s];
        input.t               = begin;
        input.h               = h;
      }
    I.trial     = I.state;
    double step = h;
    // What is left below this is a rounding error of the time.
    const double rest = 1e-9 * h;
    while (end - I.trial.time > rest)
      {
        const double left     = end - I.trial.time;
        I.last_q              = I.trial.q;
        const StepReport &now = I.guard.step(I.trial, std::min(step, left));
        report.newton_iterations += now.newton_iterations;
        if (now.accepted)
          {
            ++report.n_substeps;
            step *= 2;
            continue;
          }
        step = std::min(step, left) / 2;
        if (step < std::ldexp(h, -I.options.max_halvings - 1) * 1.5)
          {
            report.reason = message("The step from t = ",
                                    begin,
                                    " by ",
                                    h,
                                    " was refused after ",
                                    I.options.max_halvings,
                                    " halvings: ",
                                    now.reason);
            *I.inputs     = I.saved_inputs;
            return report;
          }
      }
    report.n_kept_in_range = I.guard.n_refused() - n_refused;
    std::swap(I.state, I.trial);
    set_time(I.state, end);
    for (SleeveInput &input : I.next)
      input.has_velocity = false;
    I.sleeves_are_seen = I.all_is_seen = false;
    I.part                             = I.guard.part_at_end();
    report.accepted                    = true;
    return report;
  }

  double OnlineModel::time() const
  {
    return implementation->state.time;
  }

  OnlineModel::Vector6 OnlineModel::reaction(const int sleeve) const
  {
    implementation->require_sleeve(sleeve);
    implementation->require_start();
    Vector6 result;
    const SleeveReaction &now = implementation->sleeves_now().reactions[sleeve];
    result << now.force, now.moment;
    return result;
  }

  OnlineModel::Vector6 OnlineModel::pose(const int sleeve) const
  {
    implementation->require_sleeve(sleeve);
    implementation->require_start();
    if (is_driven(sleeve))
      return (*implementation->inputs)[sleeve].end.pose;
    Vector6 result;
    const ReducedObservation &seen = implementation->sleeves_now();
    result << seen.motions[sleeve].translation[0],
      seen.rotation_vectors[sleeve];
    return result;
  }

  OnlineModel::Vector6 OnlineModel::velocity(const int sleeve) const
  {
    implementation->require_sleeve(sleeve);
    implementation->require_start();
    if (is_driven(sleeve))
      return (*implementation->inputs)[sleeve].end_velocity();
    const ReducedObservation &seen = implementation->sleeves_now();
    const RigidMotion &motion      = seen.motions[sleeve];
    const Matrix3 W = (Matrix3::Identity() + motion.rotation[0]).transpose() *
                      motion.rotation[1];
    Vector6 result;
    result << motion.translation[1],
      rotation_tangent_inverse(seen.rotation_vectors[sleeve]) *
        Vector3(W(2, 1), W(0, 2), W(1, 0));
    return result;
  }

  OnlineModel::Vector6 OnlineModel::output(const int sleeve) const
  {
    return is_driven(sleeve) ? reaction(sleeve) : pose(sleeve);
  }

  const Trust &OnlineModel::trust() const
  {
    return observation().trust;
  }

  bool OnlineModel::is_inside() const
  {
    Implementation &I = *implementation;
    I.require_start();
    if (I.all_is_seen)
      return I.seen.trust.inside;
    if (!I.part)
      I.part = I.model.range_part(I.state);
    return *I.part == RangePart::inside;
  }

  const ReducedObservation &OnlineModel::observation() const
  {
    implementation->require_start();
    return implementation->all_now();
  }
} // namespace rivlin
