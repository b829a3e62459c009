// SPDX-License-Identifier: Apache-2.0
// Notes of a model in words.
#include <rivlin/studies/model_info.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/studies/report_text.h>

#include <nlohmann/json.hpp>

#include <limits>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    std::string note(const ReducedModelData &data, const std::string &name)
    {
      const auto found = data.notes.find(name);
      return found == data.notes.end() ? "-" : found->second;
    }

    /// "-" for what is null or missing.
    std::string percent_of(const Json &object, const char *name)
    {
      return percent(object.contains(name) && object.at(name).is_number()
                       ? object.at(name).get<double>()
                       : std::numeric_limits<double>::quiet_NaN());
    }

    void describe_sleeves(const ReducedModelData &data, std::ostream &out)
    {
      for (std::size_t s = 0; s < data.sleeves.size(); ++s)
        {
          out << "  sleeve        " << data.sleeves[s].name
              << ", trained from (";
          for (const Matrix *end :
               {&data.range.lowest_pose, &data.range.highest_pose})
            {
              for (int i = 0; i < 6; ++i)
                out << (i ? ", " : "") << (*end)(i, s);
              out << (end == &data.range.lowest_pose ? ") to (" : ") ");
            }
          out << unit_system(data.unit_system).length << ", rad\n";
        }
    }

    void describe_training(const Json &training, std::ostream &out)
    {
      const Json &model    = training.at("models").at(0);
      const Json &held_out = model.at("held out");
      out << "  trained on    " << training.at("snapshots") << " snapshots of "
          << training.at("signals").size() << " runs\n";
      if (held_out.at("finished").get<bool>())
        {
          const Json &errors = held_out.at("errors");
          out << "  held out      ";
          if (errors.contains("pose") && errors.at("pose").is_number())
            out << "pose " << percent_of(errors, "pose") << ", ";
          out << "reaction " << percent_of(errors, "reaction")
              << (errors.contains("contact force")
                    ? ", contact force " + percent_of(errors, "contact force")
                    : "")
              << ", displacement " << percent_of(errors, "displacement")
              << ", velocity " << percent_of(errors, "velocity")
              << ", pressure " << percent_of(errors, "pressure")
              << "\n  speed         "
              << three_digits(held_out.at("speed-up per step").get<double>())
              << " times that of the full model per step, "
              << three_digits(held_out.at("real-time factor").get<double>())
              << " times real time\n";
        }
      else
        out << "  held out      not finished: "
            << held_out.at("ended").get<std::string>() << "\n";
      double largest = 0;
      std::string worst;
      for (const Json &signal : model.value("training", Json::array()))
        if (signal.contains("headline") &&
            signal.at("headline").at("relative").is_number())
          if (const double error =
                signal.at("headline").at("relative").get<double>();
              error > largest)
            {
              largest = error;
              worst   = signal.at("signal").get<std::string>();
            }
      if (!worst.empty())
        out << "  in training   " << percent(largest) << " at most (" << worst
            << ")\n";
      out << "  cycle work    " << percent_of(model, "spurious work per cycle")
          << "\n";
    }

    std::string contacts_line(const ReducedModelData &data)
    {
      std::ostringstream out;
      for (std::size_t c = 0; c < data.contacts.size(); ++c)
        out << (c == 0 ? "  contacts      " : ", ")
            << in_quotes(data.contacts[c].name) << " with "
            << data.contacts[c].n_points() << " points";
      if (!data.contacts.empty())
        out << "\n";
      return out.str();
    }

    /// Prescribed displacements, loads, springs, and where the model begins.
    std::string loads_lines(const ReducedModelData &data)
    {
      std::ostringstream out;
      for (std::size_t k = 0; k < data.prescribed.size(); ++k)
        out << (k == 0 ? "  prescribed    " : ", ")
            << in_quotes(data.prescribed[k])
            << (k + 1 == data.prescribed.size() ? "\n" : "");
      for (std::size_t k = 0; k < data.loads.size(); ++k)
        out << (k == 0 ? "  loads         " : ", ")
            << in_quotes(data.loads[k].name)
            << (k + 1 == data.loads.size() ? "\n" : "");
      if (data.stiffness.size() > 0)
        out << "  springs       on the surface of the rubber\n";
      if (data.pressure_points.n_points() > 0)
        out << "  volume        " << name_of(data.pressure_points.laws[0].kind)
            << " law at " << data.pressure_points.n_points() << " points\n";
      if (data.start.is_given())
        out << "  begins        with the load step "
            << in_quotes(data.start.step)
            << ", in equilibrium with what the steps before it reach\n";
      return out.str();
    }
  } // namespace

  std::string trained_model_json(const ReducedModelData &data)
  {
    const std::string text = note(data, "training");
    return text == "-" ? "" : Json::parse(text).at("models").at(0).dump();
  }

  std::string model_info(const ReducedModelData &data, const std::string &name)
  {
    const std::string training = note(data, "training");
    const std::string trained  = training == "-" ? ""
                                                 : Json::parse(training)
                                                      .at("models")
                                                      .at(0)
                                                      .at("force model")
                                                      .get<std::string>() +
                                                    ", ";
    std::ostringstream out;
    out << name << ": reduced model of " << note(data, "case") << "\n"
        << "  made by       " << note(data, "program") << ", "
        << note(data, "date") << "\n"
        << "  dimension     " << data.dim << ", units " << data.unit_system
        << "\n"
        << "  coordinates   " << data.n_rho() << " of sleeves, "
        << (data.n_prescribed() > 0
              ? number_text(data.n_prescribed()) + " prescribed, "
              : "")
        << data.n_modes() << " modes, " << data.n_pressures() << " pressures\n"
        << "  force model   " << trained << describe(data.force) << "\n"
        << contacts_line(data) << loads_lines(data) << "  fields        "
        << (data.full.dim > 0 ? "in the file" : "not in the file") << "\n";
    describe_sleeves(data, out);
    if (training != "-")
      describe_training(Json::parse(training), out);
    return out.str();
  }
} // namespace rivlin
