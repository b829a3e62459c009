// SPDX-License-Identifier: Apache-2.0
// The stack machine, on truncated Taylor series.
#include <rivlin/dynamics/expression.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    template <int N>
    bool is_constant(const Taylor<N> &x)
    {
      return std::all_of(x.c.begin() + 1, x.c.end(), [](const double c) {
        return c == 0;
      });
    }

    /// y(x) from its value and its differential equation dy/dx = slope(x, y).
    /// Coefficient k of y follows from coefficients below k of the slope.
    template <int N, typename Slope>
    Taylor<N>
    integrate(const double value, const Taylor<N> &x, const Slope &slope)
    {
      Taylor<N> y(value);
      for (int k = 1; k <= N; ++k)
        {
          const Taylor<N> s = slope(y);
          for (int j = 1; j <= k; ++j)
            y.c[k] += j * x.c[j] * s.c[k - j];
          y.c[k] /= k;
        }
      return y;
    }

    template <int N>
    Taylor<N> arc_sine(const Taylor<N> &x)
    {
      return integrate(std::asin(x.value()), x, [&](const Taylor<N> &) {
        return 1. / sqrt(1. - x * x);
      });
    }

    template <int N>
    Taylor<N> power(const Taylor<N> &x, const Taylor<N> &exponent)
    {
      if (!is_constant(exponent))
        return exp(exponent * log(x));
      const double p = exponent.value();
      if (is_constant(x))
        return std::pow(x.value(), p);
      if (x.value() == 0 && p > 0 && p != std::floor(p))
        {
          // x^p has the derivatives 0 below order p and none above it.
          Taylor<N> y;
          for (int k = 1; k <= N; ++k)
            if (k > p)
              y.c[k] = std::numeric_limits<double>::infinity();
          return y;
        }
      return pow(x, p);
    }

    /// 0 for s <= 0, 1 for s >= 1, and the polynomial of degree 7 in between
    /// whose first three derivatives vanish at both ends: the jerk of a ramped
    /// motion is continuous.
    template <int N>
    Taylor<N> smooth_step(const Taylor<N> &s)
    {
      if (s.value() <= 0)
        return 0.;
      if (s.value() >= 1)
        return 1.;
      return s * s * s * s *
             (Taylor<N>(35.) + s * (-84. + s * (70. + s * -20.)));
    }

    /// J_n or Y_n for any whole n: C_-n = (-1)^n C_n (DLMF 10.4.1), and
    /// J_n(-x) = (-1)^n J_n(x). Y_n has no value for x < 0.
    double bessel(const bool second_kind, const int n, const double x)
    {
      const double order = std::abs(n);
      const double sign  = n < 0 && n % 2 != 0 ? -1 : 1;
      if (std::isnan(x) || (second_kind && x < 0))
        return std::numeric_limits<double>::quiet_NaN();
      if (second_kind)
        return sign * std::cyl_neumann(order, x);
      const double mirror = x < 0 && n % 2 != 0 ? -1 : 1;
      return sign * mirror * std::cyl_bessel_j(order, std::abs(x));
    }

    /// C_n(x) with derivatives by (C_(m-1) - C_(m+1))/2 = C_m' (DLMF 10.6.1):
    /// the k-th is 2^-k sum_i (-1)^i binomial(k, i) C_(n-k+2i).
    template <int N>
    Taylor<N> bessel(const bool second_kind, const int n, const Taylor<N> &x)
    {
      Taylor<N> shift = x;
      shift.c[0]      = 0;
      Taylor<N> result(bessel(second_kind, n, x.value()));
      Taylor<N> power(1.); // (x - x0)^k / (2^k k!)
      for (int k = 1; k <= N; ++k)
        {
          power           = power * shift / Taylor<N>(2. * k);
          double slope    = 0;
          double binomial = 1;
          for (int i = 0; i <= k; ++i)
            {
              slope += (i % 2 == 0 ? 1 : -1) * binomial *
                       bessel(second_kind, n - k + 2 * i, x.value());
              binomial *= double(k - i) / (i + 1);
            }
          result += slope * power;
        }
      return result;
    }

    template <int N>
    Taylor<N> apply(const Operation operation, const Taylor<N> &x)
    {
      // A constant has no derivatives, even where the function has infinite
      // ones: acos(-1), sqrt(0).
      const bool constant = is_constant(x);
      const double x0     = x.value();
      switch (operation)
        {
          case Operation::negate:
            return -x;
          case Operation::sine:
            return sin(x);
          case Operation::cosine:
            return cos(x);
          case Operation::tangent:
            return integrate(std::tan(x0), x, [](const Taylor<N> &y) {
              return 1. + y * y;
            });
          case Operation::arc_sine:
            return constant ? std::asin(x0) : arc_sine(x);
          case Operation::arc_cosine:
            return constant ? std::acos(x0) : std::acos(0.) - arc_sine(x);
          case Operation::arc_tangent:
            return integrate(std::atan(x0), x, [&](const Taylor<N> &) {
              return 1. / (1. + x * x);
            });
          case Operation::hyperbolic_tangent:
            return integrate(std::tanh(x0), x, [](const Taylor<N> &y) {
              return 1. - y * y;
            });
          case Operation::square_root:
            return constant ? Taylor<N>(std::sqrt(x0)) : sqrt(x);
          case Operation::exponential:
            return exp(x);
          case Operation::logarithm:
            return log(x);
          case Operation::bessel_j0:
            return bessel(false, 0, x);
          case Operation::bessel_j1:
            return bessel(false, 1, x);
          case Operation::bessel_y0:
            return constant ? bessel(true, 0, x0) : bessel(true, 0, x);
          case Operation::bessel_y1:
            return constant ? bessel(true, 1, x0) : bessel(true, 1, x);
          default: // Operation::absolute
            return x0 < 0 ? -x : x;
        }
    }

    template <int N>
    Taylor<N>
    apply(const Operation operation, const Taylor<N> &a, const Taylor<N> &b)
    {
      if (std::isnan(b.value()))
        return b; // no comparison may hide it
      switch (operation)
        {
          case Operation::add:
            return a + b;
          case Operation::subtract:
            return a - b;
          case Operation::multiply:
            return a * b;
          case Operation::divide:
            return a / b;
          case Operation::power:
            return power(a, b);
          case Operation::minimum:
            return b.value() < a.value() ? b : a;
          default: // Operation::maximum
            return b.value() > a.value() ? b : a;
        }
    }

    bool holds(const Operation test, const double a, const double b)
    {
      switch (test)
        {
          case Operation::jump_unless_less:
            return a < b;
          case Operation::jump_unless_less_equal:
            return a <= b;
          case Operation::jump_unless_greater:
            return a > b;
          default: // Operation::jump_unless_greater_equal
            return a >= b;
        }
    }

    template <int N>
    Taylor<N> run(const Expression &expression,
                  const double t,
                  const std::span<const double> variables)
    {
      const std::vector<Instruction> &program = expression.program;
      const Taylor<N> time                    = Taylor<N>::variable(t);
      std::array<Taylor<N>, Expression::stack_size> stack;
      std::size_t n = 0; // values on the stack
      for (std::size_t i = 0; i < program.size(); ++i)
        {
          const Instruction &instruction = program[i];
          switch (instruction.operation)
            {
              case Operation::number:
                stack[n++] = instruction.a;
                break;
              case Operation::time:
                stack[n++] = time;
                break;
              case Operation::variable:
                stack[n++] = variables[instruction.target];
                break;
              case Operation::table:
                {
                  const Taylor<3> value =
                    expression.tables[instruction.target].spline.evaluate(t);
                  std::copy_n(value.c.begin(), N + 1, stack[n++].c.begin());
                  break;
                }
              case Operation::ramp:
                stack[n++] =
                  smooth_step((time - instruction.a) /
                              Taylor<N>(instruction.b - instruction.a));
                break;
              case Operation::jump:
                i = instruction.target - 1;
                break;
              case Operation::jump_unless_less:
              case Operation::jump_unless_less_equal:
              case Operation::jump_unless_greater:
              case Operation::jump_unless_greater_equal:
                {
                  const double a = stack[n - 2].value(),
                               b = stack[n - 1].value();
                  if (std::isnan(a) || std::isnan(b))
                    return std::numeric_limits<double>::quiet_NaN();
                  n -= 2;
                  if (!holds(instruction.operation, a, b))
                    i = instruction.target - 1;
                  break;
                }
              case Operation::add:
              case Operation::subtract:
              case Operation::multiply:
              case Operation::divide:
              case Operation::power:
              case Operation::minimum:
              case Operation::maximum:
                stack[n - 2] =
                  apply(instruction.operation, stack[n - 2], stack[n - 1]);
                --n;
                break;
              default:
                stack[n - 1] = apply(instruction.operation, stack[n - 1]);
            }
        }
      return stack[0];
    }
  } // namespace

  template <int N>
  Taylor<N> Expression::evaluate(const double t) const
  {
    return run<N>(*this, t, {});
  }

  double Expression::evaluate(const std::span<const double> variables) const
  {
    return run<0>(*this, 0., variables).value();
  }

  template Taylor<0> Expression::evaluate<0>(double) const;
  template Taylor<3> Expression::evaluate<3>(double) const;

  bool Expression::depends_on_time() const
  {
    return std::any_of(program.begin(),
                       program.end(),
                       [](const Instruction &instruction) {
                         return instruction.operation == Operation::time ||
                                instruction.operation == Operation::table ||
                                instruction.operation == Operation::ramp;
                       });
  }
} // namespace rivlin
