// SPDX-License-Identifier: Apache-2.0
// The subcommands of the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rivlin
{
  struct Command
  {
    std::string name;
    std::string usage;
    std::string purpose;
    std::string help;
    std::function<void(const std::vector<std::string> &arguments)> run;
    /// Needs a fast BLAS; commands that only read and print do not.
    bool computes = true;
    /// Asks for signals between its steps, so that they are not deadly.
    bool listens = false;
  };

  std::vector<Command> all_commands();

  Command simulate_command();
  Command check_command();
  Command parameters_command();
  Command mesh_command();
  Command train_command();
  Command predict_command();
  Command info_command();
  Command export_command();
  Command verify_command();
} // namespace rivlin
