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
  /// Throws Error if the method does not fit the system or the settings.
  /// `acts_suddenly`: something like contact begins and ends to act on the
  /// system (FEModel::acts_suddenly), Newton's method has to cope with it.
  std::unique_ptr<TimeIntegrator>
  make_case_integrator(const CaseParameters &parameters,
                       const MechanicalSystem &system,
                       bool acts_suddenly);
} // namespace rivlin
