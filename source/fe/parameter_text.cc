// SPDX-License-Identifier: Apache-2.0
// deal.II's own parser stops with a stack of text and no suggestion; reading
// the entries here gives one clear message.
#include <rivlin/fe/parameter_text.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    std::string trimmed(const std::string &text)
    {
      const auto first = text.find_first_not_of(" \t\r");
      if (first == std::string::npos)
        return "";
      return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
    }

    std::string path_of(const std::vector<std::string> &sections)
    {
      std::string path;
      for (const std::string &section : sections)
        path += (path.empty() ? "" : "/") + section;
      return path;
    }

    bool is_entry(const Json &node)
    {
      return node.contains("pattern_description") &&
             node["pattern_description"].is_string();
    }

    /// `Unknown ... "x" in section "S" (place). Did you mean "y"?`
    [[noreturn]] void refuse_name(const std::string &kind,
                                  const std::string &name,
                                  const ParameterEntry &entry,
                                  const std::vector<std::string> &parents,
                                  const std::vector<std::string> &candidates)
    {
      std::string list;
      for (const std::string &candidate : candidates)
        list += (list.empty() ? "\"" : ", \"") + candidate + "\"";
      throw Error("Unknown " + kind + " \"" + name + "\"" +
                  (parents.empty()
                     ? std::string(" at the top level")
                     : " in section \"" + path_of(parents) + "\"") +
                  " (" + entry.place + ")." + did_you_mean(name, candidates) +
                  " Known here: " + (list.empty() ? "nothing" : list) + ".");
    }

    [[noreturn]] void refuse_value(const ParameterEntry &entry,
                                   const std::string &pattern)
    {
      std::string allowed         = pattern, suggestion;
      const std::string selection = "[Selection ";
      if (pattern.rfind(selection, 0) == 0)
        {
          std::vector<std::string> choices;
          std::istringstream text(
            pattern.substr(selection.size(),
                           pattern.size() - selection.size() - 1));
          for (std::string choice; std::getline(text, choice, '|');)
            choices.push_back(trimmed(choice));
          allowed = "one of";
          for (const std::string &choice : choices)
            allowed += " \"" + choice + "\"";
          suggestion = did_you_mean(entry.value, choices);
        }
      throw Error(
        "\"" + entry.value + "\" is not a valid value of \"" +
        (entry.sections.empty() ? "" : path_of(entry.sections) + "/") +
        entry.key + "\" (" + entry.place + ")." + suggestion +
        " Allowed: " + allowed + ".");
    }

    std::vector<std::string> names_in(const Json &node, const bool entries)
    {
      std::vector<std::string> names;
      for (const auto &[name, child] : node.items())
        if (is_entry(child) == entries)
          names.push_back(name);
      return names;
    }
  } // namespace

  std::vector<ParameterEntry> read_parameter_file(const std::string &path)
  {
    std::ifstream file(path);
    if (!file)
      throw Error("The parameter file \"" + path +
                  "\" cannot be read. Check the name and the permissions.");
    std::vector<ParameterEntry> entries;
    std::vector<std::string> sections;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
      {
        const std::string place = path + ", line " + std::to_string(number);
        for (line = trimmed(line); !line.empty() && line.back() == '\\';
             line = trimmed(line))
          {
            line.pop_back();
            std::string next;
            if (!std::getline(file, next))
              break;
            ++number;
            line += next;
          }
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty())
          continue;
        std::istringstream words(line);
        std::string first;
        words >> first;
        const std::string rest = trimmed(line.substr(first.size()));
        if (first == "subsection" && !rest.empty())
          {
            sections.push_back(rest);
            entries.push_back({sections, "", "", place});
          }
        else if (first == "end" && rest.empty())
          {
            if (sections.empty())
              throw Error("\"end\" without \"subsection\" (" + place +
                          "). Remove it.");
            sections.pop_back();
          }
        else if (first == "set" && rest.find('=') != std::string::npos)
          {
            const auto equals = rest.find('=');
            entries.push_back({sections,
                               trimmed(rest.substr(0, equals)),
                               trimmed(rest.substr(equals + 1)),
                               place});
          }
        else
          throw Error("\"" + line + "\" is not understood (" + place +
                      "). A line is \"subsection Name\", \"set Name = value\", "
                      "\"end\" or a comment after #.");
      }
    if (!sections.empty())
      throw Error("Section \"" + path_of(sections) + "\" of " + path +
                  " has no \"end\". Add it.");
    return entries;
  }

  ParameterEntry parse_override(const std::string &text)
  {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error("--set \"" + text +
                  "\" is not understood. Write --set \"Section/Key=value\".");
    ParameterEntry entry;
    std::istringstream path(text.substr(0, equals));
    for (std::string part; std::getline(path, part, '/');)
      entry.sections.push_back(trimmed(part));
    entry.key = entry.sections.back();
    entry.sections.pop_back();
    entry.value = trimmed(text.substr(equals + 1));
    entry.place = "--set";
    return entry;
  }

  std::vector<std::string>
  section_names(const std::vector<ParameterEntry> &entries,
                const std::string &section)
  {
    std::vector<std::string> names;
    for (const ParameterEntry &entry : entries)
      if (entry.sections.size() >= 2 && entry.sections[0] == section &&
          std::find(names.begin(), names.end(), entry.sections[1]) ==
            names.end())
        names.push_back(entry.sections[1]);
    return names;
  }

  std::set<std::string> given_keys(const std::vector<ParameterEntry> &entries)
  {
    std::set<std::string> keys;
    for (const ParameterEntry &entry : entries)
      if (!entry.key.empty())
        keys.insert(
          (entry.sections.empty() ? "" : path_of(entry.sections) + "/") +
          entry.key);
    return keys;
  }

  void apply_entries(const std::vector<ParameterEntry> &entries,
                     dealii::ParameterHandler &declared)
  {
    std::ostringstream text;
    declared.print_parameters(text,
                              dealii::ParameterHandler::JSON |
                                dealii::ParameterHandler::KeepDeclarationOrder);
    const Json tree = Json::parse(text.str());
    for (const ParameterEntry &entry : entries)
      {
        const Json *node = &tree;
        std::vector<std::string> parents;
        for (const std::string &section : entry.sections)
          {
            if (!node->contains(section) || is_entry((*node)[section]))
              refuse_name(
                "section", section, entry, parents, names_in(*node, false));
            node = &(*node)[section];
            parents.push_back(section);
          }
        if (entry.key.empty())
          continue;
        if (!node->contains(entry.key) || !is_entry((*node)[entry.key]))
          refuse_name(
            "parameter", entry.key, entry, parents, names_in(*node, true));
        for (const std::string &section : entry.sections)
          declared.enter_subsection(section);
        try
          {
            declared.set(entry.key, entry.value);
          }
        catch (const std::exception &)
          {
            refuse_value(
              entry,
              (*node)[entry.key]["pattern_description"].get<std::string>());
          }
        for (std::size_t i = 0; i < entry.sections.size(); ++i)
          declared.leave_subsection();
      }
  }
} // namespace rivlin
