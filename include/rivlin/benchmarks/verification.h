// SPDX-License-Identifier: Apache-2.0
// The studies behind the verification tables and plots.
#pragma once

#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/trajectory.h>

#include <iosfwd>

namespace rivlin
{
  /// One per benchmark problem.
  enum class Study
  {
    prothero_robinson,
    spring_pendulum,
    pendulum,
    two_mass,
    slider_crank,
    andrews,
    heavy_top,
    right_angle_cantilever,
    four_bar
  };

  /// Names of the studies.
  std::vector<std::string> verification_names();

  /// Throws Error with the nearest name if there is no such study. An
  /// underscore in the name stands for a hyphen.
  Study find_study(const std::string &name);

  /// Run a study: integrators x parameters of the problem x step sizes.
  std::vector<VerificationRow> verify(Study study);

  /// One table per problem, method and options.
  void print_tables(const std::vector<VerificationRow> &rows,
                    std::ostream &out);

  /// problem, method, options, step size [s], quantity, error, observed order
  void write_verification_csv(const std::vector<VerificationRow> &rows,
                              std::ostream &out);

  /// Runs of a study whose course in time is shown; none for some studies:
  /// linear implicit Euler and RO2 on Prothero-Robinson (4.1, 4.2), step
  /// control on the stiff pendulum (5.1), pendulum (ABC 1), slider-crank (AB
  /// 2), Andrews' mechanism (AB 6 to 8), heavy top (ABC 3 to 5, BCA 2),
  /// cantilever and four-bar mechanism (BCA 4 and 6).
  std::vector<TrajectoryRow> trajectories(Study study);

  /// figure, series, time [s], quantity, value
  void write_trajectories_csv(const std::vector<TrajectoryRow> &rows,
                              std::ostream &out);

  /// Run the named studies (all if empty), print their tables and, if the
  /// directory is not empty, write verify.csv, trajectories.csv and, if they
  /// are among them, the motion of the beams (*.pvd for ParaView) into it.
  void run_verification(const std::vector<std::string> &names,
                        const std::string &directory,
                        std::ostream &out);
} // namespace rivlin
