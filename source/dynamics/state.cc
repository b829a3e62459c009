// SPDX-License-Identifier: Apache-2.0
// Copies of parts of states, and the names of their kinds.
#include <rivlin/dynamics/state.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  namespace
  {
    constexpr std::array<std::string_view, 4> memory_names = {"position",
                                                              "velocity",
                                                              "multiplier",
                                                              "numbers"};
    constexpr std::array<std::string_view, 3> point_names  = {"cell",
                                                              "face",
                                                              "sampled"};

    template <class Kind, std::size_t n>
    Kind find(const std::array<std::string_view, n> &names,
              const std::string_view name,
              const std::string_view what)
    {
      for (std::size_t i = 0; i < n; ++i)
        if (names[i] == name)
          return static_cast<Kind>(i);
      throw Error(message("\"",
                          name,
                          "\" is no kind of ",
                          what,
                          ": the file is of another version."));
    }

    std::string description(const MemoryEntry &entry)
    {
      return message("\"",
                     entry.name,
                     "\" (",
                     name_of(entry.kind),
                     ", ",
                     entry.values.size(),
                     " numbers)");
    }

    std::string description(const PointVariables &variables)
    {
      return message("\"",
                     variables.name,
                     "\" (",
                     name_of(variables.kind),
                     ", ",
                     variables.n_points,
                     " x ",
                     variables.n_components,
                     ", ",
                     variables.values.size(),
                     " numbers)");
    }

    template <class Entry>
    std::string first_difference(const std::vector<Entry> &expected,
                                 const std::vector<Entry> &found)
    {
      for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i)
        {
          const std::string should =
            i < expected.size() ? description(expected[i]) : "nothing";
          const std::string is =
            i < found.size() ? description(found[i]) : "nothing";
          if (should != is)
            return is + " instead of " + should;
        }
      return {};
    }
  } // namespace

  void copy_motion(const State &from, State &to)
  {
    to.time   = from.time;
    to.q      = from.q;
    to.v      = from.v;
    to.a      = from.a;
    to.lambda = from.lambda;
  }

  void copy_points(const State &from, State &to)
  {
    to.points     = from.points;
    to.point_time = from.point_time;
  }

  void set_time(State &state, const double time)
  {
    state.time       = time;
    state.point_time = time;
  }

  std::string_view name_of(const MemoryKind kind)
  {
    return memory_names[static_cast<std::size_t>(kind)];
  }

  std::string_view name_of(const PointKind kind)
  {
    return point_names[static_cast<std::size_t>(kind)];
  }

  MemoryKind memory_kind(const std::string_view name)
  {
    return find<MemoryKind>(memory_names, name, "memory of an integrator");
  }

  PointKind point_kind(const std::string_view name)
  {
    return find<PointKind>(point_names, name, "points");
  }

  std::string layout_difference(const std::vector<MemoryEntry> &expected,
                                const std::vector<MemoryEntry> &found)
  {
    return first_difference(expected, found);
  }

  std::string layout_difference(const std::vector<PointVariables> &expected,
                                const std::vector<PointVariables> &found)
  {
    return first_difference(expected, found);
  }
} // namespace rivlin
