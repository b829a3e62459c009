// SPDX-License-Identifier: Apache-2.0
// Where the time of a run goes: seconds per named section.
#pragma once

#include <chrono>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  struct Seconds
  {
    double wall = 0;
    double cpu  = 0; ///< of all threads of this process
  };

  /// Seconds since it was made.
  class StopWatch
  {
  public:
    StopWatch();

    Seconds elapsed() const;

  private:
    std::chrono::steady_clock::time_point wall_start;
    std::clock_t cpu_start;
  };

  /// Collects the seconds spent in named sections. Sections may be nested; the
  /// time of an inner section counts for the outer one too.
  class Timer
  {
  public:
    struct Entry
    {
      std::string name;
      Seconds seconds;
      long n_calls = 0;
    };

    /// Counts from its construction to its destruction. The timer must live
    /// longer.
    class Section
    {
    public:
      Section(Timer &timer, std::string_view name);
      ~Section();

      Section(const Section &)            = delete;
      Section &operator=(const Section &) = delete;

    private:
      Timer &timer;
      std::size_t entry;
      StopWatch watch;
    };

    /// `const auto section = timer.section("assembly");`
    [[nodiscard]] Section section(std::string_view name)
    {
      return Section(*this, name);
    }

    /// In the order of first use.
    const std::vector<Entry> &entries() const
    {
      return all;
    }

    /// Zero if the section was never entered.
    Seconds seconds(std::string_view name) const;

    /// Since the timer was made.
    Seconds total() const
    {
      return watch.elapsed();
    }

  private:
    std::vector<Entry> all;
    StopWatch watch;
  };

  /// The largest memory this process ever occupied [byte].
  long long peak_memory();
} // namespace rivlin
