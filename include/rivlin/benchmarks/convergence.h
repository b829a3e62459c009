// SPDX-License-Identifier: Apache-2.0
// Error and observed order of an integrator on a benchmark problem.
#pragma once

#include <rivlin/benchmarks/benchmark.h>
#include <rivlin/dynamics/make_integrator.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// One line of the verification tables.
  struct VerificationRow
  {
    std::string problem;
    std::string method;
    std::string options;
    double step_size = 0; ///< [s]; mean step of adaptive runs
    std::string
      quantity; ///< q, v, lambda: Euclidean norm at the end time,
                ///< of q in the Lie algebra (Arnold et al. 2015, eq. 18)
    double error          = 0; ///< NaN if the run was refused
    double observed_order = 0; ///< against the row before; NaN for the first
    std::string note;          ///< reason of a refusal
  };

  void append(std::vector<VerificationRow> &rows,
              const std::vector<VerificationRow> &more);

  /// The solution at the end time by RADAU5; the tolerance bounds local errors,
  /// global ones are usually below it.
  State reference_solution(const Benchmark &problem, double tolerance = 1e-12);

  /// The problem with the members of its solution that are not known in closed
  /// form taken from a reference run.
  Benchmark with_reference(Benchmark problem, double tolerance = 1e-12);

  /// Run with constant steps end_time / n for each n; three rows per run. A
  /// refusal, at construction or in a step, gives a row with its reason.
  std::vector<VerificationRow>
  convergence(const Benchmark &problem,
              const std::string &method,
              const IntegratorOptions &options,
              const std::string &options_text,
              const std::vector<int> &numbers_of_steps);

  /// Least-squares slope of log error over log step size of a quantity, over
  /// rows with errors in [floor, ceiling]; NaN with fewer than two.
  double fitted_order(const std::vector<VerificationRow> &rows,
                      const std::string &quantity,
                      double floor   = 0,
                      double ceiling = 1e300);
} // namespace rivlin
