// SPDX-License-Identifier: Apache-2.0
// Reading a case: entries of the file and of the command line into the schema.
#include <rivlin/cases/case_parameters.h>

#include <rivlin/base/error.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/parameter_declarations.h>

#include <algorithm>
#include <ostream>

namespace rivlin
{
  namespace
  {
    template <typename Parameters>
    Named<Parameters> named_sections(const std::vector<ParameterEntry> &entries,
                                     const std::string &section)
    {
      Named<Parameters> named;
      for (const std::string &name : section_names(entries, section))
        named.push_back({name, Parameters()});
      return named;
    }

    /// The formulas of three components as a field; nothing if all are zero.
    std::optional<PlaceField>
    read_field(const std::string &definitions,
               const std::array<std::string, 3> &components,
               const int dim,
               const std::string &what)
    {
      const auto end = components.begin() + dim;
      if (std::all_of(components.begin(), end, [](const std::string &text) {
            return text == "0";
          }))
        return {};
      try
        {
          return PlaceField(definitions, {components.begin(), end});
        }
      catch (const Error &error)
        {
          throw Error("Section \"Initial\", " + what + ": " + error.what());
        }
    }

    /// Sets are named by their sections unless they are given.
    void complete_sets(CaseParameters &values)
    {
      for (auto &[name, support] : values.supports)
        if (support.set.empty())
          support.set = name;
      for (auto &[name, load] : values.loads)
        if (load.set.empty())
          load.set = name;
      for (auto &[name, contact] : values.contacts)
        if (contact.sets.empty())
          contact.sets = {name};
    }
  } // namespace

  CaseParameters read_case(const std::string &path,
                           const std::vector<std::string> &overrides)
  {
    std::vector<ParameterEntry> entries =
      path.empty() ? std::vector<ParameterEntry>{} : read_parameter_file(path);
    for (const std::string &text : overrides)
      entries.push_back(parse_override(text));

    CaseParameters values;
    values.path     = path;
    values.regions  = named_sections<MaterialParameters>(entries, "Material");
    values.supports = named_sections<SupportParameters>(entries, "Supports");
    values.loads    = named_sections<LoadParameters>(entries, "Loads");
    values.contacts = named_sections<ContactParameters>(entries, "Contacts");
    values.probes   = named_sections<ProbeParameters>(entries, "Probes");
    values.steps    = named_load_steps(entries);
    Schema schema;
    declare_parameters(schema, values);
    values.given = schema.given(entries);
    // Defaults have the units of the case.
    std::vector<ParameterEntry> units;
    for (const ParameterEntry &entry : entries)
      if (entry.sections.empty() && entry.key == "Unit system")
        units.push_back(entry);
    schema.apply(units);
    schema.use_units(unit_system(values.unit_system));
    schema.apply(entries);
    for (const Parameter &parameter : schema.all())
      values.texts.push_back({parameter.key(),
                              parameter.text(),
                              parameter.role,
                              parameter.changes_resume});
    complete_sets(values);
    complete_load_steps(values);
    values.unused              = schema.unused(values.given);
    InitialParameters &initial = values.initial;
    initial.displacement_field = read_field(initial.definitions,
                                            initial.displacement,
                                            values.dimension,
                                            "displacement");
    initial.velocity_field     = read_field(initial.definitions,
                                        initial.velocity,
                                        values.dimension,
                                        "velocity");
    return values;
  }

  MaterialParameters
  with_texts(const MaterialParameters &material,
             const std::vector<std::pair<std::string, std::string>> &texts,
             const std::string &place)
  {
    CaseParameters values;
    values.material = material;
    Schema schema;
    declare_materials(schema, values);
    std::vector<ParameterEntry> entries;
    for (const auto &[key, value] : texts)
      entries.push_back({{"Material"}, key, value, place});
    schema.apply(entries);
    return values.material;
  }

  void print_parameters(std::ostream &out, const bool markdown)
  {
    CaseParameters values;
    values.regions  = {{"<region>", MaterialParameters()}};
    values.supports = {{"<set>", SupportParameters()}};
    values.loads    = {{"<set>", LoadParameters()}};
    values.contacts = {{"<name>", ContactParameters()}};
    values.steps    = load_steps_for_reference();
    values.probes   = {{"<name>", ProbeParameters()}};
    Schema schema;
    declare_parameters(schema, values);
    if (markdown)
      out
        << "# Parameter reference\n\n"
           "Made by `rivlin parameters --markdown`; a test keeps it current. Units are those of the\n"
           "system named by \"Unit system\"; where a default depends on it, both are given.\n";
    schema.print_reference(out, markdown);
  }
} // namespace rivlin
