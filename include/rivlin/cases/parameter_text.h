// SPDX-License-Identifier: Apache-2.0
// Parameter files as text: entries with their place, and overrides.
#pragma once

#include <string>
#include <vector>

namespace rivlin
{
  /// One `set Key = value` with the sections around it and where it stands.
  struct ParameterEntry
  {
    std::vector<std::string> sections;
    std::string key;
    std::string value;
    std::string place;        ///< "case.prm, line 7" or "--set"
    bool is_override = false; ///< of the command line
  };

  /// Sections, keys and values of a parameter file in deal.II's syntax
  /// (subsection, set, end, #, backslash at the end of a line). Also the empty
  /// sections are listed, with an empty key. Throws Error with file and line.
  std::vector<ParameterEntry> read_parameter_file(const std::string &path);

  /// "Section/Sub/Key=value" of the command line.
  ParameterEntry parse_override(const std::string &text);

  /// Names of the sections directly below `section` in the entries, in order:
  /// the supports, loads or regions that the user named.
  std::vector<std::string>
  section_names(const std::vector<ParameterEntry> &entries,
                const std::string &section);
} // namespace rivlin
