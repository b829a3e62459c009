// SPDX-License-Identifier: Apache-2.0
// A formula with the checks a run needs.
#include <rivlin/dynamics/channel.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/dynamics/expression_parser.h>

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
  } // namespace

  Channel::Channel(const double constant)
  {
    expression.text = number_text(constant);
    expression.program.push_back({Operation::number, constant});
  }

  Channel::Channel(const std::string &text,
                   const std::filesystem::path &directory)
    : expression(parse_expression(text, directory))
  {}

  double Channel::value(const double t) const
  {
    check_time(expression, t);
    const double result = expression.evaluate<0>(t).value();
    check_finite(expression, result, 0, t);
    return result;
  }

  Taylor<3> Channel::evaluate(const double t, const int n_derivatives) const
  {
    assert(n_derivatives >= 0 && n_derivatives <= 3);
    check_time(expression, t);
    const Taylor<3> result = expression.evaluate<3>(t);
    for (int k = 0; k <= n_derivatives; ++k)
      check_finite(expression, result.derivative(k), k, t);
    return result;
  }

  void Channel::check_range(const double t0, const double t1) const
  {
    for (const TableColumn &table : expression.tables)
      if (!covers(table.spline, t0) || !covers(table.spline, t1))
        throw Error(range_text(table) + "but the run goes from " +
                    number_text(t0) + " to " + number_text(t1) + " s. " +
                    range_advice);
  }
} // namespace rivlin
