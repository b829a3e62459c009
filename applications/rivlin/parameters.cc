// SPDX-License-Identifier: Apache-2.0
// rivlin parameters.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/fe/case_parameters.h>

#include <iostream>

namespace rivlin
{
  Command parameters_command()
  {
    return {"parameters",
            "parameters [--markdown]",
            "every parameter: section, default, range, meaning",
            "With --markdown as a page (doc/parameters.md).",
            [](const std::vector<std::string> &words) {
              const Arguments arguments =
                parse_arguments(words, {}, {"--markdown"});
              if (!arguments.positional.empty())
                throw Error("rivlin parameters takes no file; it got \"" +
                            arguments.positional[0] + "\".");
              print_parameters(std::cout,
                               arguments.flags.count("--markdown") > 0);
            }};
  }
} // namespace rivlin
