// SPDX-License-Identifier: Apache-2.0
// The schema of a parameter file: every parameter with its name, default,
// range, unit, meaning, role, and when it is used.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/cases/parameter_text.h>
#include <rivlin/cases/value_types.h>

#include <deque>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace rivlin
{
  /// What a parameter is about.
  enum class Role
  {
    body,     ///< the part itself: geometry, elements, materials, what acts on
              ///< its surface
    drive,    ///< what happens to it: motions, loads, how long
    numerics, ///< how it is computed
    output    ///< what is written
  };

  /// A parameter that was given but has no effect in this case.
  struct UnusedParameter
  {
    std::string key;    ///< "Time/Spectral radius"
    std::string reason; ///< "the integrator "ROS3P" does not use it"
  };

  /// One parameter of a schema.
  class Parameter
  {
  public:
    std::string section; ///< "Supports/inner", empty at the top level
    std::string name;
    std::string default_text; ///< in the units of the schema
    std::string range;        ///< in words
    std::string unit;         ///< physical dimension, "length"; empty: none
    std::string meaning;
    std::vector<std::string> choices; ///< of an enumeration
    Role role           = Role::body;
    bool changes_resume = true; ///< a continued run must have the same
    bool is_choice = false; ///< other parameters of its section depend on it

    std::string key() const
    {
      return section.empty() ? name : section + "/" + name;
    }

    /// The text as it was given, or the default.
    const std::string &text() const
    {
      return given_text;
    }

    /// A condition for the parameter to be used, asked once all values are
    /// known: an empty text means that it holds, any other names whom the
    /// parameter does not concern, `the integrator "ROS3P"`. A parameter that
    /// is given but not used is an error: leaving it out silently would not be
    /// what the user asked for.
    Parameter &needs(std::function<std::string()> condition);

    /// The same where leaving it out changes nothing that was asked for: the
    /// user is told.
    Parameter &tells_unless(std::function<std::string()> condition);

    Parameter &with_role(const Role the_role)
    {
      role = the_role;
      return *this;
    }

    /// A continued run may change it.
    Parameter &may_change_on_resume()
    {
      changes_resume = false;
      return *this;
    }

    /// The law of a material, the type of a support: if the command line
    /// chooses again, what the file gives for the old choice does not count.
    Parameter &chooses()
    {
      is_choice = true;
      return *this;
    }

  private:
    friend class Schema;
    struct Rule
    {
      std::function<std::string()> condition;
      bool is_error = true;
    };

    std::string given_text;
    /// False: out of range.
    std::function<bool(const std::string &, const UnitSystem &)> parse;
    std::function<std::string(const UnitSystem &)> default_in;
    std::vector<Rule> rules;
  };

  /// Declared parameters in their order, each bound to a value that must
  /// outlive the schema.
  class Schema
  {
  public:
    /// Parameters declared from now on belong to this section; an empty one is
    /// the top level. A continued run must have the same values, unless
    /// `may_change`.
    void section(const std::string &path, Role role, bool may_change = false);

    template <typename Value>
    Parameter &add(const std::string &name,
                   Value &value,
                   const ValueType<Value> &type,
                   const std::string &unit,
                   const std::string &meaning)
    {
      Parameter &parameter     = parameters.emplace_back();
      parameter.section        = current_section;
      parameter.name           = name;
      parameter.role           = current_role;
      parameter.changes_resume = !current_may_change;
      parameter.range          = type.range;
      parameter.choices        = type.choices;
      parameter.unit           = unit;
      parameter.meaning        = meaning;
      parameter.default_text   = type.print(value);
      parameter.given_text     = parameter.default_text;
      parameter.parse          = [&value, type, unit](const std::string &text,
                                             const UnitSystem &system) {
        auto parsed = type.parse(text);
        if (parsed)
          {
            convert_tables(*parsed, unit, system);
            value = *parsed;
          }
        return parsed.has_value();
      };
      parameter.default_in =
        [initial = value, type, unit](const UnitSystem &system) {
          Value converted = initial;
          convert_default(converted, unit, system);
          return type.print(converted);
        };
      return parameter;
    }

    /// Defaults are declared in mm-t-s; this converts them, and tables that are
    /// given from now on come into these units. To be called before apply().
    void use_units(const UnitSystem &system);

    /// Put the entries into the declared values. An unknown section or name and
    /// a value out of its range throw Error: place, what is allowed, and the
    /// nearest name.
    void apply(const std::vector<ParameterEntry> &entries);

    /// Keys of the entries, without those of the file for a choice that the
    /// command line replaces.
    std::set<std::string>
    given(const std::vector<ParameterEntry> &entries) const;

    /// Throws Error for a given parameter that is refused; returns those that
    /// are ignored.
    std::vector<UnusedParameter>
    unused(const std::set<std::string> &given) const;

    /// Why a parameter is not used, whether given or not; empty if it is.
    std::string why_unused(const Parameter &parameter) const;

    const std::deque<Parameter> &all() const
    {
      return parameters;
    }

    /// Null if there is none of this key.
    const Parameter *find(const std::string &key) const;

    /// Every parameter with default, range and meaning, as text or Markdown.
    void print_reference(std::ostream &out, bool markdown) const;

  private:
    void print_parameter(std::ostream &out,
                         const Parameter &parameter,
                         bool markdown) const;
    std::vector<std::string> names_below(const std::string &path) const;
    std::vector<std::string> names_in(const std::string &path) const;

    std::deque<Parameter> parameters; ///< references to them stay valid
    std::vector<std::string> sections;
    std::string current_section;
    Role current_role       = Role::body;
    bool current_may_change = false;
    const UnitSystem *units = &unit_system("mm-t-s");
  };
} // namespace rivlin
