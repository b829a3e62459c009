// SPDX-License-Identifier: Apache-2.0
// The one place where studies look into cases.
#include <rivlin/studies/reduced_case.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/fe/body_extraction.h>
#include <rivlin/studies/supported.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    template <int dim>
    FullCase load(const CaseParameters &parameters)
    {
      FullCase result;
      result.sleeves             = case_sleeves(parameters);
      const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_SELF);
      const FEModel<dim> &model  = *built.model;
      const CanonicalOrder order(model.discretization(), model.unknowns());
      result.body        = extract_body(model, order, built.support_names);
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
    for (const DriveSupport &support : drive.supports)
      if (support.sleeve)
        {
          result.names.push_back(support.name);
          result.sleeves.push_back(*support.sleeve);
        }
    return result;
  }

  FullCase load_full_case(const CaseParameters &parameters)
  {
    return parameters.dimension == 2 ? load<2>(parameters)
                                     : load<3>(parameters);
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
    const ReducedModel model(data,
                             sleeves_of_model(*data, sleeves),
                             sleeves.gravity,
                             sleeves.inertia);
    const auto integrator =
      make_case_integrator(parameters, model, !data->contacts.empty());
    IntegrationPlan plan = sleeves.times.plan;
    // Without the times of snapshots, which predictions do not write.
    plan.output_times = times.empty() ? sleeves.times.outputs : times;
    plan.is_to_stop   = [] { return stop_signal() != 0; };
    return predict(model, *integrator, plan);
  }
} // namespace rivlin
