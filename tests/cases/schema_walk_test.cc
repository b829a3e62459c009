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

#include "parameter_pattern.h"
#include "schema_walk_cases.h"
#include "temporary_folder.h"
#include "test_paths.h"

#include <charconv>
#include <map>
#include <set>

namespace rivlin
{
  namespace
  {
    /// Shows only where steps fail (program.bad_input), with mesh files
    /// (program.mesh_cases), with other sets or another place of a surface, as
    /// the cases above have them, or in reduced models (SmallTraining).
    bool is_for_special_cases(const std::string &key)
    {
      static const std::set<std::string> keys = {"Time/Minimum step size",
                                                 "Mesh/Merge coincident nodes",
                                                 "Mesh/File",
                                                 "Mesh/Type",
                                                 "Contacts/*/Surface",
                                                 "Contacts/*/Rubber",
                                                 "Solver/Memory limit",
                                                 "Time/Constraints"};
      return keys.count(key) > 0;
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
      if (parameter.range.starts_with("rows")) // the first row twice
        return parameter.text().empty()
                 ? ""
                 : parameter.text() + "; " +
                     parameter.text().substr(0, parameter.text().find(';'));
      if (parameter.range == "channel")
        return parameter.text() == "0" ? "0.01*t"
                                       : "1.1*(" + parameter.text() + ")";
      if (parameter.key().starts_with("Initial/"))
        // It vanishes on both sleeves, and at x = 0.
        return parameter.text() == "0" ? "1e-8*x*(x^2+y^2-100)*(x^2+y^2-625)"
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
            refusals[pattern_of(key)] += error.what() + std::string("\n");
            return "refused";
          }
      }

      std::map<std::string, std::string> refusals; ///< messages
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
      // Every parameter of the reference was seen to change something.
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
          EXPECT_EQ(outcomes[key].count("changed"), 1u)
            << key << " does not change anything in any of the cases. Errors:\n"
            << refusals[key];
        }
    }
  } // namespace
} // namespace rivlin
