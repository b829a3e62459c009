// SPDX-License-Identifier: Apache-2.0
// The parameter reference, printed from the declarations.
#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/cases/parameter_text.h>

#include <nlohmann/json.hpp>

#include <ostream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    void print_section(std::ostream &out,
                       const nlohmann::ordered_json &node,
                       const std::string &path,
                       const bool markdown)
    {
      bool first = true;
      for (const auto &[name, entry] : node.items())
        {
          if (!entry.contains("pattern_description") ||
              !entry["pattern_description"].is_string())
            continue;
          if (first && markdown)
            out
              << "\n## " << (path.empty() ? "Top level" : path)
              << "\n\n| parameter | default | range | meaning |\n|---|---|---|---|\n";
          else if (first)
            out << "\n[" << (path.empty() ? "top level" : path) << "]\n";
          first = false;
          const std::string range =
            readable_range(entry["pattern_description"].get<std::string>());
          const std::string value = entry["default_value"].get<std::string>();
          const std::string text  = entry["documentation"].get<std::string>();
          if (markdown)
            out << "| " << name << " | "
                << (value.empty() ? "" : "`" + value + "`") << " | " << range
                << " | " << text << " |\n";
          else
            out << "  " << name << " = " << value << "\n      " << text
                << "\n      " << range << "\n";
        }
      for (const auto &[name, child] : node.items())
        if (!child.contains("pattern_description") ||
            !child["pattern_description"].is_string())
          print_section(out,
                        child,
                        path.empty() ? name : path + "/" + name,
                        markdown);
    }
  } // namespace

  void print_reference(std::ostream &out,
                       const dealii::ParameterHandler &prm,
                       const bool markdown)
  {
    std::ostringstream text;
    prm.print_parameters(text,
                         dealii::ParameterHandler::JSON |
                           dealii::ParameterHandler::KeepDeclarationOrder);
    print_section(out, nlohmann::ordered_json::parse(text.str()), "", markdown);
  }

  void print_parameters(std::ostream &out, const bool markdown)
  {
    CaseParameters values;
    values.regions  = {{"<region>", {}}};
    values.supports = {{"<set>", {}}};
    values.loads    = {{"<set>", {}}};
    values.contacts = {{"<name>", {}}};
    values.steps    = load_steps_for_reference();
    values.probes   = {{"<name>", {}}};
    TextChoices choices;
    dealii::ParameterHandler prm;
    declare_parameters(prm, values, choices);
    if (markdown)
      out
        << "# Parameter reference\n\n"
           "Made by `rivlin parameters --markdown`; a test keeps it current. Dimensions of\n"
           "numbers are in parentheses, in the units named by \"Unit system\".\n";
    print_reference(out, prm, markdown);
  }
} // namespace rivlin
