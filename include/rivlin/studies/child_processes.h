// SPDX-License-Identifier: Apache-2.0
// Several programs at once, each a process of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rivlin
{
  /// How a process ended.
  struct ProcessEnd
  {
    int exit_code = 0;  ///< 128 + the signal that ended it
    std::string errors; ///< what it wrote to standard error
  };

  /// Starts the program with each list of arguments, at most `n_at_once` at a
  /// time, and waits for all that were started. They have the environment that
  /// this program was started with, so that MPI does not take them for parts of
  /// this one, write nothing to the screen, and end with this one. `begins` and
  /// `ends` are told the number of the list; if `ends` returns false no further
  /// ones are started. Signals that ask to stop or for a checkpoint are passed
  /// on (base/interruption.h). Throws Error if a process cannot be started.
  void run_processes(
    const std::filesystem::path &program,
    const std::vector<std::vector<std::string>> &arguments,
    int n_at_once,
    const std::function<void(std::size_t)> &begins,
    const std::function<bool(std::size_t, const ProcessEnd &)> &ends);
} // namespace rivlin
