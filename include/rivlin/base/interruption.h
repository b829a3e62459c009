// SPDX-License-Identifier: Apache-2.0
// Signals as wishes that a computation asks for between its steps.
#pragma once

#include <stdexcept>
#include <string>

namespace rivlin
{
  /// A signal asked to stop; what there was is written. Exit code 128 + the
  /// number of the signal, as shells have it.
  class Interrupted : public std::runtime_error
  {
  public:
    Interrupted(const std::string &message, const int signal_number)
      : std::runtime_error(message)
      , signal(signal_number)
    {}

    int signal;
  };

  /// From now on the first SIGINT or SIGTERM is a wish to stop; the second one
  /// ends the process at once. SIGUSR1 is a wish for a checkpoint. Writing
  /// beyond a limit of the file size is an error of the write, not the end
  /// (SIGXFSZ). With `tells`, a terminal on standard error is told that the
  /// step will be finished first. For programs whose computation asks
  /// stop_signal(); a library must leave signals to its program.
  void listen_to_signals(bool tells);

  /// The signal that asked this process to stop; 0: none.
  int stop_signal();

  /// Whether a checkpoint was asked for since this was called last.
  bool take_checkpoint_wish();

  /// "SIGINT", for messages.
  std::string signal_name(int signal);

  /// Throws Interrupted if there was a wish to stop. `what` says what is kept
  /// and how to go on.
  void stop_if_asked(const std::string &what);
} // namespace rivlin
