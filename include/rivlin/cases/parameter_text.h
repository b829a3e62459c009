// SPDX-License-Identifier: Apache-2.0
// Parameter files as text: entries with their place, overrides, and the check
// of each entry against what was declared.
#pragma once

#include <deal.II/base/parameter_handler.h>
#include <deal.II/base/point.h>

#include <iosfwd>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// One `set Key = value` with the sections around it and where it stands.
  struct ParameterEntry
  {
    std::vector<std::string> sections;
    std::string key;
    std::string value;
    std::string place; ///< "case.prm, line 7" or "--set"
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

  /// Put the entries into the declared parameters. An unknown section or key
  /// and a value out of its range throw Error: place, what is allowed, and the
  /// nearest name.
  void apply_entries(const std::vector<ParameterEntry> &entries,
                     dealii::ParameterHandler &declared);

  /// Which keys the user wrote, "Section/Sub/Key", to find those that the
  /// choices made do not use. Entries of the file are left out in sections
  /// whose choice (law, type) the command line replaced.
  std::set<std::string> given_keys(const std::vector<ParameterEntry> &entries);

  /// Every declared parameter, "Section/Sub/Key", with its text, in the order
  /// of declaration.
  std::vector<std::pair<std::string, std::string>>
  parameter_texts(const dealii::ParameterHandler &prm);

  /// Numbers separated by commas or blanks; Error if there is anything else.
  std::vector<double> parse_numbers(const std::string &text,
                                    const std::string &what);

  /// As many numbers as the space has dimensions.
  template <int dim>
  dealii::Point<dim> parse_point(const std::string &text,
                                 const std::string &what);

  /// Every declared parameter with section, default, range and meaning, as text
  /// or as Markdown.
  void print_reference(std::ostream &out,
                       const dealii::ParameterHandler &prm,
                       bool markdown);

  /// deal.II's description of a range in words: "number, 0 or more".
  std::string readable_range(const std::string &pattern);
} // namespace rivlin
