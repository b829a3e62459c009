// SPDX-License-Identifier: Apache-2.0
// A handler may do next to nothing: it notes the signal.
#include <rivlin/base/interruption.h>

#include <rivlin/base/number_text.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

namespace rivlin
{
  namespace
  {
    // Handlers have no other way to tell what they saw.
    std::atomic<int> noted_stop        = 0;
    std::atomic<bool> noted_checkpoint = false;
    std::atomic<bool> tells_of_signals = false;
    static_assert(std::atomic<int>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free);

    void note_signal(const int signal)
    {
      if (signal == SIGUSR1)
        {
          noted_checkpoint = true;
          return;
        }
      int none = 0;
      if (noted_stop.compare_exchange_strong(none, signal))
        {
          if (!tells_of_signals)
            return;
          const char *text =
            "\nStopping after this step. A second signal stops at once.\n";
          [[maybe_unused]] const ssize_t n =
            write(STDERR_FILENO, text, std::strlen(text));
          return;
        }
      // As if nobody had listened; it is delivered when the handler returns.
      std::signal(signal, SIG_DFL);
      raise(signal);
    }
  } // namespace

  void listen_to_signals(const bool tells)
  {
    tells_of_signals        = tells && isatty(STDERR_FILENO) == 1;
    struct sigaction action = {};
    action.sa_handler       = note_signal;
    // System calls that the signal meets go on.
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1})
      sigaction(signal, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);
  }

  int stop_signal()
  {
    return noted_stop;
  }

  bool take_checkpoint_wish()
  {
    return noted_checkpoint.exchange(false);
  }

  std::string signal_name(const int signal)
  {
    if (signal == SIGINT)
      return "SIGINT";
    if (signal == SIGTERM)
      return "SIGTERM";
    return "signal " + number_text(signal);
  }

  void stop_if_asked(const std::string &what)
  {
    if (const int signal = stop_signal(); signal != 0)
      throw Interrupted("Interrupted by " + signal_name(signal) + ". " + what,
                        signal);
  }
} // namespace rivlin
