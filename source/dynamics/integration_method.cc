// SPDX-License-Identifier: Apache-2.0
// Tables of the methods: names, families, settings.
#include <rivlin/dynamics/integration_method.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/dynamics/rosenbrock_method.h>

#include <array>
#include <utility>

namespace rivlin
{
  namespace
  {
    using Method = IntegrationMethod;

    /// Without the Rosenbrock methods, which bring their names.
    constexpr std::array<std::pair<Method, std::string_view>, 12> names = {
      {{Method::statics, "statics"},
       {Method::generalized_alpha, "generalized alpha"},
       {Method::newmark, "Newmark"},
       {Method::hht, "HHT"},
       {Method::updated_lagrangian, "UL"},
       {Method::updated_lagrangian_conformal, "UL-CRV"},
       {Method::bliedf1, "BLieDF1"},
       {Method::bliedf2, "BLieDF2"},
       {Method::bliedf3, "BLieDF3"},
       {Method::bliedf4, "BLieDF4"},
       {Method::radau5, "RADAU5"},
       {Method::ida, "IDA"}}};

    constexpr std::array<std::pair<StartingValues, std::string_view>, 3>
      names_of_starting_values = {
        {{StartingValues::plain, "plain"},
         {StartingValues::first_differences, "first differences"},
         {StartingValues::second_differences, "second differences"}}};

    bool estimates_error(const Method method)
    {
      switch (family(method))
        {
          case MethodFamily::generalized_alpha:
          case MethodFamily::updated_lagrangian:
          case MethodFamily::radau5:
            return true;
          case MethodFamily::rosenbrock:
            return rosenbrock_method(method).embedded_order >= 1;
          case MethodFamily::statics:
          case MethodFamily::bliedf:
          case MethodFamily::ida:
            return false;
        }
      return false;
    }
  } // namespace

  MethodFamily family(const IntegrationMethod method)
  {
    switch (method)
      {
        case Method::statics:
          return MethodFamily::statics;
        case Method::generalized_alpha:
        case Method::newmark:
        case Method::hht:
          return MethodFamily::generalized_alpha;
        case Method::updated_lagrangian:
        case Method::updated_lagrangian_conformal:
          return MethodFamily::updated_lagrangian;
        case Method::bliedf1:
        case Method::bliedf2:
        case Method::bliedf3:
        case Method::bliedf4:
          return MethodFamily::bliedf;
        case Method::linear_implicit_euler:
        case Method::ro2:
        case Method::ro2_small:
        case Method::ro2p:
        case Method::ros2:
        case Method::ros2_small:
        case Method::ros3p:
        case Method::ros3pl:
        case Method::rodas3:
        case Method::rowda3:
        case Method::rowdaind2:
        case Method::rodas4:
        case Method::rodas4p:
          return MethodFamily::rosenbrock;
        case Method::radau5:
          return MethodFamily::radau5;
        case Method::ida:
          return MethodFamily::ida;
      }
    return MethodFamily::statics;
  }

  std::vector<IntegrationMethod> integration_methods()
  {
    std::vector<IntegrationMethod> methods;
#ifdef RIVLIN_WITH_SUNDIALS
    const Method last = Method::ida;
#else
    const Method last = Method::radau5;
#endif
    for (int i = 0; i <= static_cast<int>(last); ++i)
      methods.push_back(static_cast<Method>(i));
    return methods;
  }

  std::string_view name_of(const IntegrationMethod method)
  {
    if (family(method) == MethodFamily::rosenbrock)
      return rosenbrock_method(method).name;
    for (const auto &[entry, name] : names)
      if (entry == method)
        return name;
    return "";
  }

  IntegrationMethod integration_method(const std::string_view name)
  {
    for (const Method method : integration_methods())
      if (name_of(method) == name)
        return method;
    throw Error(unknown_name("integrator", name, integrator_names()));
  }

  std::vector<std::string> integrator_names()
  {
    std::vector<std::string> result;
    for (const Method method : integration_methods())
      result.emplace_back(name_of(method));
    return result;
  }

  bool uses(const IntegrationMethod method, const IntegratorSetting setting)
  {
    const MethodFamily kind = family(method);
    const bool is_alpha     = kind == MethodFamily::generalized_alpha ||
                          kind == MethodFamily::updated_lagrangian;
    switch (setting)
      {
        case IntegratorSetting::newton:
          return is_alpha || kind == MethodFamily::statics ||
                 kind == MethodFamily::bliedf;
        case IntegratorSetting::spectral_radius:
          return is_alpha && method != Method::newmark && method != Method::hht;
        case IntegratorSetting::hht_alpha:
          return method == Method::hht;
        case IntegratorSetting::newmark_parameters:
          return method == Method::newmark;
        case IntegratorSetting::starting_values:
          return is_alpha || kind == MethodFamily::bliedf;
        case IntegratorSetting::stabilized_index_2:
          return kind == MethodFamily::generalized_alpha ||
                 kind == MethodFamily::bliedf;
        case IntegratorSetting::adaptive_steps:
          return estimates_error(method);
        case IntegratorSetting::relative_tolerance:
          return estimates_error(method) || kind == MethodFamily::ida;
        case IntegratorSetting::absolute_tolerance:
          // The estimate of generalized alpha is relative to the size of the
          // part.
          return (estimates_error(method) && !is_alpha) ||
                 kind == MethodFamily::ida;
        case IntegratorSetting::maximum_order:
          return kind == MethodFamily::ida;
      }
    return false;
  }

  bool needs_dense_system(const IntegrationMethod method)
  {
    return family(method) == MethodFamily::radau5 ||
           family(method) == MethodFamily::updated_lagrangian;
  }

  std::vector<std::string> starting_values_names()
  {
    std::vector<std::string> result;
    for (const auto &[values, name] : names_of_starting_values)
      result.emplace_back(name);
    return result;
  }

  std::string_view name_of(const StartingValues values)
  {
    return names_of_starting_values[static_cast<std::size_t>(values)].second;
  }

  StartingValues starting_values(const std::string_view name)
  {
    for (const auto &[values, known] : names_of_starting_values)
      if (known == name)
        return values;
    throw Error(
      unknown_name("kind of starting values", name, starting_values_names()));
  }
} // namespace rivlin
