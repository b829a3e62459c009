// SPDX-License-Identifier: Apache-2.0
// Columns of a table by their titles, "inner translation x [mm]".
#include <rivlin/studies/table_drive.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_conversion.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/online/reduced_start.h>
#include <rivlin/online/sleeve_channels.h>

#include <algorithm>
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

    /// One of the channels of a sleeve, and the column that gives it.
    struct Target
    {
      std::string name; ///< "inner translation x"
      std::string unit; ///< of the model
      bool is_motion           = false;
      Channel *channel         = nullptr; ///< holds what the model begins with
      std::string *first_title = nullptr; ///< of the columns of this kind

      std::string title() const
      {
        return with_unit(name, unit);
      }
    };

    /// What the columns say about a sleeve.
    struct SleeveColumns
    {
      SleeveChannels pose;
      std::array<Channel, 3> force, moment;
      std::string motion_title, load_title; ///< the first of each kind

      /// What no column gives stays as it is at the start of the model.
      void hold(const SleeveInput &start)
      {
        for (int i = 0; i < 3; ++i)
          {
            pose.translation[i] = Channel(start.pose[i]);
            pose.rotation[i]    = Channel(start.pose[3 + i]);
            force[i]            = Channel(start.force[i]);
            moment[i]           = Channel(start.moment[i]);
          }
      }

      std::vector<Target>
      targets(const std::string &sleeve, const UnitSystem &units, const int dim)
      {
        std::vector<Target> result;
        const auto add = [&](const std::string &quantity,
                             const std::string &unit,
                             const bool is_motion,
                             const bool turns,
                             std::array<Channel, 3> &channels) {
          for (int i = turns && dim == 2 ? 2 : 0; i < (turns ? 3 : dim); ++i)
            result.push_back({sleeve + " " + quantity + " " + "xyz"[i],
                              unit,
                              is_motion,
                              &channels[i],
                              is_motion ? &motion_title : &load_title});
        };
        add("translation", units.length, true, false, pose.translation);
        add("rotation", "rad", true, true, pose.rotation);
        add("applied force", units.force, false, false, force);
        add("applied moment", units.moment, false, true, moment);
        return result;
      }
    };

    /// Written by a run, or by a prediction: it has results besides the drive.
    bool is_history(const TimeTable &table)
    {
      for (const char *name :
           {"kinetic energy", "strain energy", "external work"})
        if (std::none_of(table.columns.begin(),
                         table.columns.end(),
                         [&](const auto &column) {
                           return column.name == name;
                         }))
          return false;
      return true;
    }

    /// What every history has and what drives nothing.
    bool is_result(const std::string &name)
    {
      for (const char *known : {"kinetic energy",
                                "strain energy",
                                "external work",
                                "dissipated energy",
                                "max abs(J-1)",
                                "min J",
                                "distance to training",
                                "difference of second cubature",
                                "inside trained range",
                                "contact pressure over training",
                                "touches where not trained"})
        if (name == known)
          return true;
      for (const char *known :
           {" smallest gap", " contact area", " largest contact pressure"})
        if (name.ends_with(known))
          return true;
      for (const char *quantity : {" force ", " moment "})
        for (const char axis : {'x', 'y', 'z'})
          if (name.ends_with(std::string(quantity) + axis) &&
              name.find(" applied ") == std::string::npos)
            return true;
      return false;
    }

    /// A slip or two away from a name that is known.
    bool is_misspelt(const std::string &name,
                     const std::vector<Target> &targets)
    {
      const std::string lower = lower_case(name);
      return std::any_of(
        targets.begin(), targets.end(), [&](const Target &target) {
          return edit_distance(lower, lower_case(target.name)) <= 2;
        });
    }

    /// Takes the columns of a table, each for the channel that it names.
    class TableReader
    {
    public:
      TableReader(const TimeTable &the_table, const bool statics)
        : table(the_table)
        , file(the_table.file)
        , is_static(statics)
      {}

      /// Columns that drive nothing are refused; those of a history, which has
      /// many, are returned.
      std::vector<std::string> read(const std::vector<Target> &targets) const
      {
        std::vector<std::string> unused;
        const bool has_results = is_history(table);
        for (const TimeTable::Column &column : table.columns)
          {
            const auto target = std::find_if(targets.begin(),
                                             targets.end(),
                                             [&](const Target &one) {
                                               return one.name == column.name;
                                             });
            if (target != targets.end())
              take(column, *target);
            else if (!has_results || is_misspelt(column.name, targets))
              refuse(column, targets);
            else if (!is_result(column.name))
              unused.push_back(in_quotes(column.title()));
          }
        return unused;
      }

    private:
      [[noreturn]] void refuse(const TimeTable::Column &column,
                               const std::vector<Target> &targets) const
      {
        std::vector<std::string> titles;
        for (const Target &target : targets)
          titles.push_back(target.title());
        throw Error(in_quotes(file.string()) + " has the column " +
                    in_quotes(column.title()) + ", which drives nothing." +
                    did_you_mean(column.title(), titles) +
                    " Rename or remove it. Known: " + joined(titles) + ".");
      }

      void take(const TimeTable::Column &column, const Target &target) const
      {
        if (!unit_factor(column.unit, target.unit))
          throw Error("The column " + in_quotes(column.title()) + " of " +
                      in_quotes(file.string()) +
                      (column.unit.empty()
                         ? " has no unit."
                         : " is in a unit that is not known here.") +
                      " Give it in " + joined(units_like(target.unit)) +
                      ", for example as " + in_quotes(target.title()) + ".");
        const double begin = target.channel->value(0);
        *target.channel =
          Channel("table(\"" + std::filesystem::absolute(file).string() +
                  "\", \"" + column.title() + "\")")
            .in_unit(target.unit);
        if (target.first_title->empty())
          *target.first_title = column.title();
        if (const double start = target.channel->value(0);
            std::abs(start - begin) > 1e-12 + 1e-6 * std::abs(begin) &&
            (is_static || target.is_motion))
          throw Error("The column " + in_quotes(column.title()) + " of " +
                      in_quotes(file.string()) + " is " + number_text(start) +
                      " " + target.unit + " at t = 0, but the model starts " +
                      (begin == 0 ? "undeformed. Let it start at zero."
                                  : "with " + number_text(begin) + " " +
                                      target.unit + ". Let it start there."));
      }

      const TimeTable &table;
      const std::filesystem::path &file;
      bool is_static;
    };

    /// What the columns say beside the sleeves.
    struct OtherColumns
    {
      std::vector<Channel> prescribed, loads;
      std::array<Channel, 3> gravity;
      std::string title; ///< the first of them

      /// As at the start of the model.
      explicit OtherColumns(const ReducedModelData &data)
      {
        const HeldInputs start = inputs_at_start(data);
        for (const double value : start.prescribed)
          prescribed.emplace_back(value);
        for (const double value : start.loads)
          loads.emplace_back(value);
        for (int i = 0; i < 3; ++i)
          gravity[i] = Channel(start.gravity[i]);
      }

      void add_targets(const ReducedModelData &data,
                       const UnitSystem &units,
                       std::vector<Target> &targets)
      {
        for (std::size_t k = 0; k < prescribed.size(); ++k)
          targets.push_back(
            {data.prescribed[k], units.length, true, &prescribed[k], &title});
        for (std::size_t k = 0; k < loads.size(); ++k)
          targets.push_back(
            {data.loads[k].name, units.stress, false, &loads[k], &title});
        for (int i = 0; i < data.dim; ++i)
          targets.push_back({std::string("gravity ") + "xyz"[i],
                             units.length + "/s^2",
                             false,
                             &gravity[i],
                             &title});
      }

      void add_to(const ReducedModelData &data, CaseSleeves &result) const
      {
        const auto number = [](const Channel &channel) {
          return [channel](const double t, const int order) {
            return channel.evaluate(t, order).derivative(order);
          };
        };
        for (std::size_t k = 0; k < prescribed.size(); ++k)
          result.prescribed.push_back(
            {data.prescribed[k], number(prescribed[k])});
        for (std::size_t k = 0; k < loads.size(); ++k)
          result.loads.push_back({data.loads[k].name, number(loads[k])});
        bool is_any = false;
        for (const Channel &one : gravity)
          is_any = is_any || one.depends_on_time() || one.value(0) != 0;
        if (is_any)
          result.gravity = [g = gravity](const double t, const int order) {
            Vector3 value;
            for (int i = 0; i < 3; ++i)
              value[i] = g[i].evaluate(t, order).derivative(order);
            return value;
          };
      }
    };

    /// The sleeve as the columns drive it.
    Sleeve make_sleeve(const ReducedSleeve &of_model,
                       const SleeveColumns &columns,
                       const std::filesystem::path &file)
    {
      if (!columns.motion_title.empty() && !columns.load_title.empty())
        throw Error("\"" + file.string() + "\" has \"" + columns.motion_title +
                    "\" and \"" + columns.load_title +
                    "\": a sleeve is driven or free. Remove the columns "
                    "of one kind.");
      Sleeve result;
      result.body = of_model.body;
      if (!columns.motion_title.empty())
        {
          result.body.free_translation = {false, false, false};
          result.body.rotation         = RotationFreedom::none;
        }
      else if (!columns.load_title.empty() && !is_free(of_model.body))
        throw Error("\"" + file.string() + "\" has \"" + columns.load_title +
                    "\", but the model was trained on a driven sleeve and "
                    "knows no mass of it. Give a CASE.prm with \"Supports/" +
                    of_model.name + "\" of type free.");
      result.motion = [pose = columns.pose](const double t, const int order) {
        return pose.motion(t, order);
      };
      result.load = [force  = columns.force,
                     moment = columns.moment](const double t, const int order) {
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

    /// Units, dimension, times and integrator, which a table leaves open.
    CaseParameters table_case(const ReducedModelData &data,
                              const std::vector<double> &times,
                              const std::vector<std::string> &settings)
    {
      for (const std::string &setting : settings)
        if (setting.rfind("Time/", 0) != 0 && setting.rfind("Solver/", 0) != 0)
          throw Error("--set " + setting +
                      ": a table leaves only \"Time\" and \"Solver\" to be "
                      "set. Give a CASE.prm for more.");
      std::vector<std::string> all = {"Unit system=" + data.unit_system,
                                      "Dimension=" + number_text(data.dim),
                                      "Time/Integrator=generalized alpha",
                                      "Time/End time=" +
                                        number_text(times.back()),
                                      "Time/Step size=" +
                                        number_text(times[1] - times[0])};
      all.insert(all.end(), settings.begin(), settings.end());
      return read_case("", all);
    }
  } // namespace

  CaseSleeves table_sleeves(const ReducedModelData &data,
                            const std::filesystem::path &file,
                            const std::vector<std::string> &settings,
                            CaseParameters &parameters)
  {
    const TimeTable table = read_time_table(file);
    parameters            = table_case(data, table.times, settings);
    CaseSleeves result;
    result.inertia          = !parameters.time.is_static();
    result.times            = make_case_plan(parameters);
    const UnitSystem &units = unit_system(data.unit_system);
    std::vector<SleeveColumns> columns(data.sleeves.size());
    const HeldInputs start = inputs_at_start(data);
    for (std::size_t k = 0; k < columns.size(); ++k)
      columns[k].hold(start.sleeves[k]);
    OtherColumns others(data);
    std::vector<Target> targets;
    for (std::size_t k = 0; k < data.sleeves.size(); ++k)
      for (const Target &target :
           columns[k].targets(data.sleeves[k].name, units, data.dim))
        targets.push_back(target);
    others.add_targets(data, units, targets);
    const std::vector<std::string> unused =
      TableReader(table, parameters.time.is_static()).read(targets);
    if (!unused.empty())
      result.notices.push_back("not used of \"" + file.string() +
                               "\": " + joined(unused) + ".");
    others.add_to(data, result);
    bool is_used = !others.title.empty();
    for (std::size_t k = 0; k < data.sleeves.size(); ++k)
      {
        result.sleeves.push_back(
          make_sleeve(data.sleeves[k], columns[k], file));
        is_used = is_used || !columns[k].motion_title.empty() ||
                  !columns[k].load_title.empty();
        result.names.push_back(data.sleeves[k].name);
      }
    if (!is_used)
      throw Error("\"" + file.string() +
                  "\" has no column for a sleeve of the model, such as \"" +
                  targets.at(0).title() + "\".");
    return result;
  }
} // namespace rivlin
