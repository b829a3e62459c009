// SPDX-License-Identifier: Apache-2.0
// The time integrator that a case asks for.
#pragma once

#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/cases/case_parameters.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  /// Names of the integrators that run on the finite element model; "statics"
  /// is the first.
  const std::vector<std::string> &case_integrators();

  /// Generalized alpha and its relatives.
  bool uses_newmark_formulas(const std::string &integrator);

  /// Whether Newton's method solves its steps.
  bool uses_newton(const std::string &integrator);

  /// Rosenbrock methods, whose stages are solutions of linear systems.
  bool has_stages(const std::string &integrator);

  /// Whether a method can choose its steps by an error estimate.
  bool can_adapt(const std::string &integrator);

  /// Throws Error if the method does not fit the system or the settings.
  std::unique_ptr<TimeIntegrator>
  make_case_integrator(const CaseParameters &parameters,
                       const MechanicalSystem &system);
} // namespace rivlin
