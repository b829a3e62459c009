// SPDX-License-Identifier: Apache-2.0
// Command line of a subcommand: one file, options with and without value.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rivlin
{
  struct Arguments
  {
    std::vector<std::string> positional;
    std::map<std::string, std::vector<std::string>> values;
    std::set<std::string> flags;
  };

  /// Split arguments. `with_value` and `flags` are the known options; an
  /// unknown one is an Error that names the nearest. Values are not empty and
  /// do not look like options; only --set may be repeated.
  Arguments parse_arguments(const std::vector<std::string> &arguments,
                            const std::vector<std::string> &with_value,
                            const std::vector<std::string> &flags);

  /// The one positional argument, e.g. "CASE.prm"; Error if there is not one.
  std::string single_file(const Arguments &arguments, const std::string &what);
} // namespace rivlin
