// SPDX-License-Identifier: Apache-2.0
// A formula with the checks a run needs.
#include <rivlin/dynamics/channel.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_conversion.h>
#include <rivlin/dynamics/expression_parser.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// The sum of step sizes misses the end of a run by a few roundings; that
    /// much the last polynomial of a table is continued.
    double tolerance(const CubicSpline &spline)
    {
      return 1e-9 * (spline.last() - spline.first());
    }

    bool covers(const CubicSpline &spline, const double t)
    {
      return t >= spline.first() - tolerance(spline) &&
             t <= spline.last() + tolerance(spline);
    }

    std::string range_text(const TableColumn &table)
    {
      return "The column \"" + table.title + "\" of \"" + table.file +
             "\" covers the times " + number_text(table.spline.first()) +
             " to " + number_text(table.spline.last()) + " s, ";
    }

    bool is_table_alone(const Expression &expression)
    {
      const std::vector<Instruction> &program = expression.program;
      return program[0].operation == Operation::table &&
             (program.size() == 1 ||
              (program.size() == 2 &&
               program[1].operation == Operation::negate));
    }

    [[noreturn]] void refuse_unit(const TableColumn &table,
                                  const std::string &unit)
    {
      const std::vector<std::string> known = units_like(unit);
      // Units of another kind are no slips.
      const std::size_t slips =
        edit_distance(lower_case(table.unit),
                      lower_case(nearest_name(table.unit, known)));
      throw Error("The column " + in_quotes(table.title) + " of " +
                  in_quotes(table.file) + " is in [" + table.unit +
                  "], which is not converted to [" + unit + "]." +
                  (2 * slips <= table.unit.size()
                     ? did_you_mean(table.unit, known)
                     : "") +
                  " Known here: " + joined(known) +
                  ". If its numbers are right as they are, write "
                  "1*table(...).");
    }

    constexpr const char *range_advice =
      "Extend the table or shorten the run; nothing is extrapolated.";

    void check_time(const Expression &expression, const double t)
    {
      for (const TableColumn &table : expression.tables)
        if (!covers(table.spline, t))
          throw Error(range_text(table) + "but its value at " + number_text(t) +
                      " s is needed. " + range_advice);
    }

    void check_finite(const Expression &expression,
                      const double number,
                      const int order,
                      const double t)
    {
      if (std::isfinite(number))
        return;
      const std::string names[] = {"value",
                                   "first time derivative",
                                   "second time derivative",
                                   "third time derivative"};
      throw Error("The " + names[order] + " of the formula\n  " +
                  expression.text + "\nis not finite at t = " + number_text(t) +
                  " s (" + number_text(number) +
                  "). Change the formula so that it is smooth over the whole "
                  "run.");
    }

    void check_range_of(const Expression &expression,
                        const double t0,
                        const double t1)
    {
      for (const TableColumn &table : expression.tables)
        if (!covers(table.spline, t0) || !covers(table.spline, t1))
          throw Error(range_text(table) + "but the run goes from " +
                      number_text(t0) + " to " + number_text(t1) + " s. " +
                      range_advice);
    }
  } // namespace

  Channel::Channel(const double constant)
    : description(number_text(constant))
    , pieces(1)
  {
    pieces[0].expression.text = description;
    pieces[0].expression.program.push_back({Operation::number, constant});
  }

  Channel::Channel(const std::string &text,
                   const std::filesystem::path &directory)
    : pieces(1)
  {
    pieces[0].expression = parse_expression(text, directory);
    description          = pieces[0].expression.text;
  }

  Channel Channel::in_unit(const std::string &unit) const
  {
    Channel result = *this;
    for (Piece &piece : result.pieces)
      {
        Expression &expression = piece.expression;
        const bool is_alone    = is_table_alone(expression);
        for (const TableColumn &table : expression.tables)
          {
            if (table.unit.empty())
              continue;
            const auto factor = unit_factor(table.unit, unit);
            if (factor && *factor == 1)
              continue;
            if (!is_alone)
              result.unconverted_columns.push_back(
                in_quotes(table.title) + " of " + in_quotes(table.file));
            else if (!factor)
              refuse_unit(table, unit);
            else
              expression.program.insert(expression.program.end(),
                                        {{Operation::number, *factor},
                                         {Operation::multiply}});
          }
      }
    return result;
  }

  bool Channel::depends_on_time() const
  {
    // Pieces join without jumps: constant ones have the same value.
    return std::any_of(pieces.begin(), pieces.end(), [](const Piece &piece) {
      return piece.expression.depends_on_time();
    });
  }

  std::string Channel::table_checksum() const
  {
    std::string sums;
    for (const Piece &piece : pieces)
      for (const TableColumn &table : piece.expression.tables)
        sums += (sums.empty() ? "" : " ") + table.checksum;
    return sums;
  }

  const Channel::Piece &Channel::piece_at(const double t) const
  {
    auto piece = pieces.end() - 1;
    while (piece != pieces.begin() && t < piece->begin)
      --piece;
    return *piece;
  }

  double Channel::value(const double t) const
  {
    const Piece &piece = piece_at(t);
    check_time(piece.expression, t - piece.begin);
    const double result = piece.expression.evaluate<0>(t - piece.begin).value();
    check_finite(piece.expression, result, 0, t - piece.begin);
    return result;
  }

  Taylor<3> Channel::evaluate(const double t, const int n_derivatives) const
  {
    assert(n_derivatives >= 0 && n_derivatives <= 3);
    const Piece &piece = piece_at(t);
    check_time(piece.expression, t - piece.begin);
    const Taylor<3> result = piece.expression.evaluate<3>(t - piece.begin);
    for (int k = 0; k <= n_derivatives; ++k)
      check_finite(piece.expression, result.derivative(k), k, t - piece.begin);
    return result;
  }

  void Channel::check_range(const double t0, const double t1) const
  {
    for (std::size_t p = 0; p < pieces.size(); ++p)
      {
        const double begin = p > 0 ? std::max(t0, pieces[p].begin) : t0;
        const double end =
          p + 1 < pieces.size() ? std::min(t1, pieces[p + 1].begin) : t1;
        if (end >= begin)
          check_range_of(pieces[p].expression,
                         begin - pieces[p].begin,
                         end - pieces[p].begin);
      }
  }

  Channel in_sequence(const Channel &before,
                      const std::vector<ChannelStep> &steps)
  {
    assert(before.pieces.size() == 1 && !before.depends_on_time());
    Channel result = before;
    std::string texts;
    for (const ChannelStep &step : steps)
      {
        const double held = result.value(step.begin);
        Channel next(held);
        if (step.channel)
          {
            next = *step.channel;
            next.check_range(0, step.end - step.begin);
            // The size is sampled: the end of sin(pi t) is zero up to rounding.
            double size = std::abs(held);
            for (int i = 0; i <= 32; ++i)
              size = std::max(
                {size,
                 std::abs(next.value((step.end - step.begin) * i / 32)),
                 std::abs(result.value(step.begin * i / 32))});
            if (const double first = next.value(0);
                !(std::abs(first - held) <= 1e-9 * size))
              throw Error("In the step \"" + step.name + "\" the formula\n  " +
                          next.text() + "\nbegins with " + number_text(first) +
                          " at its t = 0, but " +
                          (texts.empty() ? "the value before it is "
                                         : "the step before ends with ") +
                          number_text(held) +
                          ". Channels must not jump: let t count from the "
                          "begin of the step, and begin with that value.");
          }
        if (step.channel)
          result.unconverted_columns.insert(result.unconverted_columns.end(),
                                            next.unconverted_columns.begin(),
                                            next.unconverted_columns.end());
        if (step.channel || result.depends_on_time())
          result.pieces.push_back({step.begin, next.pieces[0].expression});
        texts += (texts.empty() ? "" : "; ") + step.name + ": " +
                 (step.channel ? next.text() : "held at " + number_text(held));
      }
    if (result.pieces.size() > 1)
      result.description = texts;
    return result;
  }
} // namespace rivlin
