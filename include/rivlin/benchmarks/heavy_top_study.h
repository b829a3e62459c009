// SPDX-License-Identifier: Apache-2.0
// Largest errors of the Lie group methods on the heavy top.
#pragma once

#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/heavy_top.h>
#include <rivlin/benchmarks/trajectory.h>

namespace rivlin
{
  /// The largest errors over the steps in [0, 1] ("largest q", "largest v" and
  /// "largest lambda") with n steps for each n, which must be powers of two up
  /// to 16384.
  std::vector<VerificationRow>
  heavy_top_errors(HeavyTopSpace space,
                   const std::string &method,
                   const IntegratorOptions &options,
                   const std::string &options_text,
                   const std::vector<int> &numbers_of_steps);

  /// "late q" and "late lambda": the largest errors over the steps in [0.5, 1],
  /// beyond the transient phase (Arnold et al. 2015, Figure 6).
  std::vector<VerificationRow>
  heavy_top_late_errors(const std::string &method,
                        const IntegratorOptions &options,
                        const std::string &options_text,
                        const std::vector<int> &numbers_of_steps);

  /// "relative q" and "relative lambda" at t = 2 with n steps per second for
  /// each n (Wieloch and Arnold, Figures 3 and 4): errors divided by the norms
  /// of (x, R) as matrices and of lambda.
  std::vector<VerificationRow>
  heavy_top_final_errors(HeavyTopSpace space,
                         const std::string &method,
                         const IntegratorOptions &options,
                         const std::string &options_text,
                         const std::vector<int> &steps_per_second);

  /// "local q" on R^3 x SO(3): the error of one step of BLieDF of the given
  /// order from exact values (Wieloch and Arnold, Figure 2).
  std::vector<VerificationRow> bliedf_local_errors(
    int order, bool correction, const std::vector<int> &steps_per_second);

  /// The study behind `rivlin verify heavy-top`.
  std::vector<VerificationRow> heavy_top_rows();

  /// The errors behind the figures named above, part of the study.
  std::vector<VerificationRow> heavy_top_figure_rows();

  /// Runs over time: BCA, Figure 2; ABC, Figures 3 to 5; and the motion of the
  /// body ("motion": centre and first axis).
  std::vector<TrajectoryRow> heavy_top_trajectories();
} // namespace rivlin
