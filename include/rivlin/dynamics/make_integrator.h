// SPDX-License-Identifier: Apache-2.0
// Integrators by name.
#pragma once

#include <rivlin/dynamics/bliedf.h>
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/radau5.h>
#include <rivlin/dynamics/rosenbrock.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/dynamics/sundials_ida.h>
#include <rivlin/dynamics/updated_lagrangian.h>

namespace rivlin
{
  /// Settings of all integrators; a method looks at its own only.
  struct IntegratorOptions
  {
    StaticsOptions statics;
    GeneralizedAlphaOptions generalized_alpha; ///< of "UL", "UL-CRV" too
    double hht_alpha = 0.1;                    ///< of "HHT"
    BLieDFOptions bliedf;                      ///< without its order
    RosenbrockOptions rosenbrock;
    Radau5Options radau5;
    SundialsIdaOptions ida;
  };

  /// "statics", "generalized alpha", "Newmark" (trapezoidal rule), "HHT",
  /// "UL" and "UL-CRV" (updated Lagrangian with the exponential map and with
  /// the conformal rotation vector), "BLieDF1" to "BLieDF4", the Rosenbrock
  /// methods, "RADAU5" and, if built with SUNDIALS, "IDA".
  std::vector<std::string> integrator_names();

  /// Throws Error with the nearest name if it is unknown, and if the method
  /// does not fit the system.
  std::unique_ptr<TimeIntegrator>
  make_integrator(std::string_view name,
                  const MechanicalSystem &system,
                  const IntegratorOptions &options = {});
} // namespace rivlin
