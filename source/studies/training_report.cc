// SPDX-License-Identifier: Apache-2.0
// The one writer of training.json and the one printer of its table.
#include <rivlin/studies/training_report.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/studies/report_text.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    Json signal_json(const SignalReport &report, const UnitSystem &units)
    {
      Json json;
      json["signal"]   = report.signal;
      json["finished"] = report.finished;
      if (!report.finished)
        {
          json["ended"] = report.ended;
          return json;
        }
      json.update(comparison_json(report.comparison, units));
      if (!report.is_trained)
        json["left trained range at [s]"] =
          report.left_range_at < 0 ? Json() : Json(report.left_range_at);
      return json;
    }

    Json model_json(const ModelReport &model, const UnitSystem &units)
    {
      Json json;
      json["force model"]             = model.force_model;
      json["description"]             = model.description;
      json["points"]                  = model.n_points;
      json["states"]                  = model.n_states;
      json["cells touched"]           = model.n_cells;
      json["force error in training"] = json_number(model.force_error);
      json["training seconds"]        = model.training_seconds;
      json["spurious work per cycle"] = json_number(model.cycle_work);
      json["bytes without fields"]    = model.bytes;
      for (const ContactReport &contact : model.contacts)
        json["contacts"][contact.name] = {
          {"nodes", contact.n_nodes},
          {"points", contact.n_points},
          {"states that touch", contact.n_states},
          {"force error in training", json_number(contact.error)}};
      if (!model.training.empty())
        {
          json["training"] = Json::array();
          for (const SignalReport &signal : model.training)
            json["training"].push_back(signal_json(signal, units));
        }
      if (!model.selection.empty())
        {
          json["selection"] = Json::array();
          for (const SignalReport &signal : model.selection)
            json["selection"].push_back(signal_json(signal, units));
        }
      json["held out"] = signal_json(model.held_out, units);
      return json;
    }

    Json candidate_json(const Candidate &candidate)
    {
      return {{"modes", candidate.sizes.modes},
              {"pressure modes", candidate.sizes.pressures},
              {"cubature tolerance", candidate.sizes.cubature_tolerance},
              {"points", candidate.points},
              {"reaction", json_number(candidate.reaction)},
              {"pose", json_number(candidate.pose)},
              {"displacement", json_number(candidate.displacement)},
              {"pressure", json_number(candidate.pressure)},
              {"operations", candidate.operations},
              {"microseconds per step", candidate.microseconds},
              {"bytes without fields", candidate.bytes}};
    }

    std::vector<double> list(const Vector &values)
    {
      return {values.begin(), values.end()};
    }
  } // namespace

  Json report_json(const TrainingReport &report)
  {
    const UnitSystem &units = unit_system(report.unit_system);
    Json json;
    json["case"]      = report.case_name;
    json["unknowns"]  = {{"displacements", report.n_displacements},
                         {"pressures", report.n_pressures}};
    json["snapshots"] = report.n_snapshots;
    json["signals"]   = report.signals;
    if (!report.selection.empty())
      json["selection"] = {{"signals", report.selection},
                           {"held back from training",
                            report.selection_is_held_back}};
    for (const UnusedParameter &unused : report.unused)
      json["unused parameters"][unused.key] = unused.reason;
    if (report.target.is_given())
      json["target"] = {{"reaction", report.target.reaction},
                        {"pose", report.target.pose},
                        {"displacement", report.target.displacement},
                        {"met on the selection", report.target_is_met}};
    json["sizes"] = {{"sleeve coordinates", report.n_sleeve_coordinates},
                     {"prescribed displacements", report.n_prescribed},
                     {"modes", report.n_modes},
                     {"pressure modes", report.n_pressure_modes}};
    if (!report.begin_step.empty())
      json["begins with step"] = report.begin_step;
    json["inf-sup value"]       = {{"of the model", report.inf_sup},
                                   {"of one pressure mode", report.inf_sup_of_one}};
    json["missed by the bases"] = {{"displacement", report.displacement_missed},
                                   {"pressure", report.pressure_missed}};
    json["singular values"]     = {
          {"displacement", list(report.displacement_singular_values)},
          {"pressure", list(report.pressure_singular_values)}};
    json["states that invert a point"] = report.n_inverted;
    for (const Candidate &candidate : report.candidates)
      {
        Json entry     = candidate_json(candidate);
        entry["taken"] = candidate.sizes == report.chosen;
        json["candidates"].push_back(entry);
      }
    json["models"] = Json::array();
    for (const ModelReport &model : report.models)
      json["models"].push_back(model_json(model, units));
    json["cpu seconds"] = report.cpu_seconds;
    return json;
  }

  std::string bases_text(const TrainingReport &report)
  {
    std::ostringstream text;
    text << "  " << report.n_sleeve_coordinates << " sleeve coordinates, "
         << (report.n_prescribed > 0
               ? number_text(report.n_prescribed) + " prescribed, "
               : "")
         << report.n_modes << " modes (they miss "
         << percent(report.displacement_missed) << "), "
         << report.n_pressure_modes << " pressure modes ("
         << percent(report.pressure_missed) << "), inf-sup value "
         << three_digits(report.inf_sup) << " of "
         << three_digits(report.inf_sup_of_one);
    return text.str();
  }

  std::string models_table_head(const std::string &headline_name)
  {
    std::ostringstream text;
    text << std::left << std::setw(20) << "force model" << std::right
         << std::setw(8) << "points" << std::setw(8) << "states"
         << std::setw(12) << headline_name << std::setw(12) << "displacem."
         << std::setw(12) << "pressure" << std::setw(10) << "ms/step"
         << std::setw(10) << "speed-up" << std::setw(12) << "real time"
         << std::setw(14) << "cycle work" << std::setw(10) << "kB";
    return text.str();
  }

  std::string models_table_row(const ModelReport &model)
  {
    std::ostringstream text;
    text << std::left << std::setw(20) << model.force_model;
    if (!model.held_out.finished)
      {
        text << " did not reach the end of the held-out signal";
        return text.str();
      }
    const Comparison &found = model.held_out.comparison;
    text << std::right << std::setw(8) << model.n_points << std::setw(8)
         << model.n_states << std::setw(12)
         << percent(found.headline().relative()) << std::setw(12)
         << percent(found.displacement.relative()) << std::setw(12)
         << percent(found.pressure.relative()) << std::setw(10)
         << three_digits(1e3 * found.seconds / found.steps) << std::setw(10)
         << three_digits(found.speed_up()) << std::setw(12)
         << three_digits(found.real_time_factor()) << std::setw(14)
         << percent(model.cycle_work) << std::setw(10)
         << (model.bytes + 500) / 1000;
    if (found.headline().is_zero_signal())
      text << "\n  the " << found.headline_name()
           << " of the held-out signal is not measurable (zero signal)";
    return text.str();
  }

  std::string contacts_text(const ModelReport &model, const int n_snapshots)
  {
    std::ostringstream text;
    for (std::size_t c = 0; c < model.contacts.size(); ++c)
      {
        const ContactReport &contact = model.contacts[c];
        text << (c > 0 ? "\n" : "") << "  contact \"" << contact.name
             << "\": " << contact.n_points << " of " << contact.n_nodes
             << " points, " << contact.n_states << " of " << n_snapshots
             << " snapshots touch";
        const auto &found = model.held_out.comparison.contacts;
        if (model.held_out.finished && c < found.size())
          text << ", force held out " << error_text(found[c].force);
      }
    return text.str();
  }

  std::string untouched_text(const ModelReport &model)
  {
    std::vector<std::string> names;
    for (const ContactReport &contact : model.contacts)
      if (contact.n_states == 0)
        names.push_back("\"" + contact.name + "\"");
    if (names.empty())
      return "";
    return "no training state touches " + joined(names) +
           ": the model knows the surface, but no mode shows how the rubber "
           "deforms there, and predictions that touch it are outside the "
           "trained range. Let a training signal close the gap.";
  }

  std::string candidates_table_head()
  {
    std::ostringstream text;
    text << "  " << std::setw(6) << "modes" << std::setw(10) << "pressures"
         << std::setw(11) << "cubature" << std::setw(8) << "points"
         << std::setw(12) << "reaction" << std::setw(12) << "pose"
         << std::setw(12) << "displacem." << std::setw(12) << "pressure"
         << std::setw(10) << "us/step" << std::setw(8) << "kB";
    return text.str();
  }

  std::string candidates_table_row(const Candidate &candidate)
  {
    std::ostringstream text;
    text << "  " << std::setw(6) << candidate.sizes.modes << std::setw(10)
         << candidate.sizes.pressures << std::setw(11)
         << three_digits(candidate.sizes.cubature_tolerance) << std::setw(8)
         << candidate.points << std::setw(12) << percent(candidate.reaction)
         << std::setw(12) << percent(candidate.pose) << std::setw(12)
         << percent(candidate.displacement) << std::setw(12)
         << percent(candidate.pressure) << std::setw(10)
         << std::lround(candidate.microseconds) << std::setw(8)
         << std::lround(candidate.bytes / 1000);
    if (std::isinf(candidate.displacement))
      text << "  did not reach the end of a signal";
    return text.str();
  }

  const SignalReport *worst_training_signal(const ModelReport &model)
  {
    const auto error = [](const SignalReport &report) {
      return report.finished ? report.comparison.headline().relative()
                             : std::numeric_limits<double>::infinity();
    };
    const SignalReport *worst = nullptr;
    for (const SignalReport &report : model.training)
      if (!std::isnan(error(report)) &&
          (worst == nullptr || error(report) > error(*worst)))
        worst = &report;
    return worst;
  }

  double selection_error(const ModelReport &model)
  {
    double largest = std::numeric_limits<double>::quiet_NaN();
    for (const SignalReport &signal : model.selection)
      {
        const double error = signal.finished
                               ? signal.comparison.headline().relative()
                               : std::numeric_limits<double>::infinity();
        if (!(error <= largest))
          largest = error;
      }
    return largest;
  }
} // namespace rivlin
