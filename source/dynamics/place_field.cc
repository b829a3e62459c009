// SPDX-License-Identifier: Apache-2.0
// Abbreviations become variables of all formulas after them.
#include <rivlin/dynamics/place_field.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/expression_parser.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>

namespace rivlin
{
  namespace
  {
    bool is_name(const std::string &word)
    {
      return !word.empty() &&
             !std::isdigit(static_cast<unsigned char>(word[0])) &&
             std::all_of(word.begin(), word.end(), [](const unsigned char c) {
               return std::isalnum(c) || c == '_';
             });
    }

    /// Whether the parser takes the word for something already, e.g. pi.
    bool has_meaning(const std::string &word,
                     const std::vector<std::string> &variables)
    {
      const std::vector<std::string> known = formula_names(variables);
      return std::find(known.begin(), known.end(), word) != known.end();
    }
  } // namespace

  PlaceField::PlaceField(const std::string &definitions,
                         const std::vector<std::string> &components)
  {
    assert(components.size() <= 3);
    const std::vector<std::string> axes = {"x", "y", "z"};
    std::vector<std::string> variables(axes.begin(),
                                       axes.begin() + components.size());
    for (const std::string_view part : split(definitions, ';'))
      {
        if (part.empty())
          continue;
        const auto equals = part.find('=');
        const std::string name(trimmed(part.substr(0, equals)));
        if (equals == std::string::npos || !is_name(name))
          throw Error("The definition " + in_quotes(part) +
                      " is not understood. Write \"name = formula\", and a "
                      "semicolon between two definitions.");
        if (has_meaning(name, variables))
          throw Error("The definition " + in_quotes(part) + " gives \"" + name +
                      "\" a second meaning. Choose another name for it.");
        abbreviations.push_back(
          parse_expression_in(variables,
                              std::string(trimmed(part.substr(equals + 1)))));
        variables.push_back(name);
      }
    for (const std::string &text : components)
      formulas.push_back(parse_expression_in(variables, text));
  }

  std::vector<double>
  PlaceField::value(const std::span<const double> place) const
  {
    assert(place.size() == formulas.size());
    std::vector<double> variables(place.begin(), place.end());
    for (const Expression &abbreviation : abbreviations)
      variables.push_back(abbreviation.evaluate(variables));
    std::vector<double> result;
    for (const Expression &formula : formulas)
      {
        result.push_back(formula.evaluate(variables));
        if (!std::isfinite(result.back()))
          {
            std::string where;
            for (const double coordinate : place)
              where += (where.empty() ? "" : ", ") + number_text(coordinate);
            throw Error("The formula\n  " + formula.text +
                        "\nis not finite at (" + where + "): " +
                        number_text(result.back()) + ". Change the formula.");
          }
      }
    return result;
  }
} // namespace rivlin
