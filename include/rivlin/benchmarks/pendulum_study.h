// SPDX-License-Identifier: Apache-2.0
// Errors of the multiplier of the pendulum in the transient phase.
#pragma once

#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/benchmarks/trajectory.h>
#include <rivlin/dynamics/generalized_alpha.h>

namespace rivlin
{
  /// Time and error of lambda after each step of size h of generalized alpha;
  /// RADAU5 follows the exact motion.
  std::vector<std::pair<double, double>>
  multiplier_errors(const Benchmark &problem,
                    double rho,
                    StartingValues starting_values,
                    double h);

  /// Arnold et al. 2015, Figure 1: x_0 = 0 and 0.2, two step sizes, and beyond
  /// the figure the perturbed start.
  std::vector<TrajectoryRow> pendulum_trajectories();
} // namespace rivlin
