// SPDX-License-Identifier: Apache-2.0
// Which integrators there are, their names, and which settings they look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  enum class IntegrationMethod
  {
    statics,
    generalized_alpha,
    newmark,
    hht,
    updated_lagrangian,           ///< with the exponential map
    updated_lagrangian_conformal, ///< with the conformal rotation vector
    bliedf1,
    bliedf2,
    bliedf3,
    bliedf4,
    // The Rosenbrock methods, in the order of rosenbrock_methods().
    linear_implicit_euler,
    ro2,
    ro2_small,
    ro2p,
    ros2,
    ros2_small,
    ros3p,
    ros3pl,
    rodas3,
    rowda3,
    rowdaind2,
    rodas4,
    rodas4p,
    radau5,
    ida
  };

  enum class MethodFamily
  {
    statics,
    generalized_alpha, ///< with Newmark and HHT
    updated_lagrangian,
    bliedf,
    rosenbrock,
    radau5,
    ida
  };

  MethodFamily family(IntegrationMethod method);

  /// Those that this build has: IDA needs SUNDIALS.
  std::vector<IntegrationMethod> integration_methods();

  std::string_view name_of(IntegrationMethod method);
  /// Throws Error naming the nearest one of those that this build has.
  IntegrationMethod integration_method(std::string_view name);

  /// Names of all methods of this build.
  std::vector<std::string> integrator_names();

  /// What users may set; a method looks at its own settings only.
  enum class IntegratorSetting
  {
    newton,          ///< tolerance and iterations of Newton's method
    spectral_radius, ///< of generalized alpha
    hht_alpha,
    newmark_parameters,
    starting_values,    ///< of the first step
    stabilized_index_2, ///< the form of rigid constraints
    adaptive_steps,     ///< the method estimates its error
    relative_tolerance, ///< of that estimate, or of IDA's own steps
    absolute_tolerance,
    maximum_order
  };
  bool uses(IntegrationMethod method, IntegratorSetting setting);

  /// Whether the method needs a small system whose matrices are dense: a
  /// reduced model, not a finite element one.
  bool needs_dense_system(IntegrationMethod method);

  /// Starting values of the first step: the consistent ones, or those of
  /// Arnold, Bruls and Cardona (2015), Section 4.2, which take the leading
  /// error of the first step away from the multipliers of rigid constraints.
  enum class StartingValues
  {
    plain,             ///< v_0 = v(t_0), a_0 = dv/dt(t_0)
    first_differences, ///< perturbed; d2v/dt2 from one difference of 0.01 h
    second_differences ///< perturbed; d2v/dt2 from a central one of h
  };
  std::vector<std::string> starting_values_names();
  std::string_view name_of(StartingValues values);
  /// Throws Error naming the nearest one.
  StartingValues starting_values(std::string_view name);
} // namespace rivlin
