// SPDX-License-Identifier: Apache-2.0
// How the text of a parameter becomes a value, once, and how it is written.
#pragma once

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_conversion.h>
#include <rivlin/dynamics/channel.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  template <typename Value>
  struct ValueType
  {
    /// Nothing if the text is out of the range; throws Error with a reason of
    /// its own where the range does not say enough.
    std::function<std::optional<Value>(const std::string &)> parse;
    std::function<std::string(const Value &)> print;
    std::string range;                     ///< in words
    std::vector<std::string> choices = {}; ///< of an enumeration
  };

  /// Finite, with both ends allowed.
  ValueType<double>
  number(double smallest = -std::numeric_limits<double>::max(),
         double largest  = std::numeric_limits<double>::max());
  ValueType<int> whole_number(int smallest = 0,
                              int largest  = std::numeric_limits<int>::max());
  ValueType<bool> yes_or_no();
  ValueType<std::string> any_text();

  /// Numbers separated by commas or blanks; how many they must be is said where
  /// the dimension is known.
  ValueType<std::vector<double>> number_list();

  /// Rows of `n` numbers, separated by semicolons.
  ValueType<std::vector<std::vector<double>>> number_rows(std::size_t n);

  /// Names separated by commas.
  ValueType<std::vector<std::string>> name_list();

  /// Formula in time or table of a file, whose name counts from `directory`.
  ValueType<Channel> channel_in(const std::filesystem::path &directory);

  /// Letters of displacement components, "xy".
  ValueType<std::array<bool, 3>> components();

  /// Words of the six directions of a sleeve, "x y z rx ry rz".
  ValueType<std::array<bool, 6>> directions();

  /// A positive number or "infinity".
  ValueType<double> number_or_infinity();

  /// A default of mm-t-s in another system; what is no number of a dimension
  /// stays.
  template <typename Value>
  void convert_default(Value &, const std::string &, const UnitSystem &)
  {}
  void convert_default(double &number,
                       const std::string &dimension,
                       const UnitSystem &system);
  void convert_default(std::vector<double> &numbers,
                       const std::string &dimension,
                       const UnitSystem &system);

  /// Tables of channels come into the unit of the parameter, see
  /// Channel::in_unit; everything else is in it.
  template <typename Value>
  void convert_tables(Value &, const std::string &, const UnitSystem &)
  {}
  void convert_tables(Channel &channel,
                      const std::string &dimension,
                      const UnitSystem &system);

  /// Names of an enumeration, in the order in which they are listed.
  template <typename Enumeration>
  using Names = std::vector<std::pair<std::string, Enumeration>>;

  template <typename Enumeration>
  std::string name_of(const Names<Enumeration> &names, const Enumeration value)
  {
    const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto &entry) {
        return entry.second == value;
      });
    return found == names.end() ? std::string() : found->first;
  }

  template <typename Enumeration>
  std::optional<Enumeration> value_of(const Names<Enumeration> &names,
                                      const std::string &text)
  {
    for (const auto &[name, value] : names)
      if (name == text)
        return value;
    return {};
  }

  template <typename Enumeration>
  ValueType<Enumeration> one_of(const Names<Enumeration> &names)
  {
    ValueType<Enumeration> type;
    for (const auto &entry : names)
      type.choices.push_back(entry.first);
    type.range = joined(type.choices);
    type.parse = [names](const std::string &text) {
      return value_of(names, text);
    };
    type.print = [names](const Enumeration &value) {
      return name_of(names, value);
    };
    return type;
  }

  /// Several of the names, separated by commas.
  template <typename Enumeration>
  ValueType<std::vector<Enumeration>> some_of(const Names<Enumeration> &names)
  {
    const ValueType<Enumeration> one = one_of(names);
    ValueType<std::vector<Enumeration>> type;
    type.choices = one.choices;
    type.range   = "list of: " + one.range;
    type.parse   = [one, list = name_list()](const std::string &text) {
      std::vector<Enumeration> values;
      const std::vector<std::string> words = *list.parse(text);
      for (const std::string &word : words)
        if (const auto value = one.parse(word))
          values.push_back(*value);
        else
          throw Error(unknown_name("name", word, one.choices));
      return std::optional(values);
    };
    type.print = [one](const std::vector<Enumeration> &values) {
      std::vector<std::string> words;
      for (const Enumeration &value : values)
        words.push_back(one.print(value));
      return joined(words);
    };
    return type;
  }
} // namespace rivlin
