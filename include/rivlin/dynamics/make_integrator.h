// SPDX-License-Identifier: Apache-2.0
// Integrators by choice.
#pragma once

#include <rivlin/dynamics/bliedf.h>
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/integration_method.h>
#include <rivlin/dynamics/radau5.h>
#include <rivlin/dynamics/rosenbrock.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/dynamics/sundials_ida.h>
#include <rivlin/dynamics/updated_lagrangian.h>

namespace rivlin
{
  /// The method and the settings of all of them; a method looks at its own only
  /// (see uses()).
  struct IntegratorOptions
  {
    IntegrationMethod method = IntegrationMethod::statics;
    StaticsOptions statics;
    /// Of generalized alpha and both updated Lagrangian methods; of Newmark and
    /// HHT all but the parameters.
    GeneralizedAlphaOptions generalized_alpha;
    double newmark_beta  = 0.25; ///< > 0
    double newmark_gamma = 0.5;  ///< > 0; of order 2 with 1/2 alone
    double hht_alpha     = 0.1;  ///< 0 to 1/3
    BLieDFOptions bliedf;        ///< without its order
    RosenbrockOptions rosenbrock;
    Radau5Options radau5;
    SundialsIdaOptions ida;
  };

  /// Throws Error if the method does not fit the system, or if it was not
  /// built.
  std::unique_ptr<TimeIntegrator>
  make_integrator(const MechanicalSystem &system,
                  const IntegratorOptions &options);

  /// The method of this name instead of options.method; throws Error with the
  /// nearest name if it is unknown.
  std::unique_ptr<TimeIntegrator>
  make_integrator(std::string_view name,
                  const MechanicalSystem &system,
                  IntegratorOptions options = {});
} // namespace rivlin
