// SPDX-License-Identifier: Apache-2.0
// Clocks of the standard library; memory as the operating system counts it.
#include <rivlin/base/timer.h>

#include <sys/resource.h>

#include <algorithm>

namespace rivlin
{
  StopWatch::StopWatch()
    : wall_start(std::chrono::steady_clock::now())
    , cpu_start(std::clock())
  {}

  Seconds StopWatch::elapsed() const
  {
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                          wall_start)
              .count(),
            static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC};
  }

  Timer::Section::Section(Timer &owner, const std::string_view name)
    : timer(owner)
  {
    auto &all = timer.all;
    entry     = std::find_if(all.begin(),
                         all.end(),
                         [&](const Entry &e) { return e.name == name; }) -
            all.begin();
    if (entry == all.size())
      all.push_back({std::string(name), {}, 0});
    watch = StopWatch();
  }

  Timer::Section::~Section()
  {
    const Seconds elapsed = watch.elapsed();
    timer.all[entry].seconds.wall += elapsed.wall;
    timer.all[entry].seconds.cpu += elapsed.cpu;
    ++timer.all[entry].n_calls;
  }

  Seconds Timer::seconds(const std::string_view name) const
  {
    for (const Entry &candidate : all)
      if (candidate.name == name)
        return candidate.seconds;
    return {};
  }

  long long peak_memory()
  {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024LL * usage.ru_maxrss; // Linux counts kilobytes
  }
} // namespace rivlin
