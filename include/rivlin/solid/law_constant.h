// SPDX-License-Identifier: Apache-2.0
// How a material law names its constants: one list per law serves parameter
// files, files of reduced models, checks and texts.
#pragma once

#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace rivlin
{
  /// The numbers that a constant may have, and how a message says it.
  struct NumberRange
  {
    double lowest           = -std::numeric_limits<double>::infinity();
    double highest          = std::numeric_limits<double>::infinity();
    bool without_ends       = false; ///< the ends themselves are refused
    bool may_be_infinite    = false;
    const char *requirement = "a finite number";

    static constexpr NumberRange not_negative()
    {
      return {.lowest = 0, .requirement = "finite and not negative"};
    }
    static constexpr NumberRange positive()
    {
      return {.lowest       = 0,
              .without_ends = true,
              .requirement  = "positive and finite"};
    }

    bool contains(const double number) const
    {
      if (std::isinf(number))
        return may_be_infinite && number > 0;
      return without_ends ? number > lowest && number < highest
                          : number >= lowest && number <= highest;
    }
  };

  /// What people and parsers know of a constant.
  struct ConstantNames
  {
    const char *name      = ""; ///< in parameter files: "C10"
    const char *key       = ""; ///< in files of reduced models: "c10"
    const char *dimension = ""; ///< "stress"; empty: a pure number
    const char *text      = ""; ///< what it is, as part of a sentence
  };

  /// A constant that is one number.
  template <class Law>
  struct LawNumber
  {
    double Law::*member;
    ConstantNames names;
    double default_value = 0; ///< of parameter files
    NumberRange range    = {};
  };

  /// A column of a table; whole numbers from `lowest` on if Number is int.
  template <class Term, class Number>
  struct LawColumn
  {
    Number Term::*member;
    const char *key;
    int lowest = 0, highest = 100; ///< of whole numbers
  };

  /// A constant that is a list of terms. The law checks them itself.
  template <class Law, class Term, class... Numbers>
  struct LawTable
  {
    std::vector<Term> Law::*member;
    ConstantNames names;
    std::tuple<LawColumn<Term, Numbers>...> columns;
  };

  /// Calls action(constant) for each constant of the list of a law.
  template <class Constants, class Action>
  void for_each_constant(const Constants &constants, const Action &action)
  {
    std::apply([&](const auto &...one) { (action(one), ...); }, constants);
  }
} // namespace rivlin
