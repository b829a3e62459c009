// SPDX-License-Identifier: Apache-2.0
// Applying entries to a schema, and telling what they leave unused.
#include <rivlin/cases/schema.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_conversion.h>

#include <algorithm>
#include <ostream>

namespace rivlin
{
  namespace
  {
    /// `Unknown ... "x" in section "S" (place). Did you mean "y"?`
    [[noreturn]] void refuse_name(const std::string &kind,
                                  const std::string &name,
                                  const std::string &path,
                                  const std::string &place,
                                  const std::vector<std::string> &candidates)
    {
      std::string list;
      for (const std::string &candidate : candidates)
        list += (list.empty() ? "\"" : ", \"") + candidate + "\"";
      throw Error("Unknown " + kind + " \"" + name + "\"" +
                  (path.empty() ? std::string(" at the top level")
                                : " in section \"" + path + "\"") +
                  " (" + place + ")." + did_you_mean(name, candidates) +
                  " Known here: " + (list.empty() ? "nothing" : list) + ".");
    }

    void print_section_title(std::ostream &out,
                             const std::string &section,
                             const bool markdown)
    {
      if (markdown)
        out << "\n## " << (section.empty() ? "Top level" : section)
            << "\n\n| parameter | default | range | unit | meaning |\n"
               "|---|---|---|---|---|\n";
      else
        out << "\n[" << (section.empty() ? "top level" : section) << "]\n";
    }
  } // namespace

  Parameter &Parameter::needs(std::function<std::string()> condition)
  {
    rules.push_back({std::move(condition), true});
    return *this;
  }

  Parameter &Parameter::tells_unless(std::function<std::string()> condition)
  {
    rules.push_back({std::move(condition), false});
    return *this;
  }

  void Schema::section(const std::string &path,
                       const Role role,
                       const bool may_change)
  {
    current_section    = path;
    current_role       = role;
    current_may_change = may_change;
    // "Supports/inner" makes "Supports" known, too.
    for (auto slash = path.find('/');; slash = path.find('/', slash + 1))
      {
        const std::string part = path.substr(0, slash);
        if (!part.empty() &&
            std::find(sections.begin(), sections.end(), part) == sections.end())
          sections.push_back(part);
        if (slash == std::string::npos)
          break;
      }
  }

  std::vector<std::string> Schema::names_below(const std::string &path) const
  {
    const std::string prefix = path.empty() ? "" : path + "/";
    std::vector<std::string> names;
    for (const std::string &section : sections)
      if (section.starts_with(prefix) && section.size() > prefix.size() &&
          section.find('/', prefix.size()) == std::string::npos)
        names.push_back(section.substr(prefix.size()));
    return names;
  }

  std::vector<std::string> Schema::names_in(const std::string &path) const
  {
    std::vector<std::string> names;
    for (const Parameter &parameter : parameters)
      if (parameter.section == path)
        names.push_back(parameter.name);
    return names;
  }

  const Parameter *Schema::find(const std::string &key) const
  {
    const auto found = std::find_if(parameters.begin(),
                                    parameters.end(),
                                    [&](const Parameter &parameter) {
                                      return parameter.key() == key;
                                    });
    return found == parameters.end() ? nullptr : &*found;
  }

  void Schema::use_units(const UnitSystem &system)
  {
    units = &system;
    for (Parameter &parameter : parameters)
      if (const std::string text = parameter.default_in(system);
          text != parameter.default_text)
        {
          parameter.parse(text, system);
          parameter.default_text = text;
          parameter.given_text   = text;
        }
  }

  void Schema::apply(const std::vector<ParameterEntry> &entries)
  {
    for (const ParameterEntry &entry : entries)
      {
        std::string path;
        for (const std::string &name : entry.sections)
          {
            const std::vector<std::string> known = names_below(path);
            if (std::find(known.begin(), known.end(), name) == known.end())
              refuse_name("section", name, path, entry.place, known);
            path += (path.empty() ? "" : "/") + name;
          }
        if (entry.key.empty())
          continue;
        const auto found = std::find_if(parameters.begin(),
                                        parameters.end(),
                                        [&](const Parameter &parameter) {
                                          return parameter.section == path &&
                                                 parameter.name == entry.key;
                                        });
        if (found == parameters.end())
          refuse_name(
            "parameter", entry.key, path, entry.place, names_in(path));
        bool is_valid = false;
        try
          {
            is_valid = found->parse(entry.value, *units);
          }
        catch (const Error &error)
          {
            throw Error("\"" + found->key() + "\" is \"" + entry.value +
                        "\" (" + entry.place + "): " + error.what());
          }
        if (!is_valid)
          throw Error("\"" + entry.value + "\" is not a valid value of \"" +
                      found->key() + "\" (" + entry.place + ")." +
                      (found->choices.empty()
                         ? ""
                         : did_you_mean(entry.value, found->choices)) +
                      " Allowed: " + found->range + ".");
        found->given_text = entry.value;
      }
  }

  std::set<std::string>
  Schema::given(const std::vector<ParameterEntry> &entries) const
  {
    const auto key_of = [](const ParameterEntry &entry) {
      std::vector<std::string> path = entry.sections;
      path.push_back(entry.key);
      return joined(path, "/");
    };
    std::set<std::string> rechosen; // sections
    for (const ParameterEntry &entry : entries)
      if (entry.is_override)
        for (const Parameter &parameter : parameters)
          if (parameter.is_choice && parameter.key() == key_of(entry))
            rechosen.insert(parameter.section);
    std::set<std::string> keys;
    for (const ParameterEntry &entry : entries)
      if (!entry.key.empty() &&
          (entry.is_override ||
           (rechosen.count("") == 0 &&
            rechosen.count(joined(entry.sections, "/")) == 0)))
        keys.insert(key_of(entry));
    return keys;
  }

  std::string Schema::why_unused(const Parameter &parameter) const
  {
    for (const Parameter::Rule &rule : parameter.rules)
      if (const std::string whom = rule.condition(); !whom.empty())
        return whom + " does not use it";
    return "";
  }

  std::vector<UnusedParameter>
  Schema::unused(const std::set<std::string> &given) const
  {
    std::vector<UnusedParameter> ignored;
    for (const Parameter &parameter : parameters)
      if (const std::string key = parameter.key(); given.count(key) > 0)
        for (const Parameter::Rule &rule : parameter.rules)
          if (const std::string whom = rule.condition(); !whom.empty())
            {
              if (rule.is_error)
                throw Error("\"" + key + "\" is given but " + whom +
                            " does not use it. Remove it.");
              ignored.push_back({key, whom + " does not use it"});
              break;
            }
    return ignored;
  }

  void Schema::print_parameter(std::ostream &out,
                               const Parameter &parameter,
                               const bool markdown) const
  {
    const UnitSystem &mm     = unit_system("mm-t-s");
    const UnitSystem &m      = unit_system("m-kg-s");
    const std::string in_mm  = parameter.default_in(mm);
    const std::string in_m   = parameter.default_in(m);
    const std::string mark   = markdown ? "`" : "";
    std::string default_text = in_mm.empty() ? "" : mark + in_mm + mark;
    if (in_mm != in_m)
      default_text += " " + unit_of(parameter.unit, mm) + ", " + mark + in_m +
                      mark + " " + unit_of(parameter.unit, m);
    if (markdown)
      out << "| " << parameter.name << " | " << default_text << " | "
          << parameter.range << " | " << parameter.unit << " | "
          << parameter.meaning << " |\n";
    else
      out << "  " << parameter.name << " = " << default_text << "\n      "
          << parameter.meaning << "\n      " << parameter.range
          << (parameter.unit.empty() ? "" : " (" + parameter.unit + ")")
          << "\n";
  }

  void Schema::print_reference(std::ostream &out, const bool markdown) const
  {
    // A section may be declared in several places.
    std::vector<std::string> order = {""};
    order.insert(order.end(), sections.begin(), sections.end());
    for (const std::string &section : order)
      {
        bool is_first = true;
        for (const Parameter &parameter : parameters)
          if (parameter.section == section)
            {
              if (is_first)
                print_section_title(out, section, markdown);
              is_first = false;
              print_parameter(out, parameter, markdown);
            }
      }
  }
} // namespace rivlin
