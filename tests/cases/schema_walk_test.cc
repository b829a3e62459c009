// SPDX-License-Identifier: Apache-2.0
// Every parameter of the reference either changes something, is refused, or is
// told as unused: nothing is accepted and ignored.
#include <rivlin/base/error.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/cases/simulation.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "temporary_folder.h"
#include "test_paths.h"

#include <charconv>
#include <map>
#include <set>

namespace rivlin
{
  namespace
  {
    using Settings = std::vector<std::string>;

    /// A small case; only parameters that begin with `sections` are walked.
    struct Base
    {
      std::string name;
      Settings settings;
      Settings sections = {""};
    };

    const Settings ring = {"Mesh/Elements radial=1",
                           "Mesh/Elements circumferential=6",
                           "Material/Bulk modulus=50",
                           "Material/Density=1e-4",
                           "Supports/inner/Type=driven",
                           "Supports/outer/Type=fixed",
                           "Time/End time=0.2",
                           "Output/VTU=none"};

    Settings operator+(Settings a, const Settings &b)
    {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    }

    std::vector<Base> bases()
    {
      const Settings block = {"Mesh/Type=box",
                              "Mesh/Elements x=2",
                              "Mesh/Elements y=2",
                              "Supports/y0/Type=fixed",
                              "Material/Bulk modulus=50",
                              "Material/Density=1e-4",
                              "Time/End time=0.2",
                              "Output/VTU=none"};
      const Settings moved = {"Supports/inner/Translation x=5*t",
                              "Supports/inner/Rotation z=0.3*t"};
      const Settings free  = {"Supports/inner/Type=free",
                              "Supports/inner/Ring=5, 10",
                              "Supports/inner/Force x=20*t",
                              "Supports/inner/Moment z=50*t",
                              "Time/Step size=0.05",
                              "Time/Integrator=generalized alpha"};
      const Settings solid = {"Dimension=3",
                              "Mesh/Elements axial=1",
                              "Supports/inner/Translation z=2*t"};
      return {
        {"statics", ring + moved},
        {"statics with gravity",
         ring + Settings{"Gravity/Acceleration x=1e4*t"},
         {"Material", "Gravity"}},
        {"free sleeve", ring + free},
        {"free sleeve with mass",
         ring + free +
           Settings{"Supports/inner/Ring=",
                    "Supports/inner/Mass=1e-3",
                    "Supports/inner/Inertia=1"},
         {"Supports/inner"}},
        {"wave",
         ring + Settings{"Time/Integrator=Newmark",
                         "Initial/Definitions=f = (x^2+y^2-100)*(x^2+y^2-625)",
                         "Initial/Velocity x=1e-4*f"},
         {"Initial", "Time", "Material/"}},
        {"ROS3P",
         ring + moved +
           Settings{"Time/Integrator=ROS3P", "Time/Step control=adaptive"},
         {"Time", "Solver"}},
        {"IDA",
         ring + moved +
           Settings{"Time/Integrator=IDA", "Supports/inner/Translation x=t^3"},
         {"Time", "Solver"}},
        {"HHT",
         ring + moved +
           Settings{"Time/Integrator=HHT", "Time/Step control=adaptive"},
         {"Time"}},
        {"iterative",
         ring + moved + solid + Settings{"Solver/Linear solver=iterative"},
         {"Solver"}},
        {"3D", ring + moved + solid},
        {"block",
         block + Settings{"Supports/y0/Components=y",
                          "Supports/x0/Type=prescribed",
                          "Supports/x0/Components=x",
                          "Supports/x0/Displacement x=0.2*t",
                          "Loads/y1/Type=pressure",
                          "Loads/y1/Pressure=-t",
                          "Loads/x1/Type=traction",
                          "Loads/x1/Traction x=0.1*t",
                          "Contacts/y1/Point=0, 1.001",
                          "Contacts/y1/Direction=0, -1",
                          "Probes/p/Point=0.5, 0.5"}},
        {"block on springs",
         block + Settings{"Time/Integrator=generalized alpha",
                          "Loads/x1/Type=springs",
                          "Loads/x1/Stiffness x=1",
                          "Loads/x1/Viscosity x=1",
                          "Loads/y1/Type=traction",
                          "Loads/y1/Traction x=0.1*t"},
         {"Loads", "Time"}},
        {"block in a tube",
         block + Settings{"Loads/y1/Type=pressure",
                          "Loads/y1/Pressure=-t",
                          "Contacts/y1/Surface=cylinder",
                          "Contacts/y1/Point=0.5, 0",
                          "Contacts/y1/Radius=1.12"},
         {"Contacts"}},
        {"steps",
         ring + Settings{"Time/Integrator=generalized alpha"},
         {"Output", "Snapshots", "Checkpoint"}},
        {"polynomial",
         ring + moved +
           Settings{"Material/Law=polynomial",
                    "Material/Polynomial terms=1 0 0.4; 2 0 0.01"},
         {"Material"}},
        {"Ogden",
         ring + moved +
           Settings{"Material/Law=Ogden",
                    "Material/Ogden terms=1 2",
                    "Material/Volumetric law=Ogden"},
         {"Material"}},
        {"steel",
         {"Mesh/Elements radial=1",
          "Mesh/Elements circumferential=6",
          "Mesh/Inner steel=1",
          "Material/Law=Hooke",
          "Material/inner steel/Law=Hooke",
          "Supports/inner/Type=driven",
          "Supports/inner/Translation x=5*t",
          "Supports/outer/Type=fixed",
          "Element/Formulation=displacement",
          "Time/End time=0.2",
          "Output/VTU=none"},
         {"Material", "Mesh"}},
        {"voids",
         ring + Settings{"Mesh/Voids=2",
                         "Mesh/Elements radial=4",
                         "Mesh/Elements circumferential=16"},
         {"Mesh"}},
        {"flanges",
         ring + solid +
           Settings{"Mesh/Flanges=both",
                    "Mesh/Free surface=groove",
                    "Mesh/Elements axial=4",
                    "Mesh/Elements radial=2"},
         {"Mesh"}},
        {"Cook",
         {"Mesh/Type=cook",
          "Dimension=3",
          "Supports/left/Type=fixed",
          "Mesh/Elements x=2",
          "Mesh/Elements y=2"},
         {"Mesh"}},
        {"solid box",
         {"Mesh/Type=box",
          "Dimension=3",
          "Supports/x0/Type=fixed",
          "Mesh/Elements x=1",
          "Mesh/Elements y=1"},
         {"Mesh"}},
        {"file",
         {"Mesh/Type=file",
          "Dimension=3",
          "Mesh/File=" +
            (source_folder() / "meshes/bushing_gmsh22.msh").string(),
          "Supports/inner/Type=fixed"},
         {"Mesh"}}};
    }

    /// Values that bite, where another number would not show.
    const std::map<std::string, std::string> &telling_values()
    {
      static const std::map<std::string, std::string> values = {
        {"Time/Absolute tolerance", "1e-6"},
        {"Time/Relative tolerance", "1e-6"},
        {"Solver/Linear solver", "KLU"},
        {"Time/Starting values", "first differences"},
        {"Time/Maximum step size", "0.03"},
        {"Solver/Maximum Newton iterations", "1"},
        {"Solver/Newton tolerance", "0.1"},
        {"Solver/Linear tolerance", "0.1"},
        {"Solver/Maximum linear iterations", "1"},
        {"Checkpoint/Interval", "1e-9"},
        {"Checkpoint/Steps", "1"},
        {"Snapshots/Interval", "0.1"},
        {"Output/Times", "0.15"},
        {"Mesh/Sector angle", "90"},
        {"Mesh/File", (source_folder() / "meshes/gmsh_bushing.msh").string()},
        {"Mesh/Void width", "50"},
        {"Mesh/Refinements", "1"},
        {"Supports/*/Set", "bottom"},
        {"Supports/*/Components", "x"},
        {"Supports/*/Centre", "1, 2"},
        {"Supports/*/Free directions", "x y"},
        {"Supports/*/Inertia", "2"},
        {"Supports/*/Ring", "6, 10"},
        {"Supports/*/Springs", "1, 2, 3"},
        {"Supports/*/Dampers", "1, 2, 3"},
        {"Loads/*/Set", "bottom"},
        {"Contacts/*/Set", "x1"},
        {"Contacts/*/Point", "0.5, 1.002"},
        {"Contacts/*/Direction", "0.1, -1"},
        {"Contacts/*/Through", "x1"},
        {"Contacts/*/Carried by", "y0"},
        {"Probes/*/Point", "0.4, 0.4"},
        {"Probes/*/Set", "x1"},
        {"Material/*/Polynomial terms", "1 0 0.5"},
        {"Material/Polynomial terms", "1 0 0.5"},
        {"Material/Ogden terms", "1 3"},
        {"Material/*/Ogden terms", "1 3"},
        {"Initial/Definitions", "f = 1.1*(x^2+y^2-100)*(x^2+y^2-625)"}};
      return values;
    }

    /// Shows only where steps fail or a mesh file has double nodes, which
    /// program.bad_input and program.mesh try.
    bool is_for_special_cases(const std::string &key)
    {
      return key == "Time/Minimum step size" ||
             key == "Mesh/Merge coincident nodes";
    }

    /// "Supports/inner/Set" as "Supports/*/Set".
    std::string pattern_of(const std::string &key)
    {
      const auto first = key.find('/');
      const auto last  = key.rfind('/');
      return first == last ? key
                           : key.substr(0, first) + "/*" + key.substr(last);
    }

    /// Another value than the one the case has; empty if none is known.
    std::string another_value(const Parameter &parameter)
    {
      for (const std::string &key :
           {parameter.key(), pattern_of(parameter.key())})
        if (const auto found = telling_values().find(key);
            found != telling_values().end())
          return found->second;
      for (const std::string &choice : parameter.choices)
        if (choice != parameter.text())
          return choice;
      if (parameter.range == "channel")
        return parameter.text() == "0" ? "0.01*t"
                                       : "1.1*(" + parameter.text() + ")";
      if (parameter.key().starts_with("Initial/"))
        // It vanishes on both sleeves.
        return parameter.text() == "0" ? "1e-8*(x^2+y^2-100)*(x^2+y^2-625)"
                                       : "1.1*(" + parameter.text() + ")";
      double value    = 0;
      const char *end = parameter.text().data() + parameter.text().size();
      if (std::from_chars(parameter.text().data(), end, value).ptr != end)
        return "";
      if (parameter.range.starts_with("whole"))
        return std::to_string(static_cast<int>(value) + 1);
      return std::to_string(value == 0 ? 0.01 : 1.25 * value);
    }

    class SchemaWalk : public TemporaryFolder
    {
    protected:
      /// What a run leaves, apart from seconds; or the mesh alone.
      std::string trace(const CaseParameters &parameters, const bool mesh_only)
      {
        if (mesh_only)
          return parameters.dimension == 2 ? mesh_trace<2>(parameters)
                                           : mesh_trace<3>(parameters);
        RunOptions options;
        options.output_directory = folder / "run";
        options.quiet            = true;
        std::filesystem::remove_all(options.output_directory);
        std::string result;
        try
          {
            simulate(parameters, options, MPI_COMM_WORLD);
          }
        catch (const ComputationFailed &failure)
          {
            result = failure.what();
          }
        std::set<std::string> names;
        for (const auto &entry :
             std::filesystem::directory_iterator(options.output_directory))
          names.insert(entry.path().filename().string());
        for (const std::string &name : names)
          result += name + "\n";
        result += read_whole_file(options.output_directory / "history.csv");
        const auto summary = nlohmann::json::parse(
          read_whole_file(options.output_directory / "summary.json"));
        for (const char *key : {"steps",
                                "Newton iterations",
                                "solves",
                                "tangents assembled",
                                "linear solver",
                                "linear iterations",
                                "linear solver retries"})
          result += summary.at(key).dump();
        if (names.count("snapshots.h5") > 0)
          result += std::to_string(std::filesystem::file_size(
            options.output_directory / "snapshots.h5"));
        return result;
      }

      template <int dim>
      std::string mesh_trace(const CaseParameters &parameters)
      {
        const CaseModel<dim> built =
          build_case<dim>(parameters, MPI_COMM_WORLD);
        return identity_text(identify(built, {})) +
               std::to_string(built.model->n_unknowns());
      }

      /// Whether the summary of the last run names it.
      bool told_by_the_run(const std::string &key) const
      {
        const auto file = folder / "run" / "summary.json";
        return std::filesystem::exists(file) &&
               nlohmann::json::parse(read_whole_file(file))
                 .value("unused parameters", nlohmann::json::object())
                 .contains(key);
      }

      /// "refused", "told", "changed" or "ignored".
      std::string outcome(const Base &base,
                          const std::string &setting,
                          const std::string &reference)
      {
        const std::string key = setting.substr(0, setting.find('='));
        try
          {
            const CaseParameters parameters =
              read_case("", base.settings + Settings{setting});
            for (const UnusedParameter &unused : parameters.unused)
              if (unused.key == key)
                return "told";
            if (trace(parameters, key.starts_with("Mesh/")) != reference)
              return "changed";
            return told_by_the_run(key) ? "told" : "ignored";
          }
        catch (const Error &error)
          {
            return "refused";
          }
      }
    };

    TEST_F(SchemaWalk, NothingIsAcceptedAndIgnored)
    {
      std::map<std::string, std::set<std::string>> outcomes; // by reference key
      for (const Base &base : bases())
        {
          const CaseParameters parameters = read_case("", base.settings);
          CaseParameters values           = parameters;
          Schema schema;
          declare_parameters(schema, values);
          std::vector<ParameterEntry> entries;
          for (const std::string &setting : base.settings)
            entries.push_back(parse_override(setting));
          schema.apply(entries);
          std::map<bool, std::string> reference; // by whether the mesh is all
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
              if (value.empty() || value == parameter.text() ||
                  is_for_special_cases(key))
                continue;
              const bool is_mesh = key.starts_with("Mesh/");
              if (reference.count(is_mesh) == 0)
                reference[is_mesh] = trace(parameters, is_mesh);
              const std::string found =
                outcome(base, key + "=" + value, reference[is_mesh]);
              outcomes[pattern_of(key)].insert(found);
              EXPECT_NE(found, "ignored")
                << key << " = " << value << " in the case \"" << base.name
                << "\" changes nothing, and nobody says so.";
            }
        }
      // Every parameter of the reference was met.
      CaseParameters named;
      named.regions  = {{"a", MaterialParameters()}};
      named.supports = {{"a", SupportParameters()}};
      named.loads    = {{"a", LoadParameters()}};
      named.contacts = {{"a", ContactParameters()}};
      named.probes   = {{"a", ProbeParameters()}};
      Schema all;
      declare_parameters(all, named);
      for (const Parameter &parameter : all.all())
        {
          const std::string key = pattern_of(parameter.key());
          if (is_for_special_cases(key))
            continue;
          EXPECT_FALSE(outcomes[key].empty())
            << key << " was not tried in any case.";
        }
    }
  } // namespace
} // namespace rivlin
