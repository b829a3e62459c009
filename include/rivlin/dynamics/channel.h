// SPDX-License-Identifier: Apache-2.0
// One scalar function of time given by the user: a load, a motion.
#pragma once

#include <rivlin/base/taylor.h>
#include <rivlin/dynamics/expression.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// A formula in time, a table from a file, or any combination of such (see
  /// parse_expression), with its exact time derivatives.
  class Channel
  {
  public:
    /// Constant in time; zero by default.
    explicit Channel(double constant = 0);

    /// Parse `text`; relative file names count from `directory`, usually that
    /// of the parameter file. Throws Error.
    explicit Channel(const std::string &text,
                     const std::filesystem::path &directory = {});

    const std::string &text() const
    {
      return expression.text;
    }

    /// False if the channel has the same value at all times.
    bool depends_on_time() const
    {
      return expression.depends_on_time();
    }

    /// The value at time t [s]. Throws Error if it is not finite or outside of
    /// a table.
    double value(double t) const;

    /// Value and first three time derivatives (velocity, acceleration, jerk) at
    /// time t [s]. Throws Error as value() does, and if one of the first
    /// `n_derivatives` is not finite; derivatives beyond those are the caller's
    /// to ignore.
    Taylor<3> evaluate(double t, int n_derivatives = 3) const;

    /// Throws Error if a table does not cover the times t0 to t1 of a run.
    void check_range(double t0, double t1) const;

  private:
    Expression expression;
  };
} // namespace rivlin
