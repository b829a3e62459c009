// SPDX-License-Identifier: Apache-2.0
// Formulas: values, derivatives and every message of the parser.
#include <rivlin/dynamics/expression.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/expression_parser.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

namespace
{
  using namespace rivlin;

  double value(const std::string &text, const double t = 0)
  {
    return parse_expression(text, "").evaluate<0>(t).value();
  }

  struct Sample
  {
    std::string text;
    double value; ///< at t = 0.7
  };

  // Every function and operator once, with an inner function whose higher
  // derivatives do not vanish.
  std::vector<Sample> samples()
  {
    const double t = 0.7, x = 0.3 * t * t + 0.1;
    const double s = (t - 0.2) / 1.5;
    return {{"t", t},
            {"-t", -t},
            {"t + t^2", t + t * t},
            {"t^3 - t", t * t * t - t},
            {"t * exp(t)", t * std::exp(t)},
            {"exp(t) / (1 + t)", std::exp(t) / (1 + t)},
            {"(0.3*t^2+0.1)^2.5", std::pow(x, 2.5)},
            {"(0.3*t^2+0.1)^-2", std::pow(x, -2)},
            {"(1+t)^(2*t)", std::pow(1 + t, 2 * t)},
            {"2^t", std::pow(2, t)},
            {"pow(0.3*t^2+0.1, 1.5)", std::pow(x, 1.5)},
            {"sin(0.3*t^2+0.1)", std::sin(x)},
            {"cos(0.3*t^2+0.1)", std::cos(x)},
            {"tan(0.3*t^2+0.1)", std::tan(x)},
            {"asin(0.3*t^2+0.1)", std::asin(x)},
            {"acos(0.3*t^2+0.1)", std::acos(x)},
            {"atan(0.3*t^2+0.1)", std::atan(x)},
            {"tanh(0.3*t^2+0.1)", std::tanh(x)},
            {"sqrt(0.3*t^2+0.1)", std::sqrt(x)},
            {"exp(0.3*t^2+0.1)", std::exp(x)},
            {"log(0.3*t^2+0.1)", std::log(x)},
            {"besselj0(0.3*t^2+0.1)", std::cyl_bessel_j(0, x)},
            {"besselj1(0.3*t^2+0.1)", std::cyl_bessel_j(1, x)},
            {"besselj0(-t^2-3)", std::cyl_bessel_j(0, t * t + 3)},
            {"besselj1(-t^2-3)", -std::cyl_bessel_j(1, t * t + 3)},
            {"bessely0(t^2+3)", std::cyl_neumann(0, t * t + 3)},
            {"bessely1(t^2+3)", std::cyl_neumann(1, t * t + 3)},
            {"abs(0.3*t^2+0.1)", x},
            {"abs(-0.3*t^2-0.1)", x},
            {"min(t^3, 2*t)", t * t * t},
            {"min(2*t, t^3)", t * t * t},
            {"max(t^3, 2*t)", 2 * t},
            {"max(2*t, t^3)", 2 * t},
            {"if(t < 1, sin(t), t)", std::sin(t)},
            {"if(t > 1, t, sin(t))", std::sin(t)},
            {"ramp(0.2, 1.7)",
             35 * std::pow(s, 4) - 84 * std::pow(s, 5) + 70 * std::pow(s, 6) -
               20 * std::pow(s, 7)},
            {"pi * t", std::numbers::pi * t}};
  }

  TEST(Expression, HasTheValueOfItsFormula)
  {
    for (const Sample &sample : samples())
      // A handful of operations on numbers of size one.
      EXPECT_NEAR(value(sample.text, 0.7), sample.value, 1e-14) << sample.text;
  }

  TEST(Expression, ValueAndSeriesAgree)
  {
    for (const Sample &sample : samples())
      {
        const Expression e = parse_expression(sample.text, "");
        EXPECT_NEAR(e.evaluate<0>(0.7).value(),
                    e.evaluate<3>(0.7).value(),
                    1e-14)
          << sample.text;
      }
  }

  TEST(Expression, EachDerivativeIsTheDifferenceOfTheOneBelow)
  {
    // Central differences: h^2/6 times a third derivative of up to 1e3 here is
    // 2e-8; roundoff 1e-16 * 1e2 / h is 1e-9.
    const double h = 1e-5;
    for (const Sample &sample : samples())
      {
        const Expression e  = parse_expression(sample.text, "");
        const Taylor<3> mid = e.evaluate<3>(0.7), left = e.evaluate<3>(0.7 - h),
                        right = e.evaluate<3>(0.7 + h);
        for (int k = 1; k <= 3; ++k)
          EXPECT_NEAR(mid.derivative(k),
                      (right.derivative(k - 1) - left.derivative(k - 1)) /
                        (2 * h),
                      1e-7 * (1 + std::abs(mid.derivative(k))))
            << sample.text << ", order " << k;
      }
  }

  TEST(Expression, FollowsTheRulesOfPrecedence)
  {
    EXPECT_EQ(value("1 + 2 * 3"), 7);
    EXPECT_EQ(value("(1 + 2) * 3"), 9);
    EXPECT_EQ(value("8 - 4 - 2"), 2);
    EXPECT_EQ(value("8 / 4 / 2"), 1);
    EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
    EXPECT_EQ(value("-2 ^ 2"), -4);
    EXPECT_EQ(value("2 ^ -1"), 0.5);
    EXPECT_EQ(value("2 * -3"), -6);
    EXPECT_EQ(value("- - +3"), 3);
    EXPECT_EQ(value("1.5e2 + .5"), 150.5);
    EXPECT_EQ(value("2e-3*t", 2.), 4e-3);
  }

  TEST(Expression, ChoosesBranches)
  {
    for (const double t : {-1., 0., 1.})
      {
        EXPECT_EQ(value("if(t < 0, 1, 2)", t), t < 0 ? 1 : 2);
        EXPECT_EQ(value("if(t <= 0, 1, 2)", t), t <= 0 ? 1 : 2);
        EXPECT_EQ(value("if(t > 0, 1, 2)", t), t > 0 ? 1 : 2);
        EXPECT_EQ(value("if(t >= 0, 1, 2)", t), t >= 0 ? 1 : 2);
        EXPECT_EQ(value("3 + if(t < 0, 1, if(t > 0, 2, 4)) * 10", t),
                  3 + 10 * (t < 0   ? 1
                            : t > 0 ? 2
                                    : 4));
      }
    // The branch that is not taken may be undefined.
    EXPECT_EQ(value("if(t < 0, 0, sqrt(t))", -1.), 0);
  }

  TEST(Expression, DoesNotHideUndefinedValues)
  {
    for (const std::string text : {"sqrt(t)",
                                   "log(t)",
                                   "asin(2)",
                                   "min(1, log(t))",
                                   "min(log(t), 1)",
                                   "max(1, log(t))",
                                   "if(log(t) < 1, 1, 2)",
                                   "if(1 < log(t), 1, 2)",
                                   "bessely0(t)",
                                   "bessely1(t)",
                                   "t^0.5",
                                   "t^t"})
      EXPECT_TRUE(std::isnan(value(text, -0.5))) << text;
    EXPECT_TRUE(std::isinf(value("1/t", 0)));
  }

  TEST(Expression, PowersAreExactAtZero)
  {
    const Taylor<3> natural = parse_expression("t^2", "").evaluate<3>(0);
    EXPECT_EQ(natural.derivative(1), 0);
    EXPECT_EQ(natural.derivative(2), 2);
    EXPECT_EQ(natural.derivative(3), 0);
    const Taylor<3> broken = parse_expression("t^2.5", "").evaluate<3>(0);
    EXPECT_EQ(broken.derivative(0), 0);
    EXPECT_EQ(broken.derivative(1), 0);
    EXPECT_EQ(broken.derivative(2), 0);
    EXPECT_FALSE(std::isfinite(broken.derivative(3)));
  }

  TEST(Expression, ConstantsHaveNoDerivatives)
  {
    for (const std::string text : {"acos(-1)",
                                   "asin(1)",
                                   "sqrt(0)",
                                   "0^0.5",
                                   "3",
                                   "max(1, 2)",
                                   "besselj1(2)",
                                   "1/bessely0(0)"})
      {
        const Expression e = parse_expression(text, "");
        for (int k = 1; k <= 3; ++k)
          EXPECT_EQ(e.evaluate<3>(0.3).derivative(k), 0) << text;
        EXPECT_FALSE(e.depends_on_time()) << text;
      }
    EXPECT_TRUE(parse_expression("2*t", "").depends_on_time());
    EXPECT_TRUE(parse_expression("ramp(0,1)", "").depends_on_time());
  }

  TEST(Expression, RampIsSmoothAndMonotone)
  {
    const Expression ramp = parse_expression("ramp(1, 1 + 2)", "");
    EXPECT_EQ(ramp.evaluate<0>(0.9).value(), 0);
    EXPECT_EQ(ramp.evaluate<0>(3.1).value(), 1);
    EXPECT_NEAR(ramp.evaluate<0>(2).value(), 0.5, 1e-15);
    // Just inside the ends all three derivatives are close to those outside:
    // the fourth one is 35 * 24 / 2^4 = 52.5.
    const double h = 1e-6;
    for (const double t : {1 + h, 3 - h})
      for (int k = 1; k <= 3; ++k)
        EXPECT_NEAR(ramp.evaluate<3>(t).derivative(k), 0, 1.1 * 52.5 * h);
    for (double t = 1.125; t < 3; t += 0.125)
      EXPECT_GT(ramp.evaluate<3>(t).derivative(1), 0);
  }

  TEST(Expression, LongSumsAreNotDeep)
  {
    std::string text = "t";
    for (int i = 0; i < 5000; ++i)
      text += "+1";
    EXPECT_EQ(value(text, 0.5), 5000.5);
  }

  std::string message(const std::string &text)
  {
    return message_of<Error>([&]() { parse_expression(text, ""); });
  }

  std::string
  expected(const std::string &text, const int position, const std::string &what)
  {
    return "Cannot read the formula\n  " + text + "\n  " +
           std::string(position - 1, ' ') + "^\nposition " +
           std::to_string(position) + ": " + what + ".";
  }

  TEST(ExpressionParser, ShowsWhatItExpectedAndWhere)
  {
    const std::vector<std::tuple<std::string, int, std::string>> cases = {
      {"", 1, "expected a number, a name or \"(\""},
      {"3*", 3, "expected a number, a name or \"(\""},
      {"3 * / 2", 5, "expected a number, a name or \"(\""},
      {"(1+2", 5, "expected \")\" to close the parenthesis"},
      {"1+2)", 4, "expected an operator or the end"},
      {"2 t", 3, "expected an operator or the end"},
      {"t < 1", 3, "expected an operator or the end"},
      {"sin t", 5, "expected \"(\" after \"sin\""},
      {"sin(t", 6, "expected \")\" after the arguments of \"sin\""},
      {"min(t)", 6, "expected \",\" and a second argument of \"min\""},
      {"min(t,1,2)", 8, "expected \")\" after the arguments of \"min\""},
      {"if t", 4, "expected \"(\" after \"if\""},
      {"if(t,1,2)", 5, "expected <, >, <= or >= in the condition"},
      {"if(t==1,1,2)", 5, "expected <, >, <= or >= in the condition"},
      {"if(t<1)", 7, "expected \",\" after the condition"},
      {"if(t<1,1)", 9, "expected \",\" and the value for the other case"},
      {"if(t<1,1,2", 11, "expected \")\" after the three arguments of \"if\""},
      {"ramp(0)", 7, "expected \",\" and the end of the ramp"},
      {"ramp(t,1)", 6, "expected a constant number for the begin of the ramp"},
      {"ramp(0,1/0)", 8, "expected a constant number for the end of the ramp"},
      {"ramp(0,1", 9, "expected \")\" after the two arguments of \"ramp\""},
      {"2*ramp(1, 0.5)",
       8,
       "a ramp must end after it begins, not from 1 to 0.5 s"},
      {"table(x)", 7, "expected the name of a file in quotes"},
      {"table(\"x)", 7, "the quote is not closed"},
      {"table('x')", 10, "expected \",\" and the name of a column"},
      {"table('x', y)", 12, "expected the name of a column in quotes"},
      {"table('x','y'",
       14,
       "expected \")\" after the two arguments of \"table\""},
      {"1e999", 1, "the number is too large or too small"},
      {".", 1, "expected a number"},
      {"1 + \u00b7", 5, "expected a number, a name or \"(\""}};
    for (const auto &[text, position, what] : cases)
      EXPECT_EQ(message(text), expected(text, position, what));
  }

  TEST(ExpressionParser, CountsLettersNotBytes)
  {
    // The long minus sign takes three bytes and one place.
    EXPECT_EQ(message("(\u22121)"),
              expected("(\u22121)", 2, "expected a number, a name or \"(\""));
    EXPECT_EQ(message("table('\u22121.csv' 3"),
              expected("table('\u22121.csv' 3",
                       16,
                       "expected \",\" and the name of a column"));
  }

  TEST(ExpressionParser, SuggestsTheNearestName)
  {
    const std::string known =
      " Known are t, pi, if, ramp, table, sin, cos, tan, asin, acos, atan, "
      "tanh, sqrt, exp, log, abs, besselj0, besselj1, bessely0, bessely1, "
      "min, max, pow";
    EXPECT_EQ(message("2*sine(t)"),
              expected("2*sine(t)",
                       3,
                       "\"sine\" is not known. Did you mean \"sin\"?" + known));
    EXPECT_EQ(message("PI*t"),
              expected("PI*t",
                       1,
                       "\"PI\" is not known. Did you mean \"pi\"?" + known));
    EXPECT_EQ(message("3 + time"),
              expected("3 + time",
                       5,
                       "\"time\" is not known. Did you mean \"t\"?" + known));
  }

  TEST(ExpressionParser, RefusesAbsurdNesting)
  {
    const std::string opened(1000, '('), signs(1000, '-');
    EXPECT_NE(message(opened).find("nested too deeply"), std::string::npos);
    EXPECT_NE(message(signs).find("nested too deeply"), std::string::npos);
    std::string sums;
    for (int i = 0; i < 90; ++i)
      sums += "1+(";
    EXPECT_NE(message(sums + "1").find("nested too deeply"), std::string::npos);
    // Half of that is fine.
    EXPECT_EQ(value("((((((((((((((((((((((((((((((1+(1+(1+(1+(1+(1+(1+t))))"
                    "))))))))))))))))))))))))))))))))"),
              7);
  }
} // namespace
