// SPDX-License-Identifier: Apache-2.0
// One line on a terminal, some lines in a file.
#include <rivlin/base/progress_line.h>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    // Faster than this nobody reads, and slow terminals would brake the run.
    constexpr double seconds_between_terminal_updates = 0.1;
    // So that a file shows that a run with long steps is alive.
    constexpr double seconds_between_plain_lines = 10;

    /// Width of a terminal; zero for files, and for the terminals without a
    /// screen that mpirun puts between its processes and where its output goes.
    int n_columns(const int file_descriptor)
    {
      winsize size{};
      return ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    }

    std::string duration_text(const double seconds)
    {
      const long long s = std::llround(seconds);
      return s < 3600
               ? fmt::format("{}:{:02}", s / 60, s % 60)
               : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    }
  } // namespace

  ProgressStyle progress_style(const int file_descriptor)
  {
    return isatty(file_descriptor) == 1 && n_columns(file_descriptor) > 0
             ? ProgressStyle::terminal
             : ProgressStyle::plain;
  }

  int terminal_width(const int file_descriptor)
  {
    const int width = n_columns(file_descriptor);
    return width > 0 ? width : 80;
  }

  ProgressLine::ProgressLine(std::ostream &target,
                             const ProgressStyle how,
                             const double run_start,
                             const double run_end,
                             const int line_width,
                             Clock wall_clock)
    : stream(target)
    , style(how)
    , start_time(run_start)
    , end_time(run_end)
    , width(std::max(line_width, 2))
    , clock(std::move(wall_clock))
    , begin(clock())
  {}

  ProgressLine::~ProgressLine()
  {
    finish();
  }

  double ProgressLine::steady_seconds()
  {
    return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
  }

  double ProgressLine::percent() const
  {
    const double span = end_time - start_time;
    const double done = span > 0 ? (last.time - start_time) / span : 1;
    return 100 * std::clamp(done, 0., 1.);
  }

  std::string ProgressLine::text() const
  {
    std::string result = fmt::format(
      "t = {:.6g} s  h = {:.3g} s  Newton {}  rejected {}  {:.0f} %",
      last.time,
      last.step_size,
      last.n_newton_iterations,
      last.n_rejected_steps,
      std::floor(percent()));
    // Without progress there is nothing to extrapolate.
    if (percent() > 0)
      result += "  remaining " +
                duration_text((clock() - begin) * (100 / percent() - 1));
    return result;
  }

  void ProgressLine::update(const Progress &progress)
  {
    last    = progress;
    pending = true;
    if (style == ProgressStyle::quiet)
      return;
    const double since_last = clock() - last_shown;
    const bool is_due =
      last_percent < 0 || (style == ProgressStyle::terminal
                             ? since_last >= seconds_between_terminal_updates
                             : std::floor(percent()) > last_percent ||
                                 since_last >= seconds_between_plain_lines);
    if (is_due)
      show();
  }

  void ProgressLine::show()
  {
    if (style == ProgressStyle::terminal)
      {
        // A line as wide as the terminal would wrap, and scroll.
        erase();
        stream << text().substr(0, width - 1) << std::flush;
        line_is_open = true;
      }
    else
      stream << text() << '\n' << std::flush;
    last_shown   = clock();
    last_percent = static_cast<int>(percent());
    pending      = false;
  }

  void ProgressLine::erase()
  {
    // Back to the first letter, erase to the end of the line (ECMA-48, EL).
    if (line_is_open)
      stream << "\r\033[K";
    line_is_open = false;
  }

  void ProgressLine::print(const std::string &message)
  {
    if (style == ProgressStyle::quiet)
      return;
    const bool was_open = line_is_open;
    erase();
    stream << message << '\n' << std::flush;
    if (was_open)
      show();
  }

  void ProgressLine::finish()
  {
    if (style == ProgressStyle::quiet)
      return;
    if (pending)
      show();
    if (line_is_open)
      stream << '\n' << std::flush;
    line_is_open = false;
  }
} // namespace rivlin
