// SPDX-License-Identifier: Apache-2.0
// The force models by name, each trained by one call.
#pragma once

#include <rivlin/offline/cubature.h>
#include <rivlin/offline/training.h>

#include <string>
#include <vector>

namespace rivlin
{
  enum class ForceModel
  {
    galerkin,           ///< all points: the truth that the others approximate
    cubature,           ///< few points, positive weights; the default
    lookup_1,           ///< nearest state, linear
    lookup_2,           ///< nearest state, quadratic
    tpwl,               ///< weighted linear pieces
    energy_tpwl,        ///< weighted quadratic energies: conservative
    condensed_lookup_1, ///< the thesis's way: pressures eliminated before
    condensed_tpwl,
    deim,
    unassembled_deim
  };

  /// "cubature", "TPWL" and so on.
  std::vector<std::string> force_model_names();
  /// Throws Error with the nearest name if it is unknown.
  ForceModel force_model(const std::string &name);

  struct ForceOptions
  {
    double cubature_tolerance = 1e-3; ///< of the compression
    int n_table_states        = 240;  ///< of lookup and TPWL
    int n_nearest             = 4;    ///< of TPWL
    double beta               = 25;   ///< of TPWL
    bool exact_tangent        = true; ///< of TPWL
    int n_interpolation       = 0;    ///< DEIM; 0: as many as coordinates, N
    bool qdeim                = false;
    double rows_per_mode      = 2;    ///< DEIM; 1: interpolation
    bool exact_linear         = true; ///< DEIM of the nonlinear force only
    bool second_cubature      = true; ///< for the trust indicator
  };

  /// What the training found out about a force model.
  struct ForceReport
  {
    std::string description;
    double training_error = 0; ///< root mean square over the states, relative
    int n_points          = 0; ///< evaluated per force; 0: tables
    int n_states          = 0; ///< of tables
    int n_cells           = 0; ///< touched by DEIM
  };

  /// Put a force model into `data` (from project_model), trained at the columns
  /// of `states`; those that invert a point are left out. Condensed models lose
  /// their pressures.
  ForceReport train_force(ForceModel model,
                          const DiscreteBody &body,
                          const ReducedBases &bases,
                          const Matrix &states,
                          const ForceOptions &options,
                          ReducedModelData &data);
} // namespace rivlin
