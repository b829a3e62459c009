// SPDX-License-Identifier: Apache-2.0
// deal.II's own parser stops with a stack of text and no suggestion; reading
// the entries here gives one clear message.
#include <rivlin/cases/parameter_text.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <cmath>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    const std::string override_place = "--set";

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

    /// The choices of deal.II's "[Selection a|b ]"; empty for other patterns.
    std::vector<std::string> choices_in(const std::string &pattern)
    {
      const std::string selection = "[Selection ";
      std::vector<std::string> choices;
      if (pattern.rfind(selection, 0) == 0)
        {
          std::istringstream text(
            pattern.substr(selection.size(),
                           pattern.size() - selection.size() - 1));
          for (std::string choice; std::getline(text, choice, '|');)
            choices.push_back(trimmed(choice));
        }
      return choices;
    }

    [[noreturn]] void refuse_value(const ParameterEntry &entry,
                                   const std::string &pattern)
    {
      const std::vector<std::string> choices = choices_in(pattern);
      const std::string suggestion =
        choices.empty() ? "" : did_you_mean(entry.value, choices);
      throw Error(
        "\"" + entry.value + "\" is not a valid value of \"" +
        (entry.sections.empty() ? "" : path_of(entry.sections) + "/") +
        entry.key + "\" (" + entry.place + ")." + suggestion +
        " Allowed: " + readable_range(pattern) + ".");
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

  std::vector<std::pair<std::string, std::string>>
  parameter_texts(const dealii::ParameterHandler &prm)
  {
    std::ostringstream json;
    prm.print_parameters(json,
                         dealii::ParameterHandler::JSON |
                           dealii::ParameterHandler::KeepDeclarationOrder);
    std::vector<std::pair<std::string, std::string>> texts;
    const std::function<void(const nlohmann::ordered_json &,
                             const std::string &)>
      collect =
        [&](const nlohmann::ordered_json &node, const std::string &path) {
          for (const auto &[name, entry] : node.items())
            {
              const std::string key = path.empty() ? name : path + "/" + name;
              if (entry.contains("pattern_description") &&
                  entry["pattern_description"].is_string())
                texts.push_back({key, entry["value"].get<std::string>()});
              else if (entry.is_object()) // an empty section is a text
                collect(entry, key);
            }
        };
    collect(nlohmann::ordered_json::parse(json.str()), "");
    return texts;
  }

  std::string readable_range(const std::string &pattern)
  {
    if (const auto choices = choices_in(pattern); !choices.empty())
      {
        std::string list;
        for (const std::string &choice : choices)
          list += (list.empty() ? "" : ", ") + choice;
        return list;
      }
    if (pattern == "[Anything]")
      return "text";
    if (pattern == "[Bool]")
      return "true, false";
    // "[Double 0...MAX_DOUBLE (inclusive)]", "[Integer range 1...4
    // (inclusive)]"
    const bool whole       = pattern.rfind("[Integer", 0) == 0;
    const std::string kind = whole ? "whole number" : "number";
    const auto dots        = pattern.find("...");
    if (dots == std::string::npos)
      return kind;
    const auto first      = pattern.rfind(' ', dots) + 1;
    const std::string low = pattern.substr(first, dots - first);
    const std::string high =
      pattern.substr(dots + 3, pattern.find(' ', dots) - dots - 3);
    if (low.rfind("-MAX", 0) == 0)
      return kind;
    if (high.rfind("MAX", 0) == 0)
      return kind + ", " + low + " or more";
    return kind + " from " + low + " to " + high;
  }

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
    entry.place = override_place;
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
    // Sections whose choice the command line replaced, e.g. the law of a
    // material: the constants of the old choice in the file do not count.
    std::set<std::string> rechosen;
    for (const ParameterEntry &entry : entries)
      if (entry.place == override_place &&
          (entry.key == "Law" || entry.key == "Type" ||
           entry.key == "Volumetric law" || entry.key == "Dimension"))
        rechosen.insert(path_of(entry.sections));
    const auto counts = [&](const ParameterEntry &entry) {
      return entry.place == override_place ||
             (rechosen.count("") == 0 &&
              rechosen.count(path_of(entry.sections)) == 0);
    };
    std::set<std::string> keys;
    for (const ParameterEntry &entry : entries)
      if (!entry.key.empty() && counts(entry))
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

  std::vector<double> parse_numbers(const std::string &text,
                                    const std::string &what)
  {
    std::string spaced = text;
    for (char &c : spaced)
      if (c == ',')
        c = ' ';
    std::istringstream words(spaced);
    std::vector<double> numbers;
    for (std::string word; words >> word;)
      {
        std::size_t used = 0;
        double value     = 0;
        try
          {
            value = std::stod(word, &used);
          }
        catch (const std::exception &)
          {
            used = 0;
          }
        if (used != word.size() || !std::isfinite(value))
          throw Error(what + " is \"" + text + "\": \"" + word +
                      "\" is not a finite number.");
        numbers.push_back(value);
      }
    return numbers;
  }

  template <int dim>
  dealii::Point<dim> parse_point(const std::string &text,
                                 const std::string &what)
  {
    const std::vector<double> numbers = parse_numbers(text, what);
    if (numbers.size() != dim)
      throw Error(what + " is \"" + text + "\": it needs " +
                  std::to_string(dim) + " numbers in " + std::to_string(dim) +
                  "D, it has " + std::to_string(numbers.size()) + ".");
    dealii::Point<dim> point;
    for (int d = 0; d < dim; ++d)
      point[d] = numbers[d];
    return point;
  }

  template dealii::Point<2> parse_point(const std::string &,
                                        const std::string &);
  template dealii::Point<3> parse_point(const std::string &,
                                        const std::string &);
} // namespace rivlin
