// SPDX-License-Identifier: Apache-2.0
// The lines of a parameter file.
#include <rivlin/cases/parameter_text.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    /// More levels than any schema has, so that an unknown section of a sound
    /// file is told by its name.
    constexpr std::size_t deepest = 16;

    std::string path_of(const std::vector<std::string> &sections)
    {
      return joined(sections, "/");
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
        const std::string place = path + ", line " + number_text(number);
        for (line = std::string(trimmed(line));
             !line.empty() && line.back() == '\\';
             line = std::string(trimmed(line)))
          {
            line.pop_back();
            std::string next;
            if (!std::getline(file, next))
              break;
            ++number;
            line += next;
          }
        line = std::string(trimmed(line.substr(0, line.find('#'))));
        if (line.empty())
          continue;
        std::istringstream words(line);
        std::string first;
        words >> first;
        const std::string rest(
          trimmed(std::string_view(line).substr(first.size())));
        if (first == "subsection" && !rest.empty())
          {
            // Every entry holds its path: without a bound, files of some
            // kilobytes take gigabytes.
            if (sections.size() == deepest)
              throw Error("Section \"" + rest + "\" lies more than " +
                          number_text(deepest) + " sections deep (" + place +
                          "). Sections have at most three levels; is an "
                          "\"end\" missing?");
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
                               std::string(trimmed(rest.substr(0, equals))),
                               std::string(trimmed(rest.substr(equals + 1))),
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
      entry.sections.emplace_back(trimmed(part));
    entry.key = entry.sections.back();
    entry.sections.pop_back();
    entry.value       = std::string(trimmed(text.substr(equals + 1)));
    entry.place       = "--set";
    entry.is_override = true;
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
} // namespace rivlin
