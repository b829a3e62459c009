// SPDX-License-Identifier: Apache-2.0
// rivlin verify.
#include "arguments.h"
#include "commands.h"

#include <rivlin/benchmarks/verification.h>

#include <iostream>

namespace rivlin
{
  Command verify_command()
  {
    std::string names;
    for (const std::string &name : verification_names())
      names += "\n  " + name;
    return {"verify",
            "verify [NAME...] [--output DIR]",
            "benchmark problems: order and error tables of integrator x system",
            "Runs the named studies, or all of them:" + names +
              "\nWith --output the tables are also written to DIR/verify.csv.",
            [](const std::vector<std::string> &words) {
              Arguments arguments = parse_arguments(words, {"--output"}, {});
              const auto &output  = arguments.values["--output"];
              run_verification(arguments.positional,
                               output.empty() ? "" : output.back(),
                               std::cout);
            }};
  }
} // namespace rivlin
