// SPDX-License-Identifier: Apache-2.0
// Every parameter of a case changes the prediction of a reduced model, is
// refused, or is told as unused.
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/studies/prediction_study.h>
#include <rivlin/studies/training_study.h>

#include <nlohmann/json.hpp>

#include <cases/parameter_pattern.h>
#include <temporary_folder.h>

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
subsection Material
  set Bulk modulus = 50
  set Density      = 1e-6
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

    const std::string plan = R"(
set Case              = case.prm
set Snapshot interval = 0.01
subsection Excitation
  set Kinds      = sweeps
  set Amplitudes = x 2, y 2
  set Profile    = sin(10*pi*t)^3
end
subsection Basis
  set Modes          = 5
  set Pressure modes = 2
end
subsection Validation
  set Settings = Supports/inner/Translation x=1.5*sin(20*pi*t)^3
end
)";

    struct Base
    {
      std::string name;
      Settings settings;
      Settings sections = {""}; ///< only their parameters are walked
    };

    std::vector<Base> bases()
    {
      const Settings moved = {"Supports/inner/Translation x=5*t",
                              "Supports/inner/Rotation z=0.3*t"};
      const auto plus      = [&](Settings more) {
        more.insert(more.begin(), moved.begin(), moved.end());
        return more;
      };
      return {
        {"driven", moved},
        {"free",
         {"Supports/inner/Type=free",
          "Supports/inner/Mass=1e-3",
          "Supports/inner/Inertia=1",
          "Supports/inner/Force x=20*t",
          "Supports/inner/Moment z=50*t"},
         {"Supports"}},
        {"ring of steel",
         {"Supports/inner/Type=free",
          "Supports/inner/Ring=5, 10",
          "Supports/inner/Force x=20*t"},
         {"Supports"}},
        {"ROS3P",
         plus({"Time/Integrator=ROS3P", "Time/Step control=adaptive"}),
         {"Time", "Solver"}},
        {"statics", plus({"Time/Integrator=statics"}), {"Time", "Solver"}},
        {"probe",
         plus({"Probes/p/Point=15, 0"}),
         {"Probes", "Output", "Snapshots", "Checkpoint"}},
        {"iterative", plus({"Solver/Linear solver=iterative"}), {"Solver"}}};
    }

    /// Values that bite, where another number would not show.
    const std::map<std::string, std::string> &telling_values()
    {
      static const std::map<std::string, std::string> values = {
        {"Time/Absolute tolerance", "1e-6"},
        {"Time/Relative tolerance", "1e-6"},
        {"Time/Starting values", "first differences"},
        {"Time/Maximum step size", "0.003"},
        {"Time/Step size", "0.02"},
        {"Solver/Linear solver", "KLU"},
        {"Solver/Linear tolerance", "0.01"},
        {"Solver/Maximum Newton iterations", "1"},
        {"Solver/Newton tolerance", "0.1"},
        {"Mesh/Sector angle", "90"},
        {"Mesh/Refinements", "1"},
        {"Mesh/File", "other.msh"},
        {"Output/Times", "0.015"},
        {"Output/Interval", "0.05"},
        {"Snapshots/Interval", "0.05"},
        {"Initial/Definitions", "a = 1"},
        {"Supports/*/Set", "inner"},
        {"Supports/*/Components", "x"},
        {"Supports/*/Centre", "1, 2"},
        {"Supports/*/Free directions", "x y"},
        {"Supports/*/Inertia", "2"},
        {"Supports/*/Ring", "6, 10"},
        {"Supports/*/Springs", "100, 200, 300"},
        {"Supports/*/Dampers", "100, 200, 300"},
        {"Probes/*/Point", "16, 0"},
        {"Probes/*/Set", "outer"}};
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
      if (parameter.range == "channel" ||
          parameter.key().starts_with("Initial/"))
        return parameter.text() == "0" ? "100*t"
                                       : "1.1*(" + parameter.text() + ")";
      const auto value = to_double(parameter.text());
      if (!value)
        return "";
      return number_text(*value == 0 ? 1
                         : parameter.range.starts_with("whole")
                           ? *value + 1
                           : 1.25 * *value);
    }

    class PredictionWalk : public TemporaryFolder
    {
    protected:
      PredictionOptions options;

      PredictionWalk()
      {
        write(folder / "case.prm", ring);
        write(folder / "plan.prm", plan);
        TrainingOptions training;
        training.output = folder / "trained";
        train(read_plan((folder / "plan.prm").string(), {}), training);
        options.model      = training.output / "plan.rom";
        options.excitation = folder / "case.prm";
        options.output     = folder / "predicted";
      }

      /// What a prediction leaves, apart from seconds.
      std::string trace(const Settings &settings, PredictionReport &report)
      {
        options.settings = settings;
        std::filesystem::remove_all(options.output);
        report = predict(options);
        const auto summary =
          nlohmann::json::parse(read(options.output / "summary.json"));
        return read(options.output / "history.csv") +
               summary.at("steps").dump() +
               summary.at("Newton iterations").dump() +
               summary.at("ended").dump();
      }

      /// "refused", "told", "changed" or "ignored".
      std::string outcome(Settings settings,
                          const std::string &setting,
                          const std::string &reference)
      {
        settings.push_back(setting);
        const std::string key = setting.substr(0, setting.find('='));
        try
          {
            PredictionReport report;
            const std::string found = trace(settings, report);
            for (const UnusedParameter &unused : report.unused)
              if (unused.key == key)
                return found == reference ? "told" : "told but changed";
            return found != reference ? "changed" : "ignored";
          }
        catch (const Error &error)
          {
            return "refused";
          }
      }
    };

    TEST_F(PredictionWalk, NothingIsAcceptedAndIgnored)
    {
      std::map<std::string, std::set<std::string>> outcomes;
      for (const Base &base : bases())
        {
          PredictionReport report;
          const std::string reference = trace(base.settings, report);
          const CaseParameters parameters =
            read_case(options.excitation.string(), base.settings);
          CaseParameters values = parameters;
          Schema schema;
          declare_parameters(schema, values);
          std::vector<ParameterEntry> entries =
            read_parameter_file(options.excitation.string());
          for (const std::string &setting : base.settings)
            entries.push_back(parse_override(setting));
          schema.apply(entries);
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
                outcome(base.settings, key + "=" + value, reference);
              outcomes[pattern_of(key)].insert(found);
              // Shows only where steps fail, and in rigid constraints.
              if (key == "Time/Minimum step size" || key == "Time/Constraints")
                continue;
              EXPECT_NE(found, "ignored")
                << key << " = " << value << " in the case \"" << base.name
                << "\" changes nothing, and nobody says so.";
              EXPECT_NE(found, "told but changed") << key << " = " << value;
            }
        }
      // The body is that of the model, what is done to it is free.
      for (const char *key : {"Material/C10",
                              "Material/Density",
                              "Material/Stiffness damping",
                              "Mesh/Outer radius",
                              "Mesh/Refinements",
                              "Element/Thickness",
                              "Element/Degree",
                              "Supports/*/Centre",
                              "Initial/Velocity x",
                              "Dimension",
                              "Unit system"})
        EXPECT_EQ(outcomes[key].count("refused"), 1u) << key;
      for (const char *key : {"Supports/*/Translation x",
                              "Supports/*/Force x",
                              "Supports/*/Mass",
                              "Gravity/Acceleration x",
                              "Time/Step size",
                              "Time/Integrator",
                              "Solver/Newton tolerance",
                              "Output/Interval"})
        EXPECT_EQ(outcomes[key].count("changed"), 1u) << key;
      for (const char *key : {"Probes/*/Point",
                              "Probes/*/Quantities",
                              "Snapshots/Interval",
                              "Checkpoint/Steps",
                              "Solver/Linear solver",
                              "Solver/Linear tolerance",
                              "Output/VTU"})
        EXPECT_EQ(outcomes[key].count("told"), 1u) << key;
    }

    TEST_F(PredictionWalk, WhatIsUnusedIsInTheSummary)
    {
      options.settings = {"Supports/inner/Translation x=5*t",
                          "Probes/p/Point=15, 0",
                          "Output/VTU=last",
                          "Output/Interval=0.05"};
      predict(options);
      auto unused = nlohmann::json::parse(read(options.output / "summary.json"))
                      .at("unused parameters");
      EXPECT_EQ(unused.size(), 2u) << unused;
      EXPECT_NE(unused.at("Probes/p/Point").get<std::string>().find("probes"),
                std::string::npos);
      EXPECT_NE(unused.at("Output/VTU").get<std::string>().find("--vtu"),
                std::string::npos);
      // What does as it says is used.
      options.settings.resize(1);
      options.settings.push_back("Output/VTU=none");
      EXPECT_TRUE(predict(options).unused.empty());
      options.settings = {"Supports/inner/Translation x=1.5*sin(20*pi*t)^3",
                          "Output/Interval=0.05"};
      options.compared = folder / "trained" / "runs" / "validation";
      const auto found = predict(options).unused;
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found[0].key, "Output/Interval");
    }
  } // namespace
} // namespace rivlin
