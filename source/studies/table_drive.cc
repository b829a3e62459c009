// SPDX-License-Identifier: Apache-2.0
// Columns of a table by their titles, "inner translation x [mm]".
#include <rivlin/studies/table_drive.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/online/sleeve_channels.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    bool is_free(const RigidSleeveProperties &body)
    {
      return body.free_translation != std::array<bool, 3>{} ||
             body.rotation != RotationFreedom::none;
    }

    /// Looks for channels among the columns, and remembers the first title of
    /// each kind that was there.
    struct TableColumns
    {
      const std::filesystem::path &file;
      const TimeTable &table;
      bool is_static;
      std::string motion_title = {}, load_title = {};

      Channel find(const std::string &title, std::string &first)
      {
        for (const auto &column : table.columns)
          if (column.title() == title)
            {
              if (first.empty())
                first = title;
              Channel channel("table(\"" +
                              std::filesystem::absolute(file).string() +
                              "\", \"" + title + "\")");
              if (const double start = channel.value(0);
                  std::abs(start) > 1e-12 &&
                  (is_static || &first == &motion_title))
                throw Error("The column \"" + title + "\" of \"" +
                            file.string() + "\" is " + number_text(start) +
                            " at t = 0, but the model starts undeformed. Let "
                            "it start at zero.");
              return channel;
            }
        return Channel();
      }

      /// The sleeve as the columns drive it.
      Sleeve sleeve(const ReducedSleeve &of_model, const UnitSystem &units);
    };

    Sleeve TableColumns::sleeve(const ReducedSleeve &of_model,
                                const UnitSystem &units)
    {
      const std::string &name = of_model.name;
      SleeveChannels pose;
      std::array<Channel, 3> force, moment;
      for (int i = 0; i < 3; ++i)
        {
          const std::string axis(1, "xyz"[i]);
          pose.translation[i] =
            find(with_unit(name + " translation " + axis, units.length),
                 motion_title);
          pose.rotation[i] =
            find(with_unit(name + " rotation " + axis, "rad"), motion_title);
          force[i] =
            find(with_unit(name + " applied force " + axis, units.force),
                 load_title);
          moment[i] =
            find(with_unit(name + " applied moment " + axis, units.moment),
                 load_title);
        }
      if (!motion_title.empty() && !load_title.empty())
        throw Error("\"" + file.string() + "\" has \"" + motion_title +
                    "\" and \"" + load_title +
                    "\": a sleeve is driven or free. Remove the columns "
                    "of one kind.");
      Sleeve result;
      result.body = of_model.body;
      if (!motion_title.empty())
        {
          result.body.free_translation = {false, false, false};
          result.body.rotation         = RotationFreedom::none;
        }
      else if (!load_title.empty() && !is_free(of_model.body))
        throw Error("\"" + file.string() + "\" has \"" + load_title +
                    "\", but the model was trained on a driven sleeve and "
                    "knows no mass of it. Give a CASE.prm with \"Supports/" +
                    name + "\" of type free.");
      result.motion = [pose](const double t, const int order) {
        return pose.motion(t, order);
      };
      result.load = [force, moment](const double t, const int order) {
        SleeveLoad load;
        for (int i = 0; i < 3; ++i)
          {
            load.force[i]  = force[i].evaluate(t, order).derivative(order);
            load.moment[i] = moment[i].evaluate(t, order).derivative(order);
          }
        return load;
      };
      return result;
    }
  } // namespace

  CaseSleeves table_sleeves(const ReducedModelData &data,
                            const std::filesystem::path &file,
                            const std::vector<std::string> &settings,
                            CaseParameters &parameters)
  {
    const TimeTable table = read_time_table(file);
    for (const std::string &setting : settings)
      if (setting.rfind("Time/", 0) != 0 && setting.rfind("Solver/", 0) != 0)
        throw Error("--set " + setting +
                    ": a table leaves only \"Time\" and \"Solver\" to be "
                    "set. Give a CASE.prm for more.");
    std::vector<std::string> all = {
      "Time/Integrator=generalized alpha",
      "Time/End time=" + number_text(table.times.back()),
      "Time/Step size=" + number_text(table.times[1] - table.times[0])};
    all.insert(all.end(), settings.begin(), settings.end());
    parameters              = read_case("", all);
    parameters.unit_system  = data.unit_system;
    parameters.dimension    = data.dim;
    const UnitSystem &units = unit_system(data.unit_system);
    bool is_used            = false;
    CaseSleeves result;
    result.inertia = !parameters.time.is_static();
    result.times   = make_case_plan(parameters);
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        TableColumns columns{file, table, parameters.time.is_static()};
        result.sleeves.push_back(columns.sleeve(sleeve, units));
        is_used = is_used || !columns.motion_title.empty() ||
                  !columns.load_title.empty();
        result.names.push_back(sleeve.name);
      }
    if (!is_used)
      throw Error(
        "\"" + file.string() +
        "\" has no column for a sleeve of the "
        "model, such as \"" +
        with_unit(data.sleeves.at(0).name + " translation x", units.length) +
        "\".");
    return result;
  }
} // namespace rivlin
