// SPDX-License-Identifier: Apache-2.0
// Coefficients of Rosenbrock methods and the conditions they satisfy.
#pragma once

#include <rivlin/dynamics/integration_method.h>

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// A Rosenbrock method with equal diagonal gamma, in the notation of U.
  /// Becker, Efficient time integration and nonlinear model reduction for
  /// incompressible hyperelastic materials, TU Kaiserslautern 2012, Definition
  /// 4.1.1. Rows of alpha and Gamma are strictly lower
  /// triangular; b_hat belongs to the embedded method.
  struct RosenbrockMethod
  {
    std::string name;
    int order                = 0;
    int embedded_order       = 0;
    int index_1_order        = 0; ///< convergence for index 1 (Theorem 4.1.6)
    int scholz_order         = 0; ///< Definition 4.1.15; 0: not even i = 2
    bool is_stiffly_accurate = false;
    double gamma             = 0;
    std::vector<std::vector<double>> alpha;
    std::vector<std::vector<double>> Gamma;
    std::vector<double> b;
    std::vector<double> b_hat;

    int n_stages() const;
  };

  /// All methods of the library: RO2, RO2P, ROS2, ROS3P, ROS3PL, RODAS3,
  /// ROWDA3, ROWDAIND2, RODAS4, RODAS4P, the linear implicit Euler method, and
  /// RO2 and ROS2 with the smaller root gamma = 1 - 1/sqrt(2).
  const std::vector<RosenbrockMethod> &rosenbrock_methods();

  /// The method of that name; throws Error naming the nearest one otherwise.
  const RosenbrockMethod &rosenbrock_method(std::string_view name);

  /// One of the family `rosenbrock`.
  const RosenbrockMethod &rosenbrock_method(IntegrationMethod method);

  /// What the coefficients of a method satisfy, computed from the conditions.
  struct RosenbrockProperties
  {
    int order          = 0; ///< Table 4.1, up to 4
    int embedded_order = 0;
    int index_1_order  = 0; ///< Tables 4.2 and 4.3
    int scholz_order   = 0; ///< largest k <= 4 with xi_i = zeta_i = 0,
                            ///< 2 <= i <= k, for all h / eps
    bool is_stiffly_accurate   = false;
    double R_infinity          = 0; ///< stability function at infinity
    double embedded_R_infinity = 0;
    int n_function_calls       = 0; ///< different rows of alpha
    double worst_residual      = 0; ///< of the conditions that hold
  };

  /// Evaluate the order conditions (Becker 2012, Tables 4.1 to 4.3, with 1/4
  /// instead of 1 in Table 4.3) and the Scholz conditions (4.31); a condition
  /// holds if its residual is below the tolerance.
  RosenbrockProperties properties(const RosenbrockMethod &method,
                                  double tolerance = 1e-11);
} // namespace rivlin
