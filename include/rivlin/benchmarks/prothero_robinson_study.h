// SPDX-License-Identifier: Apache-2.0
// Largest errors of the Rosenbrock methods on the Prothero-Robinson equation.
#pragma once

#include <rivlin/benchmarks/convergence.h>

namespace rivlin
{
  /// The largest errors over the steps in [0, 2.2] ("largest q" and "largest
  /// v") with n steps for each n; phi = cos(6 t). Unlike the errors at the end
  /// they do not depend on where a slowly damped vibration happens to be.
  std::vector<VerificationRow>
  prothero_robinson_largest_errors(double eps_squared,
                                   const std::string &method,
                                   const std::vector<int> &numbers_of_steps);
} // namespace rivlin
