// SPDX-License-Identifier: Apache-2.0
// Units as powers of metre, kilogram, second and radian, with a factor.
#include <rivlin/base/unit_conversion.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    /// factor * 10^decimals SI units; powers of ten apart, so that millimetres
    /// in a metre are 1000 and not a rounded quotient.
    struct Unit
    {
      double factor = 1;
      int decimals  = 0;
      std::array<int, 4> powers{}; ///< of m, kg, s, rad
    };

    struct NamedUnit
    {
      std::string_view name;
      Unit unit;
    };

    namespace powers
    {
      using Powers            = std::array<int, 4>;
      constexpr Powers length = {1, 0, 0, 0};
      constexpr Powers mass   = {0, 1, 0, 0};
      constexpr Powers time   = {0, 0, 1, 0};
      constexpr Powers angle  = {0, 0, 0, 1};
      constexpr Powers force  = {1, 1, -2, 0};
      constexpr Powers moment = {2, 1, -2, 0};
      constexpr Powers stress = {-1, 1, -2, 0};
    } // namespace powers

    constexpr std::array known_units = {
      NamedUnit{"m", {1, 0, powers::length}},
      NamedUnit{"mm", {1, -3, powers::length}},
      NamedUnit{"cm", {1, -2, powers::length}},
      NamedUnit{"dm", {1, -1, powers::length}},
      NamedUnit{"um", {1, -6, powers::length}},
      NamedUnit{"\u00b5m", {1, -6, powers::length}}, // micro sign
      NamedUnit{"\u03bcm", {1, -6, powers::length}}, // Greek letter
      NamedUnit{"km", {1, 3, powers::length}},
      NamedUnit{"in", {2.54, -2, powers::length}},
      NamedUnit{"ft", {3.048, -1, powers::length}},
      NamedUnit{"kg", {1, 0, powers::mass}},
      NamedUnit{"g", {1, -3, powers::mass}},
      NamedUnit{"t", {1, 3, powers::mass}},
      NamedUnit{"s", {1, 0, powers::time}},
      NamedUnit{"ms", {1, -3, powers::time}},
      NamedUnit{"min", {60, 0, powers::time}},
      NamedUnit{"h", {3600, 0, powers::time}},
      NamedUnit{"rad", {1, 0, powers::angle}},
      NamedUnit{"mrad", {1, -3, powers::angle}},
      NamedUnit{"deg", {std::numbers::pi / 180, 0, powers::angle}},
      NamedUnit{"degree", {std::numbers::pi / 180, 0, powers::angle}},
      NamedUnit{"degrees", {std::numbers::pi / 180, 0, powers::angle}},
      NamedUnit{"\u00b0", {std::numbers::pi / 180, 0, powers::angle}},
      NamedUnit{"rev", {2 * std::numbers::pi, 0, powers::angle}},
      NamedUnit{"N", {1, 0, powers::force}},
      NamedUnit{"mN", {1, -3, powers::force}},
      NamedUnit{"daN", {1, 1, powers::force}},
      NamedUnit{"kN", {1, 3, powers::force}},
      NamedUnit{"MN", {1, 6, powers::force}},
      NamedUnit{"lbf", {4.4482216152605, 0, powers::force}},
      NamedUnit{"Nm", {1, 0, powers::moment}},
      NamedUnit{"Nmm", {1, -3, powers::moment}},
      NamedUnit{"kNm", {1, 3, powers::moment}},
      NamedUnit{"kNmm", {1, 0, powers::moment}},
      NamedUnit{"J", {1, 0, powers::moment}},
      NamedUnit{"mJ", {1, -3, powers::moment}},
      NamedUnit{"Pa", {1, 0, powers::stress}},
      NamedUnit{"hPa", {1, 2, powers::stress}},
      NamedUnit{"kPa", {1, 3, powers::stress}},
      NamedUnit{"MPa", {1, 6, powers::stress}},
      NamedUnit{"GPa", {1, 9, powers::stress}},
      NamedUnit{"bar", {1, 5, powers::stress}},
      NamedUnit{"psi", {6894.757293168, 0, powers::stress}},
      NamedUnit{"1", {}}};

    /// For messages: one of each kind that users may have.
    constexpr std::array<std::string_view, 19> common_units = {"mm",
                                                               "m",
                                                               "um",
                                                               "in",
                                                               "rad",
                                                               "deg",
                                                               "mrad",
                                                               "N",
                                                               "kN",
                                                               "lbf",
                                                               "N mm",
                                                               "N m",
                                                               "kN m",
                                                               "MPa",
                                                               "kPa",
                                                               "Pa",
                                                               "bar",
                                                               "m/s^2",
                                                               "mm/s^2"};

    void multiply(Unit &unit, const Unit &other, const int power)
    {
      unit.factor *= std::pow(other.factor, power);
      unit.decimals += power * other.decimals;
      for (std::size_t i = 0; i < unit.powers.size(); ++i)
        unit.powers[i] += power * other.powers[i];
    }

    /// Bytes of a separator at the begin of the text; 0: none.
    std::size_t separator_length(const std::string_view text)
    {
      for (const std::string_view mark : {" ", "*", ".", "\u00b7", "\u22c5"})
        if (text.starts_with(mark))
          return mark.size();
      return 0;
    }

    /// The exponent at the begin of the text, "^2" or a raised figure, and 1 if
    /// there is none; nothing if it is no small whole number.
    std::optional<int> take_power(std::string_view &text)
    {
      for (const auto &[mark, power] :
           {std::pair<std::string_view, int>{"\u00b2", 2}, {"\u00b3", 3}})
        if (text.starts_with(mark))
          {
            text.remove_prefix(mark.size());
            return power;
          }
      if (!text.starts_with('^'))
        return 1;
      text.remove_prefix(1);
      const std::size_t length = text.starts_with('-') ? 2 : 1;
      const auto power         = to_integer(text.substr(0, length));
      text.remove_prefix(std::min(length, text.size()));
      if (!power ||
          (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0]))))
        return {};
      return static_cast<int>(*power);
    }

    std::optional<Unit> parse_unit(std::string_view text)
    {
      Unit result;
      int sign = 1;
      while (true)
        {
          while (text.starts_with(' '))
            text.remove_prefix(1);
          std::size_t length = 0;
          while (length < text.size() && text[length] != '/' &&
                 text[length] != '^' &&
                 separator_length(text.substr(length)) == 0 &&
                 !text.substr(length).starts_with("\u00b2") &&
                 !text.substr(length).starts_with("\u00b3"))
            ++length;
          const std::string_view name = text.substr(0, length);
          const auto found            = std::find_if(known_units.begin(),
                                          known_units.end(),
                                          [&](const NamedUnit &known) {
                                            return known.name == name;
                                          });
          text.remove_prefix(length);
          const auto power = take_power(text);
          if (found == known_units.end() || !power)
            return {};
          multiply(result, found->unit, sign * *power);
          while (text.starts_with(' ') && text.size() > 1 &&
                 (text[1] == '/' || text[1] == ' '))
            text.remove_prefix(1);
          if (text.empty() || text == " ")
            return result;
          sign = text.starts_with('/') ? -1 : 1;
          if (sign > 0 && separator_length(text) == 0)
            return {};
          text.remove_prefix(sign < 0 ? 1 : separator_length(text));
        }
    }
  } // namespace

  std::string unit_of(const std::string &dimension, const UnitSystem &system)
  {
    const std::string mass = system.density.substr(0, system.density.find('/'));
    const std::array<std::pair<std::string, std::string>, 4> words = {
      {{"length", system.length},
       {"mass", mass},
       {"force", system.force},
       {"stress", system.stress}}};
    std::string unit = dimension;
    for (const auto &[word, name] : words)
      for (auto place = unit.find(word); place != std::string::npos;
           place      = unit.find(word))
        unit.replace(place, word.size(), name);
    return unit;
  }

  std::optional<double> unit_factor(const std::string_view from,
                                    const std::string_view to)
  {
    if (from == to)
      return 1;
    const auto given = parse_unit(from), wanted = parse_unit(to);
    if (!given || !wanted || given->powers != wanted->powers)
      return {};
    const int decimals   = given->decimals - wanted->decimals;
    const double tens    = std::pow(10., std::abs(decimals));
    const double factors = given->factor / wanted->factor;
    return decimals < 0 ? factors / tens : factors * tens;
  }

  std::vector<std::string> units_like(const std::string &unit)
  {
    std::vector<std::string> names = {unit};
    for (const std::string_view other : common_units)
      if (other != unit && unit_factor(other, unit))
        names.emplace_back(other);
    return names;
  }

  double converted_from_mm(const double number,
                           const std::string &dimension,
                           const UnitSystem &system)
  {
    const std::string given  = unit_of(dimension, unit_system("mm-t-s"));
    const std::string wanted = unit_of(dimension, system);
    if (given == wanted || number == 0 || !std::isfinite(number))
      return number;
    const auto factor = unit_factor(given, wanted);
    if (!factor)
      throw Error("The unit \"" + given + "\" cannot be converted to \"" +
                  wanted + "\".");
    return *to_double(number_text(number * *factor, 15));
  }
} // namespace rivlin
