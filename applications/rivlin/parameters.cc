// SPDX-License-Identifier: Apache-2.0
// rivlin parameters.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/studies/training_plan.h>

#include <iostream>

namespace rivlin
{
  Command parameters_command()
  {
    return {
      "parameters",
      "parameters [--plan] [--markdown]",
      "every parameter: section, default, range, meaning",
      "--plan: those of training plans instead of cases. With --markdown as a page\n(doc/parameters.md, doc/plan_parameters.md).",
      [](const std::vector<std::string> &words) {
        const Arguments arguments =
          parse_arguments(words, {}, {"--markdown", "--plan"});
        if (!arguments.positional.empty())
          throw Error("rivlin parameters takes no file; it got \"" +
                      arguments.positional[0] + "\".");
        const bool markdown = arguments.flags.count("--markdown") > 0;
        if (arguments.flags.count("--plan") > 0)
          print_plan_parameters(std::cout, markdown);
        else
          print_parameters(std::cout, markdown);
      },
      false};
  }
} // namespace rivlin
