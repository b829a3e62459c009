// SPDX-License-Identifier: Apache-2.0
// The lines of a parameter file.
#include <rivlin/cases/parameter_text.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/base/text_file.h>
#include <rivlin/base/whole_file.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string_view>

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

    /// Throws Error for files of another kind, which are easily confused.
    void refuse_other_kinds(const std::string &content, const std::string &path)
    {
      const std::string_view begin =
        trimmed(std::string_view(content).substr(0, 4096));
      std::string kind;
      if (content.find('\0') != std::string::npos &&
          content.find("rivlin reduced model ") != std::string::npos)
        kind =
          "a reduced model. \"rivlin predict\" runs it, \"rivlin info\" "
          "says what it is";
      else if (begin.starts_with("$MeshFormat") || begin.starts_with('*'))
        kind =
          "a mesh. \"rivlin mesh\" shows it; a case names it with "
          "\"Mesh/Type = file\" and \"Mesh/File\"";
      if (!kind.empty())
        throw Error(in_quotes(path) + " is not a parameter file but " + kind +
                    ".");
    }

    std::string read_text(const std::string &path)
    {
      std::error_code ignored;
      if (std::filesystem::is_directory(path, ignored))
        throw Error("The parameter file " + in_quotes(path) +
                    " cannot be read: it is a folder. Name a file in it.");
      if (!std::filesystem::exists(path, ignored))
        throw Error("The parameter file " + in_quotes(path) +
                    " cannot be read. Check the name and the permissions.");
      const std::string content = read_whole_file(path);
      refuse_other_kinds(content, path);
      return std::string(
        text_of(content, path, "Give a parameter file, which is text."));
    }

    /// Throws Error if an entry before has the same key in the same section.
    void refuse_second(const ParameterEntry &entry,
                       std::map<std::string, std::string> &places)
    {
      const std::string key =
        (entry.sections.empty() ? "" : path_of(entry.sections) + "/") +
        entry.key;
      const auto [first, is_new] = places.try_emplace(key, entry.place);
      if (!is_new)
        throw Error(in_quotes(key) + " is given twice (" + first->second +
                    ", and " + entry.place + "). Remove one of them.");
    }
  } // namespace

  std::vector<ParameterEntry> read_parameter_file(const std::string &path)
  {
    std::istringstream file(read_text(path));
    // Else memory that runs out in getline() would be the end of the file.
    file.exceptions(std::ios::badbit);
    std::vector<ParameterEntry> entries;
    std::map<std::string, std::string> places; // of keys
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
        const std::string first(split_words(line).front());
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
        else if (first == "set" && rest.find('=') != std::string::npos &&
                 rest.find('=') != 0)
          {
            const auto equals = rest.find('=');
            entries.push_back({sections,
                               std::string(trimmed(rest.substr(0, equals))),
                               std::string(trimmed(rest.substr(equals + 1))),
                               place});
            refuse_second(entries.back(), places);
          }
        else
          throw Error(in_quotes(line, 60) + " is not understood (" + place +
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
    ParameterEntry entry;
    for (const std::string_view part :
         split(std::string_view(text).substr(0, equals), '/'))
      entry.sections.emplace_back(part);
    if (equals == std::string::npos || entry.sections.empty() ||
        std::find(entry.sections.begin(), entry.sections.end(), "") !=
          entry.sections.end())
      throw Error("--set " + in_quotes(text) +
                  " is not understood: a name or \"=\" is missing. Write --set "
                  "\"Section/Key=value\".");
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
