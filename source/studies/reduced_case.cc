// SPDX-License-Identifier: Apache-2.0
// The one place where studies look into cases.
#include <rivlin/studies/reduced_case.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/fe/body_extraction.h>
#include <rivlin/online/reduced_start.h>
#include <rivlin/studies/supported.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    BodyLoadKind kind_of(const LoadType type)
    {
      switch (type)
        {
          case LoadType::traction:
            return BodyLoadKind::traction;
          case LoadType::springs:
            return BodyLoadKind::springs;
          case LoadType::pressure:
            break;
        }
      return BodyLoadKind::pressure;
    }

    std::vector<LoadOnSet> loads_on_sets(const Drive &drive)
    {
      std::vector<LoadOnSet> loads;
      for (const auto &[name, load] : drive.loads)
        loads.push_back(
          {load.set,
           {name, kind_of(load.type), {}, load.stiffness, load.viscosity}});
      return loads;
    }

    CaseChannel case_channel(const std::string &name, const Channel &channel)
    {
      return {name,
              [channel](const double t, const int order) {
                return channel.evaluate(t, order).derivative(order);
              },
              channel.depends_on_time() || channel.value(0) != 0};
    }

    void add_channels(const Drive &drive, CaseSleeves &result)
    {
      for (const DriveSupport &support : drive.supports)
        if (support.type == SupportType::prescribed)
          {
            for (int i = 0; i < 3; ++i)
              result.prescribed.push_back(
                case_channel(support.name + " displacement " + "xyz"[i],
                             support.displacement[i]));
            if (support.radial_displacement)
              result.prescribed.push_back(
                case_channel(support.name + " radial displacement",
                             *support.radial_displacement));
          }
      for (const auto &[name, load] : drive.loads)
        if (load.type == LoadType::pressure)
          result.loads.push_back(
            case_channel(name + " pressure", load.pressure));
        else if (load.type == LoadType::traction)
          for (int i = 0; i < 3; ++i)
            result.loads.push_back(
              case_channel(name + " traction " + "xyz"[i], load.traction[i]));
    }

    template <int dim>
    FullCase load(const CaseParameters &parameters,
                  const std::vector<std::string> &channels)
    {
      FullCase result;
      result.sleeves             = case_sleeves(parameters);
      const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_SELF);
      const FEModel<dim> &model  = *built.model;
      const CanonicalOrder order(model.discretization(), model.unknowns());
      result.body = extract_body(model,
                                 order,
                                 built.support_names,
                                 loads_on_sets(built.drive));
      for (BodySupport &support : result.body.supports)
        std::erase_if(support.channels, [&](const auto &channel) {
          return std::find(channels.begin(), channels.end(), channel.name) ==
                 channels.end();
        });
      result.identity    = identify(built, parameters.texts);
      result.unit_system = parameters.unit_system;
      result.thickness   = parameters.thickness;
      return result;
    }
  } // namespace

  CaseSleeves case_sleeves(const CaseParameters &parameters)
  {
    require_known(case_applicant(parameters));
    const Drive drive = make_drive(parameters);
    CaseSleeves result;
    result.inertia = drive.inertia;
    result.gravity = drive.gravity;
    result.times   = drive.times;
    result.notices = drive.notices;
    add_channels(drive, result);
    for (const DriveSupport &support : drive.supports)
      if (support.sleeve)
        {
          result.names.push_back(support.name);
          result.sleeves.push_back(*support.sleeve);
        }
    return result;
  }

  FullCase load_full_case(const CaseParameters &parameters,
                          const std::vector<std::string> &channels)
  {
    return parameters.dimension == 2 ? load<2>(parameters, channels)
                                     : load<3>(parameters, channels);
  }

  std::vector<std::string> used_channels(const CaseSleeves &sleeves)
  {
    std::vector<std::string> names;
    for (const CaseChannel &channel : sleeves.prescribed)
      if (channel.is_used)
        names.push_back(channel.name);
    return names;
  }

  std::vector<std::string> driven_sleeves(const CaseParameters &parameters)
  {
    std::vector<std::string> names;
    for (const auto &[name, support] : parameters.supports)
      if (support.type == SupportType::driven)
        names.push_back(name);
    return names;
  }

  std::vector<Sleeve> sleeves_of_model(const ReducedModelData &data,
                                       const CaseSleeves &sleeves)
  {
    std::vector<Sleeve> ordered;
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        const auto found =
          std::find(sleeves.names.begin(), sleeves.names.end(), sleeve.name);
        if (found == sleeves.names.end())
          throw Error("The case has no sleeve \"" + sleeve.name +
                      "\", which the reduced model has." +
                      did_you_mean(sleeve.name, sleeves.names));
        ordered.push_back(sleeves.sleeves[found - sleeves.names.begin()]);
      }
    if (sleeves.names.size() != data.sleeves.size())
      throw Error("The case has " + number_text(sleeves.names.size()) +
                  " moving sleeves, the reduced model " +
                  number_text(data.sleeves.size()) + ".");
    return ordered;
  }

  std::vector<DrivenNumber> in_order(const std::vector<CaseChannel> &channels,
                                     const std::vector<std::string> &names)
  {
    std::vector<DrivenNumber> result;
    for (const std::string &name : names)
      {
        const auto found = std::find_if(channels.begin(),
                                        channels.end(),
                                        [&](const CaseChannel &one) {
                                          return one.name == name;
                                        });
        result.push_back(found != channels.end()
                           ? found->value
                           : DrivenNumber([](double, int) { return 0.; }));
      }
    for (const CaseChannel &channel : channels)
      if (channel.is_used &&
          std::find(names.begin(), names.end(), channel.name) == names.end())
        throw Error("The case has " + in_quotes(channel.name) +
                    ", which the reduced model does not know: it was zero in "
                    "all runs that the model was trained on." +
                    did_you_mean(channel.name, names) +
                    " Leave it out, or train a model with it.");
    return result;
  }

  HeldInputs held_at(const double t,
                     const std::vector<Sleeve> &sleeves,
                     const ReducedModel::Gravity &gravity,
                     const ReducedInputs &inputs)
  {
    HeldInputs held;
    for (const Sleeve &sleeve : sleeves)
      {
        SleeveInput &input = held.sleeves.emplace_back();
        if (sleeve.motion)
          {
            const RigidMotion motion = sleeve.motion(t, 0);
            input.pose << motion.translation[0],
              rotation_logarithm(
                quaternion(Matrix3::Identity() + motion.rotation[0]));
          }
        if (sleeve.load)
          {
            const SleeveLoad load = sleeve.load(t, 0);
            input.force           = load.force;
            input.moment          = load.moment;
          }
      }
    const auto values = [t](const std::vector<DrivenNumber> &numbers) {
      Vector result(static_cast<Eigen::Index>(numbers.size()));
      for (std::size_t i = 0; i < numbers.size(); ++i)
        result[static_cast<Eigen::Index>(i)] = numbers[i](t, 0);
      return result;
    };
    held.prescribed = values(inputs.prescribed);
    held.loads      = values(inputs.loads);
    if (gravity)
      held.gravity = gravity(t, 0);
    return held;
  }

  ReducedInputs inputs_of_model(const ReducedModelData &data,
                                const CaseSleeves &sleeves)
  {
    std::vector<std::string> loads;
    for (const ReducedLoad &load : data.loads)
      loads.push_back(load.name);
    return {in_order(sleeves.prescribed, data.prescribed),
            in_order(sleeves.loads, loads)};
  }

  double begin_of_model(const ReducedModelData &data,
                        const CaseParameters &parameters)
  {
    // A table begins where the model does.
    if (!data.start.is_given() ||
        (parameters.path.empty() && parameters.steps.empty()))
      return 0;
    if (const auto begin = begin_of_step(parameters, data.start.step))
      return *begin;
    throw Error("The reduced model begins with the load step " +
                in_quotes(data.start.step) + ", but the case " +
                no_such_step(parameters, data.start.step) +
                " Give it the steps that the model was trained with, or drive "
                "the model by a table.");
  }

  std::optional<double> begin_of_step(const CaseParameters &parameters,
                                      const std::string &step)
  {
    for (std::size_t k = 0; k < parameters.steps.size(); ++k)
      if (parameters.steps[k].first == step)
        return load_step_borders(parameters.steps)[k];
    return {};
  }

  std::string no_such_step(const CaseParameters &parameters,
                           const std::string &step)
  {
    std::vector<std::string> names;
    for (const auto &[name, given] : parameters.steps)
      names.push_back(name);
    return names.empty()
             ? "has no load steps."
             : "has no step of that name." + did_you_mean(step, names);
  }

  Prediction predict_case(const std::shared_ptr<const ReducedModelData> &data,
                          const CaseParameters &parameters,
                          const CaseSleeves &sleeves,
                          const std::vector<double> &times)
  {
    if (parameters.unit_system != data->unit_system)
      throw Error("The case is in " + parameters.unit_system +
                  ", the reduced model in " + data->unit_system + ".");
    if (parameters.dimension != data->dim)
      throw Error("The case has dimension " +
                  number_text(parameters.dimension) + ", the reduced model " +
                  number_text(data->dim) + ".");
    const std::vector<Sleeve> driven = sleeves_of_model(*data, sleeves);
    const ReducedInputs inputs       = inputs_of_model(*data, sleeves);
    const ReducedModel model(
      data, driven, sleeves.gravity, sleeves.inertia, inputs);
    const auto integrator =
      make_case_integrator(parameters, model, !data->contacts.empty());
    IntegrationPlan plan = sleeves.times.plan;
    // Without the times of snapshots, which predictions do not write.
    plan.output_times = times.empty() ? sleeves.times.outputs : times;
    plan.is_to_stop   = [] { return stop_signal() != 0; };
    if (!data->start.is_given())
      return predict(model, *integrator, plan);
    const double begin = begin_of_model(*data, parameters);
    std::erase_if(plan.output_times,
                  [begin](const double t) { return t < begin; });
    std::vector<RigidSleeveProperties> bodies;
    for (const Sleeve &sleeve : driven)
      bodies.push_back(sleeve.body);
    const State still =
      equilibrium(data,
                  bodies,
                  held_at(begin, driven, sleeves.gravity, inputs));
    State first  = model.state_at_rest(begin);
    first.q      = still.q;
    first.lambda = still.lambda;
    return predict(model, *integrator, plan, &first);
  }
} // namespace rivlin
