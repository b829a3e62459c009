// SPDX-License-Identifier: Apache-2.0
// A run of a reduced model: what its integrator went through, row by row.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/online/reduced_model.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// Per output time one column of everything.
  struct Prediction
  {
    double begin = 0; ///< time of the first state
    std::vector<double> times;
    /// Force and moment of each sleeve, six rows each.
    Matrix reactions;
    Matrix poses; ///< translation and rotation vector of each sleeve, six rows
    Matrix r;     ///< generalized coordinates
    Matrix r_rate;
    Matrix r_acceleration; ///< zero in statics
    Matrix pressures;      ///< coordinates of the pressure modes
    Matrix energies;       ///< kinetic, strain, external work, dissipated
    /// Force on the body, smallest gap, area and largest pressure of each
    /// contact, six rows.
    Matrix contacts;
    std::vector<Trust> trust;
    IntegrationReport report;
    double cpu_seconds = 0; ///< of the integration alone
    /// First output time outside the trained range; negative: none.
    double left_range_at = -1;
    /// Refused steps that would have left the trained range (RangeGuard); they
    /// are among report.rejected.
    long n_kept_in_range = 0;
  };

  /// Carry the model from a state, or from rest at t = 0 without one, to
  /// plan.end_time. A run that does not finish has the rows up to there and
  /// says why in `report`.
  Prediction predict(const ReducedModel &model,
                     TimeIntegrator &integrator,
                     const IntegrationPlan &plan,
                     const State *first = nullptr);

  /// Names of the columns of history.csv, and its rows.
  std::vector<std::string> prediction_titles(const ReducedModelData &data,
                                             const UnitSystem &units);
  std::vector<double> prediction_row(const ReducedModelData &data,
                                     const Prediction &prediction,
                                     int column);
} // namespace rivlin
