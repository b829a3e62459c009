// SPDX-License-Identifier: Apache-2.0
// A formula in time, or in other variables, as a short program for a stack
// machine.
#pragma once

#include <rivlin/base/taylor.h>
#include <rivlin/dynamics/cubic_spline.h>

#include <span>
#include <string>
#include <vector>

namespace rivlin
{
  /// What one instruction does with the top of the stack.
  enum class Operation
  {
    number, // push numbers
    time,
    variable,
    table,
    ramp,
    add, // two values become one
    subtract,
    multiply,
    divide,
    power,
    minimum,
    maximum,
    negate, // one value becomes one
    sine,
    cosine,
    tangent,
    arc_sine,
    arc_cosine,
    arc_tangent,
    hyperbolic_tangent,
    square_root,
    exponential,
    logarithm,
    absolute,
    bessel_j0,
    bessel_j1,
    bessel_y0,
    bessel_y1,
    jump_unless_less, // take two values; jump to `target` unless a < b
    jump_unless_less_equal,
    jump_unless_greater,
    jump_unless_greater_equal,
    jump
  };

  struct Instruction
  {
    Operation operation = Operation::number;
    double a            = 0; ///< the number; the begin of a ramp
    double b            = 0; ///< the end of a ramp
    /// Instruction to jump to; number of the table or of the variable.
    int target = 0;
  };

  /// A column of a file, interpolated in time.
  struct TableColumn
  {
    std::string file;
    std::string title;
    CubicSpline spline;
    std::string unit     = {}; ///< as the file has it; empty: not given
    std::string checksum = {}; ///< of the times and values in the file
  };

  /// A formula that was parsed once; made by parse_expression. Evaluation
  /// allocates nothing.
  struct Expression
  {
    /// Deepest stack a program may need.
    static constexpr int stack_size = 64;

    std::string text;
    std::vector<Instruction> program;
    std::vector<TableColumn> tables;

    /// Value and the first N time derivatives at time t [s]; for N = 0 and 3.
    /// Where the formula is not defined or not smooth, they are not finite; at
    /// a kink of abs, min, max and if they are those of the branch taken.
    template <int N>
    Taylor<N> evaluate(double t) const;

    /// Value of a formula in variables, in the order in which the parser was
    /// told their names.
    double evaluate(std::span<const double> variables) const;

    /// False if the value is the same at all times.
    bool depends_on_time() const;
  };
} // namespace rivlin
