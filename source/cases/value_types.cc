// SPDX-License-Identifier: Apache-2.0
// Numbers, lists, names and channels as texts.
#include <rivlin/cases/value_types.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <charconv>
#include <cmath>

namespace rivlin
{
  namespace
  {
    std::vector<std::string_view> words_of(std::string &text)
    {
      std::replace(text.begin(), text.end(), ',', ' ');
      return split_words(text);
    }

    template <typename Number>
    std::optional<Number> parse_exactly(const std::string_view text)
    {
      const char *begin = text.data() + (text.starts_with('+') ? 1 : 0);
      const char *end   = text.data() + text.size();
      Number value      = 0;
      const auto result = std::from_chars(begin, end, value);
      if (result.ec != std::errc() || result.ptr != end)
        return {};
      return value;
    }

    std::vector<double> parse_numbers(std::string text)
    {
      std::vector<double> numbers;
      for (const std::string_view word : words_of(text))
        {
          const auto value = parse_exactly<double>(word);
          if (!value || !std::isfinite(*value))
            throw Error(in_quotes(word) + " is not a finite number.");
          numbers.push_back(*value);
        }
      return numbers;
    }

    std::string print_numbers(const std::vector<double> &numbers)
    {
      std::vector<std::string> words;
      for (const double value : numbers)
        words.push_back(number_text(value));
      return joined(words);
    }

    template <typename Number>
    std::string range_text(const std::string &kind,
                           const Number smallest,
                           const Number largest,
                           const std::string &low,
                           const std::string &high)
    {
      using Limits = std::numeric_limits<Number>;
      if (smallest == Limits::lowest())
        return kind;
      if (largest == Limits::max())
        return kind + ", " + low + " or more";
      return kind + " from " + low + " to " + high;
    }
  } // namespace

  ValueType<double> number(const double smallest, const double largest)
  {
    return {[=](const std::string &text) -> std::optional<double> {
              const auto value = parse_exactly<double>(text);
              if (!value || !(*value >= smallest && *value <= largest))
                return {};
              return value;
            },
            [](const double &value) { return number_text(value); },
            range_text("number",
                       smallest,
                       largest,
                       number_text(smallest),
                       number_text(largest))};
  }

  ValueType<int> whole_number(const int smallest, const int largest)
  {
    return {[=](const std::string &text) -> std::optional<int> {
              const auto value = parse_exactly<int>(text);
              if (!value || *value < smallest || *value > largest)
                return {};
              return value;
            },
            [](const int &value) { return number_text(value); },
            range_text("whole number",
                       smallest,
                       largest,
                       number_text(smallest),
                       number_text(largest))};
  }

  ValueType<bool> yes_or_no()
  {
    return one_of<bool>({{"true", true}, {"false", false}});
  }

  ValueType<std::string> any_text()
  {
    return {[](const std::string &text) { return std::optional(text); },
            [](const std::string &text) { return text; },
            "text"};
  }

  ValueType<std::vector<double>> number_list()
  {
    return {[](const std::string &text) {
              return std::optional(parse_numbers(text));
            },
            print_numbers,
            "numbers"};
  }

  ValueType<std::vector<std::vector<double>>> number_rows(const std::size_t n)
  {
    return {[n](const std::string &text) {
              std::vector<std::vector<double>> rows;
              for (const std::string_view part : split(text, ';'))
                {
                  rows.push_back(parse_numbers(std::string(part)));
                  if (rows.back().size() != n)
                    throw Error(message("the term ",
                                        in_quotes(part),
                                        " has ",
                                        rows.back().size(),
                                        " numbers instead of ",
                                        n,
                                        "."));
                }
              return std::optional(rows);
            },
            [](const std::vector<std::vector<double>> &rows) {
              std::string text;
              for (const auto &row : rows)
                text += (text.empty() ? "" : "; ") + print_numbers(row);
              return text;
            },
            "rows of " + number_text(n) + " numbers"};
  }

  ValueType<std::vector<std::string>> name_list()
  {
    return {[](const std::string &text) {
              std::vector<std::string> names;
              for (const std::string_view name : split(text, ','))
                if (!name.empty())
                  names.emplace_back(name);
              return std::optional(names);
            },
            [](const std::vector<std::string> &names) { return joined(names); },
            "names"};
  }

  ValueType<Channel> channel_in(const std::filesystem::path &directory)
  {
    return {[directory](const std::string &text) {
              return std::optional(Channel(text, directory));
            },
            [](const Channel &channel) { return channel.text(); },
            "channel"};
  }

  ValueType<std::array<bool, 3>> components()
  {
    return {[](const std::string &text) -> std::optional<std::array<bool, 3>> {
              if (text.empty() ||
                  text.find_first_not_of("xyz") != std::string::npos)
                throw Error(
                  "components are named by their letters, e.g. \"xy\".");
              std::array<bool, 3> named{};
              for (const char letter : text)
                named[letter - 'x'] = true;
              return named;
            },
            [](const std::array<bool, 3> &named) {
              std::string text;
              for (int i = 0; i < 3; ++i)
                if (named[i])
                  text += "xyz"[i];
              return text;
            },
            "letters of x, y, z"};
  }

  ValueType<std::array<bool, 6>> directions()
  {
    static const std::vector<std::string> names = {
      "x", "y", "z", "rx", "ry", "rz"};
    return {[](const std::string &text) -> std::optional<std::array<bool, 6>> {
              std::array<bool, 6> named{};
              std::string spaced = text;
              for (const std::string_view word : words_of(spaced))
                {
                  const auto found =
                    std::find(names.begin(), names.end(), word);
                  if (found == names.end())
                    throw Error(in_quotes(word) +
                                " is none of x y z rx ry rz.");
                  named[found - names.begin()] = true;
                }
              return named;
            },
            [](const std::array<bool, 6> &named) {
              std::string text;
              for (int i = 0; i < 6; ++i)
                if (named[i])
                  text += (text.empty() ? "" : " ") + names[i];
              return text;
            },
            "words of x, y, z, rx, ry, rz"};
  }

  void convert_default(double &number,
                       const std::string &dimension,
                       const UnitSystem &system)
  {
    number = converted_from_mm(number, dimension, system);
  }

  void convert_default(std::vector<double> &numbers,
                       const std::string &dimension,
                       const UnitSystem &system)
  {
    for (double &number : numbers)
      number = converted_from_mm(number, dimension, system);
  }

  void convert_tables(Channel &channel,
                      const std::string &dimension,
                      const UnitSystem &system)
  {
    if (!dimension.empty())
      channel = channel.in_unit(unit_of(dimension, system));
  }

  ValueType<double> number_or_infinity()
  {
    return {[](const std::string &text) -> std::optional<double> {
              if (text == "infinity" || text == "inf" || text == "Infinity")
                return std::numeric_limits<double>::infinity();
              const auto value = parse_exactly<double>(text);
              if (!value || !(*value > 0) || !std::isfinite(*value))
                return {};
              return value;
            },
            [](const double &value) {
              return std::isinf(value) ? "infinity" : number_text(value);
            },
            "positive number, or \"infinity\""};
  }
} // namespace rivlin
