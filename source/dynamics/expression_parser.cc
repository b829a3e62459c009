// SPDX-License-Identifier: Apache-2.0
// Recursive descent over
//   sum     = product { (+|-) product }
//   product = sign { (*|/) sign }
//   sign    = (+|-) sign | power
//   power   = atom [ ^ sign ]
//   atom    = number | name | name ( ... ) | ( sum )
// emitting the program in postfix order.
#include <rivlin/dynamics/expression_parser.h>

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/time_table.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace rivlin
{
  namespace
  {
    struct Function
    {
      std::string_view name;
      Operation operation;
      int n_arguments;
    };

    constexpr std::array functions = {
      Function{"sin", Operation::sine, 1},
      Function{"cos", Operation::cosine, 1},
      Function{"tan", Operation::tangent, 1},
      Function{"asin", Operation::arc_sine, 1},
      Function{"acos", Operation::arc_cosine, 1},
      Function{"atan", Operation::arc_tangent, 1},
      Function{"tanh", Operation::hyperbolic_tangent, 1},
      Function{"sqrt", Operation::square_root, 1},
      Function{"exp", Operation::exponential, 1},
      Function{"log", Operation::logarithm, 1},
      Function{"abs", Operation::absolute, 1},
      Function{"besselj0", Operation::bessel_j0, 1},
      Function{"besselj1", Operation::bessel_j1, 1},
      Function{"bessely0", Operation::bessel_y0, 1},
      Function{"bessely1", Operation::bessel_y1, 1},
      Function{"min", Operation::minimum, 2},
      Function{"max", Operation::maximum, 2},
      Function{"pow", Operation::power, 2}};

    class Parser
    {
    public:
      Parser(const std::string &formula,
             const std::filesystem::path &folder,
             const std::vector<std::string> &names)
        : directory(folder)
        , variables(names)
      {
        expression.text = formula;
      }

      Expression parse()
      {
        sum();
        skip_blanks();
        if (position < text.size())
          fail(position, "expected an operator or the end");
        return std::move(expression);
      }

    private:
      // Recursion deeper than this is a mistake, not a formula.
      static constexpr int deepest_nesting = 100;

      const std::filesystem::path &directory;
      const std::vector<std::string> &variables;
      Expression expression;
      const std::string &text = expression.text;
      std::size_t position    = 0;
      int nesting             = 0;
      int stack_height        = 0;

      [[noreturn]] void fail(const std::size_t place,
                             const std::string &what) const
      {
        // Letters of several bytes (UTF-8) take one place on the screen.
        const auto column =
          std::count_if(text.begin(), text.begin() + place, [](const char c) {
            return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
          });
        throw Error("Cannot read the formula\n  " + text + "\n  " +
                    std::string(column, ' ') + "^\nposition " +
                    number_text(column + 1) + ": " + what + ".");
      }

      void skip_blanks()
      {
        while (position < text.size() &&
               std::isspace(static_cast<unsigned char>(text[position])))
          ++position;
      }

      /// Whether `token` comes next; takes it if so.
      bool accept(const std::string_view token)
      {
        skip_blanks();
        if (!std::string_view(text).substr(position).starts_with(token))
          return false;
        position += token.size();
        return true;
      }

      void expect(const std::string_view token, const std::string &after)
      {
        if (!accept(token))
          fail(position, "expected \"" + std::string(token) + "\" " + after);
      }

      /// Append an instruction that changes the height of the stack by so much.
      Instruction &emit(const Operation operation, const int height_change)
      {
        stack_height += height_change;
        if (stack_height > Expression::stack_size)
          fail(position, "the formula is nested too deeply. Simplify it");
        return expression.program.emplace_back(Instruction{operation});
      }

      int n_instructions() const
      {
        return static_cast<int>(expression.program.size());
      }

      void sum()
      {
        product();
        while (true)
          {
            const bool plus = accept("+");
            if (!plus && !accept("-"))
              return;
            product();
            emit(plus ? Operation::add : Operation::subtract, -1);
          }
      }

      void product()
      {
        sign();
        while (true)
          {
            const bool times = accept("*");
            if (!times && !accept("/"))
              return;
            sign();
            emit(times ? Operation::multiply : Operation::divide, -1);
          }
      }

      void sign()
      {
        if (++nesting > deepest_nesting)
          fail(position, "the formula is nested too deeply. Simplify it");
        if (accept("-"))
          {
            sign();
            emit(Operation::negate, 0);
          }
        else if (accept("+"))
          sign();
        else
          power();
        --nesting;
      }

      void power()
      {
        atom();
        if (accept("^"))
          {
            sign();
            emit(Operation::power, -1);
          }
      }

      void atom()
      {
        skip_blanks();
        const char next = position < text.size() ? text[position] : '\0';
        if (std::isdigit(static_cast<unsigned char>(next)) || next == '.')
          number();
        else if (std::isalpha(static_cast<unsigned char>(next)) || next == '_')
          name();
        else if (accept("("))
          {
            sum();
            expect(")", "to close the parenthesis");
          }
        else
          fail(position, "expected a number, a name or \"(\"");
      }

      void number()
      {
        double value             = 0;
        const auto [end, status] = std::from_chars(text.data() + position,
                                                   text.data() + text.size(),
                                                   value);
        if (status != std::errc())
          fail(position,
               status == std::errc::result_out_of_range
                 ? "the number is too large or too small"
                 : "expected a number");
        position                      = end - text.data();
        emit(Operation::number, +1).a = value;
      }

      void name()
      {
        const std::size_t begin = position;
        while (position < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[position])) ||
                text[position] == '_'))
          ++position;
        const std::string word = text.substr(begin, position - begin);
        const bool in_time     = variables.empty();
        const auto variable =
          std::find(variables.begin(), variables.end(), word);
        if (variable != variables.end())
          emit(Operation::variable, +1).target =
            static_cast<int>(variable - variables.begin());
        else if (in_time && word == "t")
          emit(Operation::time, +1);
        else if (word == "pi")
          emit(Operation::number, +1).a = std::numbers::pi;
        else if (word == "if")
          condition();
        else if (in_time && word == "ramp")
          ramp();
        else if (in_time && word == "table")
          table();
        else
          call(word, begin);
      }

      void call(const std::string &word, const std::size_t begin)
      {
        const auto function =
          std::find_if(functions.begin(),
                       functions.end(),
                       [&](const Function &f) { return f.name == word; });
        if (function == functions.end())
          fail(begin,
               "\"" + word + "\" is not known." +
                 did_you_mean(word, formula_names(variables)) + " Known are " +
                 joined(formula_names(variables)));
        expect("(", "after \"" + word + "\"");
        sum();
        if (function->n_arguments == 2)
          {
            expect(",", "and a second argument of \"" + word + "\"");
            sum();
          }
        expect(")", "after the arguments of \"" + word + "\"");
        emit(function->operation, 1 - function->n_arguments);
      }

      /// if(a < b, then, else): only the branch taken is evaluated.
      void condition()
      {
        expect("(", "after \"if\"");
        sum();
        const Operation test = comparison();
        sum();
        expect(",", "after the condition");
        const int branch = n_instructions();
        emit(test, -2);
        sum();
        expect(",", "and the value for the other case");
        const int jump = n_instructions();
        emit(Operation::jump, -1); // the other branch leaves the value instead
        expression.program[branch].target = n_instructions();
        sum();
        expect(")", "after the three arguments of \"if\"");
        expression.program[jump].target = n_instructions();
      }

      Operation comparison()
      {
        if (accept("<="))
          return Operation::jump_unless_less_equal;
        if (accept("<"))
          return Operation::jump_unless_less;
        if (accept(">="))
          return Operation::jump_unless_greater_equal;
        if (accept(">"))
          return Operation::jump_unless_greater;
        fail(position, "expected <, >, <= or >= in the condition");
      }

      /// A number, or a formula of numbers, which is replaced by its value.
      double constant(const std::string &of_what)
      {
        skip_blanks();
        const std::size_t begin = position;
        Parser inner(text, directory, variables);
        inner.position = position;
        inner.nesting  = nesting;
        inner.sum();
        position           = inner.position;
        const double value = inner.expression.evaluate<0>(0).value();
        if (inner.expression.depends_on_time() || !std::isfinite(value))
          fail(begin, "expected a constant number for " + of_what);
        return value;
      }

      void ramp()
      {
        expect("(", "after \"ramp\"");
        skip_blanks();
        const std::size_t begin = position;
        const double t0         = constant("the begin of the ramp");
        expect(",", "and the end of the ramp");
        const double t1 = constant("the end of the ramp");
        expect(")", "after the two arguments of \"ramp\"");
        if (!(t1 > t0))
          fail(begin,
               "a ramp must end after it begins, not from " + number_text(t0) +
                 " to " + number_text(t1) + " s");
        Instruction &instruction = emit(Operation::ramp, +1);
        instruction.a            = t0;
        instruction.b            = t1;
      }

      std::string quoted_text(const std::string &of_what)
      {
        skip_blanks();
        const char mark = position < text.size() ? text[position] : '\0';
        if (mark != '"' && mark != '\'')
          fail(position, "expected " + of_what + " in quotes");
        const std::size_t end = text.find(mark, position + 1);
        if (end == std::string::npos)
          fail(position, "the quote is not closed");
        const std::string result =
          text.substr(position + 1, end - position - 1);
        position = end + 1;
        return result;
      }

      static std::string checksum(const std::vector<double> &times,
                                  const std::vector<double> &values)
      {
        Crc64 sum;
        for (const std::vector<double> *numbers : {&times, &values})
          sum.add({reinterpret_cast<const char *>(numbers->data()),
                   numbers->size() * sizeof(double)});
        return hex_text(sum.value());
      }

      void table()
      {
        expect("(", "after \"table\"");
        const std::filesystem::path file = quoted_text("the name of a file");
        expect(",", "and the name of a column");
        const std::string title = quoted_text("the name of a column");
        expect(")", "after the two arguments of \"table\"");
        const TimeTable data            = read_time_table(directory / file);
        const TimeTable::Column &column = data.column(title);
        emit(Operation::table, +1).target =
          static_cast<int>(expression.tables.size());
        expression.tables.push_back({data.file.string(),
                                     column.title(),
                                     CubicSpline(data.times, column.values),
                                     column.unit,
                                     checksum(data.times, column.values)});
      }
    };
  } // namespace

  std::vector<std::string>
  formula_names(const std::vector<std::string> &variables)
  {
    std::vector<std::string> names = variables;
    names.insert(names.end(), {"pi", "if"});
    if (variables.empty())
      names = {"t", "pi", "if", "ramp", "table"};
    for (const Function &function : functions)
      names.emplace_back(function.name);
    return names;
  }

  Expression parse_expression(const std::string &text,
                              const std::filesystem::path &directory)
  {
    return Parser(text, directory, {}).parse();
  }

  Expression parse_expression_in(const std::vector<std::string> &variables,
                                 const std::string &text)
  {
    return Parser(text, {}, variables).parse();
  }
} // namespace rivlin
