// SPDX-License-Identifier: Apache-2.0
// How far a run is, for people who watch it.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace rivlin
{
  enum class ProgressStyle
  {
    terminal, ///< one line that is overwritten
    plain,    ///< lines, at least one per percent or every ten seconds
    quiet     ///< nothing
  };

  /// The style for an open file: terminal or plain. Under mpirun it is plain,
  /// because nobody can tell where the output goes.
  ProgressStyle progress_style(int file_descriptor);

  /// Letters per line of a terminal; 80 if it does not tell.
  int terminal_width(int file_descriptor);

  /// What the line shows about the last step.
  struct Progress
  {
    double time             = 0; ///< [s]
    double step_size        = 0; ///< [s]
    int n_newton_iterations = 0; ///< of the last step
    int n_rejected_steps    = 0; ///< of the run
  };

  /// Time, step size, Newton iterations, rejected steps, percent and remaining
  /// time of a run from `start_time` to `end_time`.
  class ProgressLine
  {
  public:
    /// Wall clock in seconds; tests bring their own.
    using Clock = std::function<double()>;

    ProgressLine(std::ostream &stream,
                 ProgressStyle style,
                 double start_time,
                 double end_time,
                 int width   = 80,
                 Clock clock = steady_seconds);

    /// Ends the line (see finish()).
    ~ProgressLine();

    ProgressLine(const ProgressLine &)            = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// To be called after each step; shows as much as people can read.
    void update(const Progress &progress);

    /// Show a message of one line that stays, above the progress line.
    void print(const std::string &message);

    /// Show the last step and end the line; the next update begins a new one.
    void finish();

    static double steady_seconds();

  private:
    std::ostream &stream;
    ProgressStyle style;
    double start_time;
    double end_time;
    std::size_t width;
    Clock clock;
    double begin; ///< of the run, on the clock
    Progress last;
    bool pending      = false; ///< `last` was not shown
    bool line_is_open = false; ///< the cursor stands behind the line
    int last_percent  = -1;
    double last_shown = 0;

    double percent() const;
    std::string text() const;
    void show();
    void erase();
  };
} // namespace rivlin
