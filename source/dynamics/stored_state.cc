// SPDX-License-Identifier: Apache-2.0
// States to containers and back; kinds are written, never guessed.
#include <rivlin/dynamics/stored_state.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace rivlin
{
  namespace
  {
    ContainerArray array_of(const Vector &x)
    {
      return ContainerArray::row(std::vector<double>(x.begin(), x.end()));
    }

    Vector vector_of(const Container &container, const std::string &name)
    {
      const std::vector<double> &x = container.numbers(name);
      return Eigen::Map<const Vector>(x.data(),
                                      static_cast<Eigen::Index>(x.size()));
    }

    std::string array_name(const MemoryEntry &entry)
    {
      return "memory: " + entry.name;
    }

    std::string array_name(const PointVariables &variables)
    {
      return "points: " + variables.name;
    }

    void require_line(const std::string &name)
    {
      if (name.empty() || name.find('\n') != std::string::npos)
        throw std::logic_error("\"" + name + "\" is no name of a vector.");
    }

    [[noreturn]] void fail(const std::string_view what)
    {
      throw Error(
        message("The stored state is damaged or of another version: "
                "it has ",
                what,
                "."));
    }

    /// What stands before the separator; the rest stays.
    std::string_view cut_off(std::string_view &rest, const char separator)
    {
      const std::size_t end = std::min(rest.find(separator), rest.size());
      const std::string_view result = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      return result;
    }

    int count_of(const std::string_view word, const std::string_view line)
    {
      int count       = 0;
      const char *end = word.data() + word.size();
      if (std::from_chars(word.data(), end, count).ptr != end || count < 1)
        fail(line);
      return count;
    }
  } // namespace

  std::string layout_text(const State &state)
  {
    std::string text;
    for (const MemoryEntry &entry : state.memory)
      {
        require_line(entry.name);
        text += message("memory ", name_of(entry.kind), ' ', entry.name, '\n');
      }
    for (const PointVariables &variables : state.points)
      {
        require_line(variables.name);
        text += message("points ",
                        name_of(variables.kind),
                        ' ',
                        variables.n_points,
                        ' ',
                        variables.n_components,
                        ' ',
                        variables.name,
                        '\n');
      }
    return text;
  }

  State parse_layout(const std::string_view text)
  {
    State state;
    std::string_view rest = text;
    while (!rest.empty())
      {
        const std::string_view line = cut_off(rest, '\n');
        std::string_view words      = line;
        const std::string_view what = cut_off(words, ' '),
                               kind = cut_off(words, ' ');
        if (what == "memory")
          state.memory.push_back({{}, memory_kind(kind), {}});
        else if (what == "points")
          {
            PointVariables variables;
            variables.kind         = point_kind(kind);
            variables.n_points     = count_of(cut_off(words, ' '), line);
            variables.n_components = count_of(cut_off(words, ' '), line);
            state.points.push_back(variables);
          }
        else
          fail(line);
        if (words.empty())
          fail(line);
        (what == "memory" ? state.memory.back().name
                          : state.points.back().name) = words;
      }
    return state;
  }

  void put_state(const State &state, Container &container)
  {
    container.metadata["layout"] = layout_text(state);
    auto &arrays                 = container.arrays;
    arrays["time"] =
      array_of(Vector{{state.time, state.next_step, state.point_time}});
    arrays["q"]      = array_of(state.q);
    arrays["v"]      = array_of(state.v);
    arrays["a"]      = array_of(state.a);
    arrays["lambda"] = array_of(state.lambda);
    for (const MemoryEntry &entry : state.memory)
      arrays[array_name(entry)] = array_of(entry.values);
    for (const PointVariables &variables : state.points)
      arrays[array_name(variables)] = array_of(variables.values);
  }

  State get_state(const Container &container)
  {
    State state        = parse_layout(container.text("layout"));
    const Vector times = vector_of(container, "time");
    if (times.size() != 3)
      fail(message(times.size(), " times instead of 3"));
    state.time       = times[0];
    state.next_step  = times[1];
    state.point_time = times[2];
    state.q          = vector_of(container, "q");
    state.v          = vector_of(container, "v");
    state.a          = vector_of(container, "a");
    state.lambda     = vector_of(container, "lambda");
    for (MemoryEntry &entry : state.memory)
      entry.values = vector_of(container, array_name(entry));
    for (PointVariables &variables : state.points)
      {
        variables.values = vector_of(container, array_name(variables));
        const long width = long(variables.n_points) * variables.n_components;
        if (variables.values.size() % width != 0)
          fail(message(variables.values.size(),
                       " values at points \"",
                       variables.name,
                       "\", ",
                       width,
                       " each"));
      }
    return state;
  }
} // namespace rivlin
