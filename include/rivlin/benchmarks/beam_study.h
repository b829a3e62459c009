// SPDX-License-Identifier: Apache-2.0
// Convergence, cost and histories of the beam mechanisms of Bruls, Cardona and
// Arnold (2012), BCA.
#pragma once

#include <rivlin/benchmarks/cantilever.h>
#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/four_bar.h>
#include <rivlin/benchmarks/verification.h>

#include <filesystem>

namespace rivlin
{
  /// HHT with alpha = 0.05 as in BCA, Section 7.2. Full Newton steps: with
  /// h = 0.2 s the damping gets stuck.
  IntegratorOptions cantilever_options();
  /// Chung and Hulbert with rho_inf = 0.9 as in BCA, Section 7.3.
  IntegratorOptions four_bar_options();

  /// The cantilever with its solution at the end time by the explicit method of
  /// Munthe-Kaas of order 4; the step is a third of its stability limit.
  Benchmark cantilever_with_reference(int elements_per_leg, double end_time);
  /// The mechanism with the solution of generalized alpha with n_reference
  /// steps.
  Benchmark four_bar_with_reference(int elements_per_bar,
                                    double end_time,
                                    int n_reference);

  /// The course of a run with constant steps of size h.
  struct BeamRun
  {
    std::vector<State> states; ///< after each step, the start first
    /// Per step: tangents, and corrections of the unknowns, of which the last
    /// may use the old tangent. BCA has one tangent per correction.
    double tangents = 0, corrections = 0;
  };
  /// Throws ComputationFailed if a step is refused.
  BeamRun run_beams(const Benchmark &problem,
                    const std::string &method,
                    const IntegratorOptions &options,
                    double h);

  /// The largest errors over the steps in [0, end_time] ("largest q", "largest
  /// v", "largest lambda") with n steps for each n, a divisor of n_reference,
  /// against the same method with n_reference steps, as in BCA.
  std::vector<VerificationRow>
  four_bar_errors(int elements_per_bar,
                  double end_time,
                  const std::vector<int> &numbers_of_steps,
                  int n_reference);

  /// The studies behind `rivlin verify right-angle-cantilever` and `rivlin
  /// verify four-bar`. Besides errors they have rows of the runs in the paper
  /// with the quantities "tangents" and "corrections" (of Newton's method, mean
  /// per step) and "energy change" (largest relative one in free vibration).
  std::vector<VerificationRow> cantilever_rows();
  std::vector<VerificationRow> four_bar_rows();

  /// Histories as in BCA, Figures 4 and 6.
  std::vector<TrajectoryRow> cantilever_trajectories();
  std::vector<TrajectoryRow> four_bar_trajectories();

  /// The motion of the cantilever over 30 s and of the mechanism over its first
  /// turns as files for ParaView (see write_beam_series).
  void write_cantilever_motion(const std::filesystem::path &directory);
  void write_four_bar_motion(const std::filesystem::path &directory);
} // namespace rivlin
