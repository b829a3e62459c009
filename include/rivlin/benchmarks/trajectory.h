// SPDX-License-Identifier: Apache-2.0
// Values along a run, for the plots over time.
#pragma once

#include <rivlin/benchmarks/benchmark.h>
#include <rivlin/dynamics/time_integrator.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// A value along a run.
  struct TrajectoryRow
  {
    std::string figure; ///< number in Becker (2012), or paper and number: AB =
                        ///< Arnold and Bruls (2007), ABC = Arnold, Bruls and
                        ///< Cardona (2015), BCA = Bruls, Cardona and Arnold
                        ///< (2012)
    std::string series;
    double time = 0;
    std::string quantity;
    double value = 0;
  };

  using NamedValues = std::vector<std::pair<std::string, double>>;

  /// Run from the start of the problem with steps of size h (or what the
  /// integrator makes of it) and add a row per named value at the start and
  /// after each step. `values` sees the state and the size of the step. Throws
  /// ComputationFailed if the run does not reach the end.
  void record_trajectory(
    std::vector<TrajectoryRow> &rows,
    const std::string &figure,
    const std::string &series,
    const Benchmark &problem,
    TimeIntegrator &integrator,
    double h,
    double end_time,
    const std::function<NamedValues(const State &, double h)> &values);
} // namespace rivlin
