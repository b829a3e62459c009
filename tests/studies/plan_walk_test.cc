// SPDX-License-Identifier: Apache-2.0
// Every parameter of a plan changes the training in one of some small plans; in
// the others it does so too, is refused, or is told as unused.
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/studies/training_study.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cases/parameter_pattern.h>
#include <temporary_folder.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <set>

namespace rivlin
{
  namespace
  {
    using Settings = std::vector<std::string>;

    const std::string ring = R"(
set Dimension = 2
subsection Mesh
  set Elements radial          = 2
  set Elements circumferential = 6
end
subsection Supports
  subsection inner
    set Type = driven
  end
  subsection outer
  end
end
subsection Time
  set Integrator = generalized alpha
  set End time   = 0.1
  set Step size  = 0.01
end
)";

    const std::string ring_with_steps = R"(
set Dimension = 2
subsection Mesh
  set Elements radial          = 2
  set Elements circumferential = 6
end
subsection Supports
  subsection inner
    set Type = driven
  end
  subsection outer
  end
end
subsection Steps
  subsection load
    set Duration = 0.1
    subsection Supports
      subsection inner
        set Translation y = 10*t
      end
    end
  end
  subsection less
    set Duration = 0.1
    subsection Supports
      subsection inner
        set Translation y = 1-5*t
      end
    end
  end
  subsection working
    set Duration = 0.1
  end
end
subsection Time
  set Step size         = 0.02
  set Maximum step size = 0.02
end
)";

    const std::string along = "Supports/inner/Translation ";

    /// A small plan; only parameters that begin with `sections` are walked.
    struct Base
    {
      std::string name;
      Settings settings;
      Settings sections = {""};
    };

    std::vector<Base> bases()
    {
      const Settings all   = {"Case=case.prm",
                              "Snapshot interval=0.01",
                              "Validation/Settings=" + along +
                                "x=1.5*sin(20*pi*t)^3; " + along +
                                "y=sin(10*pi*t)^3"};
      const Settings swept = {"Excitation/Kinds=sweeps",
                              "Excitation/Amplitudes=x 2, y 2",
                              "Excitation/Profile=sin(10*pi*t)^3"};
      const Settings sized = {"Basis/Modes=5", "Basis/Pressure modes=2"};
      const auto plus      = [](Settings a, const std::vector<Settings> &more) {
        for (const Settings &b : more)
          a.insert(a.end(), b.begin(), b.end());
        return a;
      };
      const std::string chosen =
        "Selection/a/Settings=" + along + "x=sin(20*pi*t)^3";
      return {
        {"cubature", plus(all, {swept, sized})},
        {"rays",
         plus(all,
              {swept,
               sized,
               {"Excitation/Kinds=Sobol rays", "Excitation/Rays=2"}}),
         {"Excitation"}},
        {"two sleeves",
         plus(all, {{"Settings=Supports/outer/Type=driven"}, swept, sized}),
         {"Excitation"}},
        {"ratio",
         plus(all, {swept, {"Basis/Ratio=0.999", "Basis/Pressure modes=2"}}),
         {"Basis"}},
        {"named signals",
         plus(all,
              {sized,
               {"Signals/a/Settings=" + along + "x=2*sin(10*pi*t)^3",
                "Signals/b/Settings=" + along + "y=2*sin(10*pi*t)^3",
                chosen}}),
         {"Signals", "Selection", "Validation", "Excitation"}},
        {"finished runs",
         plus(all,
              {sized,
               {"Signals/a/Run=runs/a",
                "Selection/a/Run=runs/b",
                "Validation/Settings=",
                "Validation/Run=runs/c"}}),
         {"Signals", "Selection", "Validation"}},
        {"load steps",
         plus(all,
              {swept,
               sized,
               {"Case=steps.prm",
                "Begin with step=working",
                "Validation/Settings=Steps/working/" + along +
                  "x=1.5*sin(20*pi*t)^3; Steps/working/" + along +
                  "y=0.5+sin(10*pi*t)^3"}}),
         {"Begin"}},
        {"tables",
         plus(all,
              {swept,
               sized,
               {"Force/Model=TPWL",
                "Force/Compare=lookup 2",
                "Force/Table states=10"}}),
         {"Force"}},
        {"DEIM",
         plus(
           all,
           {swept, sized, {"Force/Model=DEIM", "Force/Interpolation modes=6"}}),
         {"Force"}},
        // The cut of a half ring comes down on a floor.
        {"contact",
         plus(
           all,
           {swept,
            sized,
            {"Settings=Mesh/Sector angle=180; Contacts/floor/Set=start; Contacts/floor/Point=0 -0.2; Time/Integrator=statics"}}),
         {"Force/Contact"}},
        {"wish",
         plus(all,
              {swept,
               {"Target/Reaction error=0.05",
                "Target/Displacement error=0.2",
                chosen}}),
         {"Target", "Basis", "Force"}},
        {"free sleeve",
         plus(
           all,
           {{"Settings=Supports/inner/Type=free; Supports/inner/Mass=1e-4; Supports/inner/Free directions=x y",
             "Signals/a/Settings=Supports/inner/Force x=50*sin(10*pi*t)^3",
             "Signals/b/Settings=Supports/inner/Force y=50*sin(10*pi*t)^3",
             "Selection/a/Settings=Supports/inner/Force x=30*sin(20*pi*t)^3",
             "Validation/Settings=Supports/inner/Force x=20*sin(20*pi*t)^3; Supports/inner/Force y=20*sin(10*pi*t)^3",
             "Target/Pose error=0.2",
             "Target/Displacement error=0"}}),
         {"Target"}},
        {"greedy",
         plus(all,
              {swept,
               sized,
               {"Greedy/Tolerance=1e-6", "Greedy/Most rounds=1", chosen}}),
         {"Greedy"}}};
    }

    const std::map<std::string, std::string> &telling_values()
    {
      static const std::map<std::string, std::string> values = {
        {"Case", "other.prm"},
        {"Settings", "Material/C10=0.5"},
        {"Snapshot interval", "0.02"},
        {"Begin with step", "less"},
        {"Basis/Ratio", "0.99999"},
        {"Basis/Pressure modes", "3"},
        {"Basis/Eigenmodes", "2"},
        {"Basis/Velocity time", "0.01"},
        {"Force/Training states", "5"},
        {"Force/Compare", "Galerkin"},
        {"Force/Cubature tolerance", "0.3"},
        {"Force/Neighbours", "2"},
        {"Force/Contact tolerance", "0.5"},
        {"Excitation/Kinds", "sweeps, pairs"},
        {"Excitation/Sleeve", "outer"},
        {"Excitation/Amplitudes", "x 1, y 2"},
        {"Excitation/Profile", "sin(20*pi*t)^3"},
        {"Signals/*/Settings", along + "y=sin(20*pi*t)^3"},
        {"Signals/*/Run", "runs/d"},
        {"Selection/*/Settings", along + "x=0.5*sin(20*pi*t)^3"},
        {"Selection/*/Run", "runs/d"},
        {"Validation/Settings", along + "y=0.5*sin(20*pi*t)^3"},
        {"Validation/Run", "runs/d"},
        {"Target/Reaction error", "0.2"},
        {"Target/Pose error", "1e-3"},
        {"Target/Displacement error", "0.02"},
        {"Target/Most modes", "3"},
        {"Greedy/Tolerance", "0.9"}};
      return values;
    }

    std::string another_value(const Parameter &parameter)
    {
      if (const auto found = telling_values().find(pattern_of(parameter.key()));
          found != telling_values().end())
        return found->second;
      for (const std::string &choice : parameter.choices)
        if (choice != parameter.text())
          return choice;
      const auto value = to_double(parameter.text());
      return !value ? "" : number_text(*value == 0 ? 1 : *value + 1);
    }

    /// Without what depends on the clock.
    nlohmann::json without_seconds(const nlohmann::json &json)
    {
      static const std::set<std::string> timed = {"seconds",
                                                  "seconds of full model",
                                                  "training seconds",
                                                  "cpu seconds",
                                                  "microseconds per step",
                                                  "speed-up per step",
                                                  "real-time factor"};
      if (!json.is_structured())
        return json;
      nlohmann::json result =
        json.is_array() ? nlohmann::json::array() : nlohmann::json::object();
      for (const auto &[key, value] : json.items())
        if (json.is_array())
          result.push_back(without_seconds(value));
        else if (timed.count(key) == 0)
          result[key] = without_seconds(value);
      return result;
    }

    class PlanWalk : public TemporaryFolder
    {
    protected:
      PlanWalk()
      {
        write(folder / "case.prm", ring);
        write(folder / "other.prm",
              ring + "subsection Material\n  set C01 = 0.2\nend\n");
        write(folder / "steps.prm", ring_with_steps);
        write(folder / "plan.prm", "");
        // Finished runs to train on: those of a training.
        const std::vector<std::string> motions = {"x=2*sin(10*pi*t)^3",
                                                  "y=sin(20*pi*t)^3",
                                                  "x=sin(20*pi*t)^3"};
        Settings settings                      = {"Case=case.prm",
                                                  "Basis/Modes=3",
                                                  "Basis/Pressure modes=2",
                                                  "Validation/Settings=" + along +
                                                    "y=2*sin(10*pi*t)^3"};
        const std::string names                = "abc";
        for (std::size_t i = 0; i < names.size(); ++i)
          settings.push_back(std::string("Signals/") + names[i] +
                             "/Settings=" + along + motions[i]);
        TrainingOptions options;
        options.output = folder / "before";
        train(read_plan((folder / "plan.prm").string(), settings), options);
        std::filesystem::rename(folder / "before/runs", folder / "runs");
        std::filesystem::rename(folder / "runs/validation", folder / "runs/d");
      }

      std::string trace(const TrainingPlan &plan)
      {
        TrainingOptions options;
        options.output = folder / "trained";
        std::filesystem::remove_all(options.output);
        std::string result;
        try
          {
            train(plan, options);
          }
        catch (const ComputationFailed &failure)
          {
            result = failure.what();
          }
        if (!std::filesystem::exists(options.output / "training.json"))
          return result;
        result += without_seconds(nlohmann::json::parse(read_whole_file(
                                    options.output / "training.json")))
                    .dump();
        // The arrays of the model: its header, whose length stands in front of
        // it, has times.
        const std::string model = read_whole_file(options.output / "plan.rom");
        std::uint64_t header    = 0;
        std::memcpy(&header, model.data(), sizeof(header));
        return result + model.substr(sizeof(header) + header);
      }

      std::string outcome(const Base &base,
                          const std::string &setting,
                          const std::string &reference)
      {
        const std::string key = setting.substr(0, setting.find('='));
        Settings settings     = base.settings;
        settings.push_back(setting);
        try
          {
            const TrainingPlan plan =
              read_plan((folder / "plan.prm").string(), settings);
            for (const UnusedParameter &unused : plan.unused)
              if (unused.key == key)
                return "told";
            return trace(plan) != reference ? "changed" : "ignored";
          }
        catch (const Error &error)
          {
            return "refused";
          }
      }
    };

    TEST_F(PlanWalk, NothingIsAcceptedAndIgnored)
    {
      std::map<std::string, std::set<std::string>> outcomes; // by reference key
      const std::vector<Base> walked = bases();
      for (const Base &base : walked)
        {
          TrainingPlan values;
          std::vector<ParameterEntry> entries;
          for (const std::string &setting : base.settings)
            entries.push_back(parse_override(setting));
          for (const std::string &name : section_names(entries, "Signals"))
            values.signals.push_back({name, {}});
          for (const std::string &name : section_names(entries, "Selection"))
            values.selection.push_back({name, {}});
          Schema schema;
          declare_plan(schema, values);
          schema.apply(entries);
          const std::string reference =
            trace(read_plan((folder / "plan.prm").string(), base.settings));
          if (&base == &walked.front())
            {
              const TrainingPlan same =
                read_plan((folder / "plan.prm").string(), base.settings);
              ASSERT_TRUE(trace(same) == reference)
                << "The same plan gives another model: this test would take "
                   "anything for a change.";
            }
          for (const Parameter &parameter : schema.all())
            {
              const std::string key = parameter.key();
              if (std::none_of(base.sections.begin(),
                               base.sections.end(),
                               [&](const std::string &section) {
                                 return key.starts_with(section);
                               }))
                continue;
              const std::string value = another_value(parameter);
              if (value.empty() || value == parameter.text())
                continue;
              const std::string found =
                outcome(base, key + "=" + value, reference);
              outcomes[pattern_of(key)].insert(found);
              EXPECT_NE(found, "ignored")
                << key << " = " << value << " in the plan \"" << base.name
                << "\" changes nothing, and nobody says so.";
            }
        }
      TrainingPlan named;
      named.signals   = {{"a", {}}};
      named.selection = {{"a", {}}};
      Schema all;
      declare_plan(all, named);
      for (const Parameter &parameter : all.all())
        EXPECT_EQ(outcomes[pattern_of(parameter.key())].count("changed"), 1u)
          << parameter.key()
          << " does not change anything in any of the plans.";
    }
  } // namespace
} // namespace rivlin
