// SPDX-License-Identifier: Apache-2.0
// From the text of a formula to its program.
#pragma once

#include <rivlin/dynamics/expression.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// Parse a formula in time:
  ///   - numbers, pi, the time t [s], + - * / ^ (right associative, before the
  ///     sign: -t^2 = -(t^2)), parentheses;
  ///   - sin cos tan asin acos atan tanh sqrt exp log abs, min(a,b), max(a,b),
  ///     pow(a,b), angles in radian;
  ///   - if(a < b, then, else) with <, >, <=, >=;
  ///   - ramp(t0, t1): 0 before t0, 1 after t1, with three continuous
  ///     derivatives in between;
  ///   - table("file.csv", "column"): the cubic spline through a column of a
  ///     file of numbers against time (see read_time_table).
  /// Relative file names count from `directory`. An Error shows the text, the
  /// place and what was expected there.
  Expression parse_expression(const std::string &text,
                              const std::filesystem::path &directory);
} // namespace rivlin
